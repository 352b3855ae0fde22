package io.berth.app.learn.file;

import io.berth.learn.serve.EnvironmentSource;
import io.berth.learn.serve.World;
import io.berth.spec.input.Assignment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The environments that {@code berth train} plays in, for other programs: by name, or as a scenario file has them. */
public final class ScenarioEnvironments implements EnvironmentSource {
    @Override
    public List<Listed> environments() {
        return Arrays.stream(LearnEnvironment.values())
                .filter(environment -> environment != LearnEnvironment.WINDOWS)
                .map(environment -> new Listed(environment.key(), environment.summary()))
                .toList();
    }

    @Override
    public @Nullable World open(String scenario, List<Assignment> settings) {
        if (LearnEnvironment.find(scenario) == null && !Files.exists(Path.of(scenario))) {
            return null;
        }
        return LearnFile.open(scenario, settings).world();
    }
}
