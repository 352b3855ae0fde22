package io.berth.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.command.Output;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** A command that was run in this process, and what came of it. */
public record Cli(List<String> args, int code, String out, String err) {
    public static Cli berth(Object... args) {
        List<String> words = Arrays.stream(args).map(String::valueOf).toList();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Output output = new Output(
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
        int code = Main.run(words, output);
        return new Cli(words, code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** The same, checked to be done. */
    public Cli done() {
        assertThat(code).as("exit code of %s; stderr: %s", args, err).isZero();
        return this;
    }

    /** The one JSON document on stdout. */
    public Tree json() {
        return TreeReader.read(Source.text("stdout", out));
    }

    /** The first run of a simulation that was asked for JSON, checked to be done. */
    public Tree firstRun() {
        return done().json().require("runs").items().getFirst();
    }

    /** Refused as wrong input: nothing on stdout, and one line on stderr that holds all {@code parts}. */
    public void refused(String... parts) {
        assertThat(code).as("exit code of %s; stderr: %s", args, err).isEqualTo(2);
        assertThat(out).isEmpty();
        assertThat(err.lines()).as("lines on stderr").hasSize(1);
        assertThat(err).startsWith("berth").contains(parts).doesNotContain("Exception");
    }
}
