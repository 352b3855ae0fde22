package io.berth.bench.rate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How long commands take that ask a running Berth, from a shell. */
record Commands(Path berth, Path home, Figures figures) {
    private static final int RUNS = 20;
    private static final int LISTED = 2_000;
    private static final int CANCELLED = 11_000;
    private static final double NANOS_PER_MILLI = 1e6;

    void measure() throws IOException, InterruptedException {
        try (Server server = Server.start(berth, home)) {
            server.submit(Server.TRUE);
            List<String> after = List.of("--home", server.home().toString());
            time("submit", after, "--", "true");
            time("ls", after, "--all");
            time("show", after, "1");
            many(server, after);
        }
    }

    /** The same beside thousands of jobs that wait, and the end of all of them by one command. */
    private void many(Server server, List<String> after) throws IOException, InterruptedException {
        server.submit("{\"command\": [\"sleep\", \"600\"], \"array\": " + LISTED + "}");
        time("ls_of_" + LISTED, "ls", after, RUNS);
        server.submit("{\"command\": [\"sleep\", \"600\"], \"array\": " + (CANCELLED - LISTED) + "}");
        time("cancel_of_" + CANCELLED, "cancel", after, 1, "1-1000000");
    }

    private void time(String command, List<String> options, String... rest) throws IOException, InterruptedException {
        time(command, command, options, RUNS, rest);
    }

    private void time(String figure, String command, List<String> options, int runs, String... rest)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(berth.toString(), command));
        words.addAll(options);
        words.addAll(List.of(rest));
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            long began = System.nanoTime();
            Process process = new ProcessBuilder(words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            int code = process.waitFor();
            nanos.add(System.nanoTime() - began);
            if (code != 0) {
                throw new IOException("berth " + command + " ended with code " + code);
            }
        }
        figures.put(figure + "_min_ms", (double) Collections.min(nanos) / NANOS_PER_MILLI);
        figures.putMillis(figure, nanos);
    }
}
