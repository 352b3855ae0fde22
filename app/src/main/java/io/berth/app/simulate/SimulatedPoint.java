package io.berth.app.simulate;

import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.scenario.Scenario;
import java.nio.file.Path;
import java.util.Map;

/**
 * A scenario with one choice of the swept values.
 *
 * @param set these values by key; empty without a sweep
 */
record SimulatedPoint(Map<String, String> set, Scenario scenario, PreparedScenario prepared) {
    /** The folder in {@code folder} for what is written of its runs. */
    Path folderIn(Path folder) {
        return RunFiles.folderIn(folder, set);
    }
}
