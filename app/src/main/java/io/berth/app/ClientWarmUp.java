package io.berth.app;

import io.berth.app.command.Failure;
import io.berth.app.command.Output;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Does what the commands do that ask a running Berth, which somebody else started: a start-up cache is mapped and linked whole, so
 * theirs must hold nothing but what they use, and starting processes is nothing of it.
 */
final class ClientWarmUp {
    private static final int ROUNDS = 10;
    private static final String SCRIPT =
            "#!/bin/bash\n#SBATCH --job-name=a --time=1:00\n#SBATCH -c 1 --mem=16M\ntrue\n";

    private final Path home;

    /** @param home of the Berth that is asked */
    ClientWarmUp(Path home) {
        this.home = home;
    }

    /** Exit code: 0 done, 1 the work failed. */
    int run() {
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream())) {
            Path script = Files.writeString(home.resolve("job.sbatch"), SCRIPT);
            ask(script, new Output(nowhere, nowhere));
            return 0;
        } catch (IOException e) {
            // Without this run commands only start slower.
            return Failure.WORK_FAILED;
        }
    }

    /** What is typed most often, over and over: a command must not take longer than a blink. */
    private void ask(Path script, Output output) throws IOException {
        run("submit " + script, output);
        for (int round = 0; round < ROUNDS; round++) {
            for (String words : List.of("submit --name a --cpu 0.1 -- true", "ls --all", "show 1", "logs 1")) {
                run(words, output);
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
            run(words, output);
        }
    }

    private void run(String words, Output output) throws IOException {
        List<String> command = new ArrayList<>(List.of(words.split(" ")));
        command.addAll(1, List.of("--home", home.toString()));
        if (Main.run(command, output) != 0) {
            throw new IOException("berth " + words + " failed");
        }
    }
}
