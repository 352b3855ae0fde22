package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A training in a process of its own that is killed in the middle. */
@EnabledOnOs(OS.LINUX)
class KilledTrainTest {
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 1, gpus: 8, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 200, load: 2}}
            strategies: [fcfs]
            learn:
              start: none
              test_sequences: 1
              ordering: {jobs: 60}
              test_jobs: 60
              ppo: {updates: 25, episodes: 4}
            """;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void aKilledTrainingGoesOnToTheBytesOfOneThatWasNot() throws Exception {
        List<String> command = command();
        Cli whole = berth(command.toArray()).done();
        String model = Files.readString(folder.resolve("learnt.model"));
        Files.delete(folder.resolve("learnt.model"));
        command.addAll(List.of("--checkpoint", folder.resolve("kept").toString()));

        Path log = folder.resolve("train.log");
        Process training = start(command, log);
        try {
            awaitUpdate(3, log, training);
        } finally {
            training.destroyForcibly().waitFor();
        }
        assertThat(folder.resolve("learnt.model"))
                .as("it was killed in the middle")
                .doesNotExist();

        Cli resumed = berth(command.toArray()).done();
        assertThat(resumed.err()).startsWith("seed 1  goes on from ");
        assertThat(resumed.err().lines().count()).as("updates that were left").isBetween(2L, 24L);
        assertThat(resumed.out()).isEqualTo(whole.out());
        assertThat(Files.readString(folder.resolve("learnt.model"))).isEqualTo(model);
    }

    private List<String> command() throws IOException {
        Path scenario = Files.writeString(folder.resolve("small.yaml"), SCENARIO);
        String model = folder.resolve("learnt.model").toString();
        return new ArrayList<>(List.of("train", scenario.toString(), "--threads", "1", "--out", model, "--json"));
    }

    private static Process start(List<String> command, Path log) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName()));
        words.addAll(command);
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }

    private static void awaitUpdate(int update, Path log, Process training) throws Exception {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!Files.readString(log).contains("learn   " + String.format("%3d", update))) {
            assertThat(training.isAlive()).as(Files.readString(log)).isTrue();
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(5);
        }
    }
}
