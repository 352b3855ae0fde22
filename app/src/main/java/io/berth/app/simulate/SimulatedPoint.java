package io.berth.app.simulate;

import io.berth.sim.scenario.PreparedScenario;
import io.berth.sim.service.PreparedService;
import io.berth.spec.scenario.Scenario;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A scenario with one choice of the swept values.
 *
 * @param set these values by key; empty without a sweep
 * @param service what is served beside its jobs; null for nothing
 */
record SimulatedPoint(
        Map<String, String> set,
        Scenario scenario,
        PreparedScenario prepared,
        @Nullable PreparedService service) {
    /** The folder in {@code folder} for what is written of its runs. */
    Path folderIn(Path folder) {
        return RunFiles.folderIn(folder, set);
    }

    /** What is served beside the jobs of {@code seed}, for people: words that another part follows; empty for nothing. */
    String served(long seed) {
        return service == null ? "" : service.requests(seed) + " requests to " + service.name() + ", ";
    }
}
