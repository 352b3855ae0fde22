package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuneTest {
    /** Long jobs first is about the worst there is for the slowdown, so that every search finds better. */
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 2, gpus: 8, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 150, load: 1.2, gpus: {1: 2, 4: 1}, duration_sigma: 1, duration_max: 4h}}
            strategies:
            - sjf
            - {name: mine, order: {rule: {run: 1, longest: 6}}, backfill: easy}
            seeds: 1..2
            """;

    @TempDir
    private Path folder;

    private Path scenario;

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(folder.resolve("scenario.yaml"), SCENARIO);
    }

    @Test
    void aTunedRuleIsBetterOnOtherSeedsAndCanBeReadAndSimulated() throws IOException {
        Path out = folder.resolve("tuned.yaml");
        Tree result = tune("--vary", "order.rule.run=-2..2", "--validate", "11..16", "--out", out, "--json")
                .done()
                .json();

        Tree others = result.require("validation");
        assertThat(others.require("seeds").items()).hasSize(6);
        assertThat(others.require("difference").require("verdict").text()).isEqualTo("better");
        assertThat(others.require("after").require("mean").number())
                .isLessThan(others.require("before").require("mean").number());
        assertThat(result.require("simulations").whole()).isEqualTo(64);
        String tuned = Files.readString(out).strip();
        assertThat(tuned)
                .isEqualTo(result.require("tuned").text())
                .matches("\\{name: mine, order: \\{rule: \\{run: -[0-9.]+, longest: 6}}, backfill: easy}");
        berth("simulate", scenario, "--strategy", tuned, "--json").done();
    }

    @Test
    void tuningTwiceGivesTheSameNumbersAndATableForPeople() {
        Cli first =
                tune("--vary", "order.rule.run=-2..2", "--validate", "11..12").done();
        Cli second =
                tune("--vary", "order.rule.run=-2..2", "--validate", "11..12").done();

        assertThat(first.out()).isEqualTo(second.out());
        assertThat(first.out()).contains("bounded_slowdown_mean", "tuned on", "other seeds", "64 simulations");
    }

    @Test
    void wrongInputIsNamed() {
        tune("--vary", "order.rule.run=2").refused("--vary order.rule.run=2", "LOW..HIGH");
        tune("--vary", "order.rule.rum=-2..2").refused("rum", "run");
        tune("--vary", "order.rule.jobs=0..10").refused("--vary", "jobs", "1 to 4096");
        tune("--vary", "order.rule.run=-2..2", "--goal", "slowdown").refused("--goal", "slowdown");
        tune("--vary", "order.rule.run=-2..2", "--goal", "jobs_submitted").refused("--goal", "neither");
        tune("--vary", "order.rule.run=-2..2", "--budget", "31").refused("--budget", "at least 32");
        tune("--vary", "order.rule.run=-2..2", "--validate", "2..3").refused("--validate", "seed 2");
        tune("--vary", "order.rule.run=-2..2", "--strategy", "yours").refused("--strategy", "yours", "mine");
        tune("--vary", "order.rule.run=-2..2", "--strategy", "sjf").refused("written in full");
        tune().refused("--vary", "is needed");
    }

    /** With the options of a quick search, where {@code options} does not say otherwise. */
    private Cli tune(Object... options) {
        List<Object> given = List.of(options);
        List<Object> args = new ArrayList<>(List.of("tune", scenario));
        if (!given.contains("--strategy")) {
            args.addAll(List.of("--strategy", "mine"));
        }
        if (!given.contains("--budget")) {
            args.addAll(List.of("--budget", "64"));
        }
        args.addAll(given);
        return berth(args.toArray());
    }
}
