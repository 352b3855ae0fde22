package io.berth.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.Main;
import io.berth.app.command.Output;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonLines;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoCommandTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aStrategyThatNoCatalogCanMakeIsRefusedBeforeAnythingRuns() {
        assertThat(demo("--strategy", "{place: [worst-fit, least-tasks, least-allocated]}"))
                .isEqualTo(2);

        assertThat(text(err)).startsWith("berth: --strategy: ").contains("too fine to be told apart in order");
    }

    @Test
    void theDocumentIsThatOfASimulationWithOneRun() {
        assertThat(demo("--seconds", "1", "--time-scale", "1800", "--seed", "9", "--json"))
                .isZero();

        Tree document = JsonLines.read("stdout", text(out));
        assertThat(document.require("scenario").text()).isEqualTo("demo");
        Tree run = document.require("runs").items().getFirst();
        assertThat(run.require("strategy").text()).isEqualTo("fgd-greedy");
        assertThat(run.require("seed").whole()).isEqualTo(9);
        assertThat(run.require("decisions").whole()).isGreaterThan(100);
        assertThat(run.require("events").whole()).isGreaterThan(100);
        assertThat(run.require("wall_seconds").text()).isNotEmpty();
        assertThat(run.require("metrics").require("jobs_finished").whole()).isGreaterThan(10);
    }

    @Test
    void withoutATerminalItEndsWithASummary() {
        assertThat(demo("--seconds", "0.2")).isZero();

        assertThat(text(out)).contains("Berth demo:", "Five figures of imbalance");
    }

    @Test
    void wrongOptionsAreInputErrorsOfOneLine() throws IOException {
        Files.writeString(folder.resolve("file"), "no journal");
        assertWrong("--strategy", "did you mean \"fgd\"?", "fdg");
        assertWrong("--seconds", "must be above 0", "-1");
        assertWrong("--time-scale", "must be above 0", "0");
        assertWrong("--port", "must be none or a whole number, 0 to 65535, but is \"web\"", "web");
        assertWrong("--control", "is in the way", folder.resolve("file").toString());
    }

    private void assertWrong(String option, String message, String value) {
        err.reset();
        assertThat(demo(option, value)).as(option).isEqualTo(2);
        assertThat(text(err)).contains(option, message);
        assertThat(text(err).lines()).hasSize(1);
        assertThat(text(out)).isEmpty();
    }

    private int demo(String... arguments) {
        List<String> all = new ArrayList<>(List.of("demo"));
        all.addAll(List.of(arguments));
        if (!all.contains("--control")) {
            all.addAll(List.of("--control", folder.resolve("s").toString()));
        }
        return Main.run(all, new Output(stream(out), stream(err)));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
