package io.berth.app;

import io.berth.app.command.Failure;
import io.berth.app.command.Output;
import io.berth.app.up.Rehearsal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The run that the start-up cache of most commands is made from: simulates, and rehearses a Berth of one's own, so that the cache
 * holds the classes of both and the profiles of their hot methods. Prints nothing.
 */
final class WarmUp {
    /** Rounds of commands: enough for their methods to have a profile. */
    private static final int ROUNDS = 10;

    private static final String GENERATED = """
        cluster: {nodes: [{count: 8, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
        workload: {generate: {jobs: 500}}
        """;

    private static final String ARRAY = """
        command: "true"
        array: 3000
        demand: {cpu: 1}
        """;

    /** Exit code: 0 done, 1 the work failed. */
    int run() {
        try {
            Path folder = Files.createTempDirectory("berth-warm-up");
            try {
                simulate(folder);
            } finally {
                delete(folder);
            }
            return 0;
        } catch (IOException e) {
            // Without this run Berth only starts slower.
            return Failure.WORK_FAILED;
        }
    }

    private static void simulate(Path folder) throws IOException {
        Path generated = Files.writeString(folder.resolve("generated.yaml"), GENERATED);
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream())) {
            Output output = new Output(nowhere, nowhere);
            List<List<String>> commands = new ArrayList<>();
            commands.add(List.of("--help"));
            commands.add(List.of("policies", "--json"));
            commands.add(List.of(
                    "simulate",
                    generated.toString(),
                    "--journal",
                    folder.resolve("j").toString()));
            commands.add(List.of("replay", folder.resolve("j").toString(), "--redecide", "--json"));
            for (List<String> command : commands) {
                Main.run(command, output);
            }
            SimulateWarmUp.simulate(folder, output);
            Path array = Files.writeString(folder.resolve("array.yaml"), ARRAY);
            Rehearsal.with(folder.resolve("home"), home -> {
                ask(home.toString(), output);
                crowd(home.toString(), array, output);
            });
        } catch (RuntimeException e) {
            // A machine that launches no tasks runs simulations.
            return;
        }
    }

    /** What is typed most often, over and over: a command must not take longer than a blink. */
    private static void ask(String home, Output output) {
        for (int round = 0; round < ROUNDS; round++) {
            Main.run(List.of("submit", "--home", home, "--name", "a", "--cpu", "0.1", "--", "true"), output);
            Main.run(List.of("ls", "--home", home, "--all"), output);
            Main.run(List.of("logs", "--home", home, "1"), output);
        }
        for (String command : List.of("queues", "top", "show 1", "explain 1", "cancel 1", "drain", "undrain")) {
            List<String> words = new ArrayList<>(List.of(command.split(" ")));
            words.addAll(1, List.of("--home", home));
            Main.run(words, output);
        }
    }

    /** Many jobs that wait, and never run: a Berth that is started again may have to take as many at its first request. */
    private static void crowd(String home, Path array, Output output) {
        Main.run(List.of("drain", "--home", home), output);
        for (int round = 0; round < ROUNDS; round++) {
            Main.run(List.of("submit", "--home", home, array.toString()), output);
            Main.run(List.of("eta", "--home", home, Integer.toString(3 * ROUNDS + round + 2)), output);
        }
        Main.run(List.of("cancel", "--home", home, "--state", "pending"), output);
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
