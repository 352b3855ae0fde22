package io.berth.app.learn;

import io.berth.learn.serve.EnvironmentSource;
import io.berth.learn.serve.World;
import io.berth.learn.training.Task;
import io.berth.spec.input.Assignment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The environments that {@code berth train} learns in, for other programs: by name, or as a scenario file has them. */
public final class ScenarioEnvironments implements EnvironmentSource {
    @Override
    public List<Listed> environments() {
        return List.of(
                new Listed(LearnFile.DEEPRM, "DeepRM: which waiting job is given room on two resources, and when."),
                new Listed(
                        LearnFile.ORDERING, "Which waiting job starts next; a scenario file brings its own workload."));
    }

    @Override
    public @Nullable World open(String scenario, List<Assignment> settings) {
        if (!LearnFile.SHIPPED.containsKey(scenario) && !Files.exists(Path.of(scenario))) {
            return null;
        }
        Task task = LearnFile.open(scenario, settings).task();
        return new World.Single(task::environment);
    }
}
