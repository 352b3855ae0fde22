package io.berth.testkit.real;

import io.berth.app.Main;
import io.berth.app.command.Output;
import io.berth.app.home.BerthHome;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The command line of one home, in this process. */
final class CommandLine {
    private final BerthHome home;

    /** What a command did. */
    record Answer(int code, String out, String err) {}

    CommandLine(BerthHome home) {
        this.home = home;
    }

    /** Runs a command; the first word is its name. */
    Answer run(String... command) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(1, List.of("--home", home.folder().toString()));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(
                words,
                new Output(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8)));
        return new Answer(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Submits a job with these words; its number. */
    long submit(String... words) {
        List<String> command = new ArrayList<>(List.of("submit", "--clean-env"));
        command.addAll(List.of(words));
        Answer answer = run(command.toArray(String[]::new));
        if (answer.code() != 0) {
            throw new AssertionError("berth " + String.join(" ", command) + ": " + answer);
        }
        return Long.parseLong(answer.out().strip());
    }
}
