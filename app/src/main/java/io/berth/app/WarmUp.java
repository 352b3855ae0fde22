package io.berth.app;

import io.berth.app.command.Command;
import io.berth.app.command.Failure;
import io.berth.app.command.Output;
import io.berth.app.up.Rehearsal;
import io.berth.core.time.Chance;
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
 * The run that the start-up cache is made from: simulates a small made-up trace, so that the cache holds the classes of a
 * simulation and the profiles of its hot methods. Prints nothing.
 *
 * <p>The nodes, shares and CPUs are of the sizes that the openb trace has, because profiles of other branches help little.
 */
final class WarmUp implements Command {
    private static final int NODES = 300;
    private static final int PODS = 4000;
    private static final int[] GPUS = {0, 1, 1, 1, 1, 1, 2, 4, 8};
    private static final int[] SHARES = {200, 270, 400, 500, 800, 1000, 1000, 1000};
    private static final int[] CPUS = {2000, 4000, 6000, 8000, 11200, 12000};

    /** Rounds of commands: enough for their methods to have a profile. */
    private static final int ROUNDS = 10;

    private static final String SCENARIO = """
        cluster: {openb: nodes.csv}
        workload: {openb: pods.csv, arrivals: arrivals.csv, departures: never}
        strategies: [fgd, best-fit]
        """;

    private static final String GENERATED = """
        cluster: {nodes: [{count: 8, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
        workload: {generate: {jobs: 500}}
        """;

    private static final String ARRAY = """
        command: "true"
        array: 3000
        demand: {cpu: 1}
        """;

    @Override
    public int run() {
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
        Chance chance = new Chance(42, "warm-up", 0);
        Files.writeString(folder.resolve("nodes.csv"), nodes());
        Files.writeString(folder.resolve("pods.csv"), pods(chance));
        Files.writeString(folder.resolve("arrivals.csv"), arrivals(chance));
        Path scenario = Files.writeString(folder.resolve("scenario.yaml"), SCENARIO);
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
            commands.add(List.of("simulate", scenario.toString(), "--json"));
            commands.add(List.of("simulate", scenario.toString(), "--strategy", "fgd", "--seed", "1", "--json"));
            for (List<String> command : commands) {
                Main.run(command, output);
            }
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

    private static String nodes() {
        StringBuilder text = new StringBuilder("sn,cpu_milli,memory_mib,gpu,model\n");
        for (int node = 0; node < NODES; node++) {
            boolean large = node % 2 == 0;
            text.append("openb-node-").append(id(node)).append(large ? ",96000,393216,8,G2\n" : ",64000,262144,2,T4\n");
        }
        return text.toString();
    }

    private static String pods(Chance chance) {
        StringBuilder text = new StringBuilder("name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n");
        for (int pod = 0; pod < PODS; pod++) {
            int gpus = GPUS[chance.below(GPUS.length)];
            int share = SHARES[chance.below(SHARES.length)];
            int milli = gpus == 1 ? share : Math.min(gpus, 1) * 1000;
            int cpu = CPUS[chance.below(CPUS.length)];
            String model = gpus > 0 && pod % 10 == 0 ? "T4|G2" : "";
            text.append("openb-pod-")
                    .append(id(pod))
                    .append(',')
                    .append(cpu)
                    .append(',')
                    .append(4 * cpu / 1000);
            text.append("000,")
                    .append(gpus)
                    .append(',')
                    .append(milli)
                    .append(',')
                    .append(model)
                    .append('\n');
        }
        return text.toString();
    }

    private static String arrivals(Chance chance) {
        StringBuilder text = new StringBuilder("N");
        for (int node = 0; node < NODES; node++) {
            text.append(',').append(id(node)).append(':').append(node);
        }
        text.append("\nP");
        for (int pod = 0; pod < PODS; pod++) {
            text.append(',').append(id(chance.below(PODS)));
        }
        return text.append('\n').toString();
    }

    private static String id(int number) {
        String digits = Integer.toString(number);
        return "0".repeat(4 - digits.length()) + digits;
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
