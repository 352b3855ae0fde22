package io.berth.app;

import io.berth.app.command.Failure;
import io.berth.app.command.Output;
import io.berth.core.time.Chance;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The run that the start-up cache of {@code berth simulate} is made from: simulates a small made-up trace, so that the cache holds
 * the classes of a simulation and the profiles of its hot methods, and nothing else, since it is mapped and linked whole. Prints
 * nothing.
 *
 * <p>The nodes, shares and CPUs are of the sizes that the openb trace has, because profiles of other branches help little.
 */
final class SimulateWarmUp {
    private static final int NODES = 300;
    private static final int PODS = 4000;
    private static final int[] GPUS = {0, 1, 1, 1, 1, 1, 2, 4, 8};
    private static final int[] SHARES = {200, 270, 400, 500, 800, 1000, 1000, 1000};
    private static final int[] CPUS = {2000, 4000, 6000, 8000, 11200, 12000};

    private static final String SCENARIO = """
        cluster: {openb: nodes.csv}
        workload: {openb: pods.csv, arrivals: arrivals.csv, departures: never}
        strategies: [fgd, best-fit]
        """;

    /** Exit code: 0 done, 1 the work failed. */
    int run() {
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream())) {
            Path folder = Files.createTempDirectory("berth-warm-up");
            try {
                simulate(folder, new Output(nowhere, nowhere));
            } finally {
                WarmUp.delete(folder);
            }
            return 0;
        } catch (IOException e) {
            // Without this run Berth only starts slower.
            return Failure.WORK_FAILED;
        }
    }

    /** Writes a trace into {@code folder} and simulates it. */
    static void simulate(Path folder, Output output) throws IOException {
        Chance chance = new Chance(42, "warm-up", 0);
        Files.writeString(folder.resolve("nodes.csv"), nodes());
        Files.writeString(folder.resolve("pods.csv"), pods(chance));
        Files.writeString(folder.resolve("arrivals.csv"), arrivals(chance));
        String scenario =
                Files.writeString(folder.resolve("scenario.yaml"), SCENARIO).toString();
        Main.run(List.of("simulate", scenario, "--json"), output);
        Main.run(List.of("simulate", scenario, "--strategy", "fgd", "--seed", "1", "--json"), output);
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
}
