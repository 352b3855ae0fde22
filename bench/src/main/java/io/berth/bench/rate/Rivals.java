package io.berth.bench.rate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The same jobs with other programs where they are installed: task-spooler ({@code tsp}), GNU parallel and xargs. None of them
 * makes a job durable before it takes it.
 */
record Rivals(Path home, Figures figures) {
    private static final int JOBS = 2_000;
    private static final String AT_ONCE = "16";

    void measure() throws IOException, InterruptedException {
        rate(
                "tsp",
                "tsp",
                "tsp -S " + AT_ONCE + "; tsp -C; i=0; while [ $i -lt " + JOBS
                        + " ]; do tsp -n true >ids; i=$((i+1)); done; while tsp | grep -Eq 'queued|running'; do sleep 0.02; done",
                "tsp -K");
        rate("parallel", "parallel", "seq " + JOBS + " | parallel -j " + AT_ONCE + " true", "");
        rate("xargs", "xargs", "seq " + JOBS + " | xargs -P " + AT_ONCE + " -n 1 true", "");
        figures.put("durable", "none");
    }

    private void rate(String name, String program, String script, String after)
            throws IOException, InterruptedException {
        if (shell("command -v " + program) != 0) {
            figures.put(name + "_jobs_per_s", "not installed");
            return;
        }
        long began = System.nanoTime();
        int code = shell(script);
        double seconds = Server.seconds(began);
        if (!after.isEmpty()) {
            shell(after);
        }
        figures.put(name + "_jobs_per_s", code == 0 ? JOBS / seconds : 0);
    }

    private int shell(String script) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script).directory(home.toFile());
        builder.environment().put("TS_SOCKET", home.resolve("tsp.sock").toString());
        builder.environment()
                .put("TMPDIR", Files.createDirectories(home.resolve("tmp")).toString());
        builder.environment().put("TS_MAXFINISHED", "10");
        return builder.redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
