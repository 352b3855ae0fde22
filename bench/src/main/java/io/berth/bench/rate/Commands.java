package io.berth.bench.rate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How long commands take that ask a running Berth, from a shell. */
final class Commands {
    private static final int RUNS = 20;

    private final Path berth;
    private final Path home;
    private final Figures figures;

    Commands(Path berth, Path home, Figures figures) {
        this.berth = berth;
        this.home = home;
        this.figures = figures;
    }

    void measure() throws IOException, InterruptedException {
        try (Server server = Server.start(berth, home)) {
            server.submit(Server.TRUE);
            List<String> after = List.of("--home", server.home().toString());
            time("submit", after, "--", "true");
            time("ls", after, "--all");
            time("show", after, "1");
        }
    }

    private void time(String command, List<String> options, String... rest) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(berth.toString(), command));
        words.addAll(options);
        words.addAll(List.of(rest));
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
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
        figures.putMillis(command, nanos);
    }
}
