package io.berth.app;

import io.berth.app.home.BerthHome;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Does what the commands do that ask a running Berth, with a Berth that is another process: a start-up cache is mapped and linked
 * whole, so theirs must hold nothing but what they use.
 */
final class ClientWarmUp implements Command {
    private static final int ROUNDS = 10;
    private static final long PATIENCE_SECONDS = 30;
    private static final String SUBMIT = "submit --name a --cpu 0.1 -- true";
    private static final String SCRIPT =
            "#!/bin/bash\n#SBATCH --job-name=a --time=1:00\n#SBATCH -c 1 --mem=16M\ntrue\n";

    private final boolean submitOnly;

    /** @param submitOnly true for what {@code berth submit} uses alone */
    ClientWarmUp(boolean submitOnly) {
        this.submitOnly = submitOnly;
    }

    @Override
    public int run() {
        try {
            Path folder = Files.createTempDirectory("berth-warm-up");
            try {
                with(folder);
            } finally {
                WarmUp.delete(folder);
            }
            return 0;
        } catch (IOException e) {
            // Without this run commands only start slower.
            return Failure.WORK_FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Failure.WORK_FAILED;
        }
    }

    private void with(Path home) throws IOException, InterruptedException {
        Process berth = up(home);
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream())) {
            Path address = BerthHome.of(home, Map.of()).address();
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (!Files.exists(address) && berth.isAlive() && System.nanoTime() < end) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
            Path script = Files.writeString(home.resolve("job.sbatch"), SCRIPT);
            ask(home.toString(), List.of(SUBMIT, "submit " + script), new Output(nowhere, nowhere));
        } finally {
            berth.destroy();
            berth.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static Process up(Path home) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        return new ProcessBuilder(
                        java.toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "up",
                        "--home",
                        home.toString(),
                        "--port",
                        "0")
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** What is typed most often, over and over: a command must not take longer than a blink. */
    private void ask(String home, List<String> submissions, Output output) throws IOException {
        for (String words : submissions) {
            run(home, words, output);
        }
        if (submitOnly) {
            return;
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (String words : List.of(SUBMIT, "ls --all", "show 1", "logs 1")) {
                run(home, words, output);
            }
        }
        for (String words : List.of(
                "explain 1",
                "eta 1",
                "history",
                "queues",
                "top",
                "strategy",
                "config",
                "drain",
                "undrain",
                "console --print")) {
            run(home, words, output);
        }
    }

    private static void run(String home, String words, Output output) throws IOException {
        List<String> command = new ArrayList<>(List.of(words.split(" ")));
        command.addAll(1, List.of("--home", home));
        if (Main.run(command, output) != 0) {
            throw new IOException("berth " + words + " failed");
        }
    }
}
