package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Order(1)
class ImitateTest {
    @TempDir
    private Path temp;

    private Path log;

    @BeforeEach
    void writeALog() throws IOException {
        StringBuilder text = new StringBuilder("; MaxNodes: 16\n; MaxProcs: 16\n");
        Chance chance = new Chance(5, "log", 0);
        long submit = 0;
        for (int job = 1; job <= 1000; job++) {
            submit += 1 + chance.below(400);
            int run = 1 + chance.below(5000);
            int wide = 1 + chance.below(4);
            text.append(
                    "%d %d -1 %d %d -1 -1 %d %d -1 1 1 1 1 1 -1 -1 -1%n".formatted(job, submit, run, wide, wide, run));
        }
        log = Files.writeString(temp.resolve("log.swf"), text);
    }

    @Test
    void aModelThatImitatesTeachesAndDecides() throws IOException {
        Path model = temp.resolve("sjf.model");
        Tree learnt = berth(
                        "imitate",
                        log,
                        "--teacher",
                        "sjf",
                        "--windows",
                        20,
                        "--passes",
                        40,
                        "--rate",
                        0.01,
                        "--tests",
                        20,
                        "--out",
                        model,
                        "--json")
                .done()
                .json();
        assertThat(learnt.require("agreement_pct").number()).isGreaterThan(85);
        assertThat(learnt.require("worse_pct").number()).isBetween(-5.0, 5.0);

        String again = berth(
                        "imitate",
                        log,
                        "--teacher",
                        model,
                        "--windows",
                        3,
                        "--passes",
                        2,
                        "--tests",
                        2,
                        "--network",
                        "pointer")
                .done()
                .out();
        assertThat(again).contains("network    pointer inputs 8", "agreement", "the teacher's");

        Path scenario = Files.writeString(temp.resolve("with.yaml"), """
            cluster: {nodes: [{count: 2, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 200, load: 1.1, gpus: {1: 1}}}
            strategies: [{name: like-sjf, order: {learnt: {model: sjf.model}}, place: best-fit, backfill: none}]
            """);
        berth("simulate", scenario, "--journal", temp.resolve("journal")).done();
        berth("replay", temp.resolve("journal"), "--redecide").done();
    }

    @Test
    void anOracleTeachesToo() {
        String said = berth(
                        "imitate",
                        log,
                        "--teacher",
                        "oracle:sjf",
                        "--windows",
                        3,
                        "--passes",
                        2,
                        "--rounds",
                        1,
                        "--tests",
                        5)
                .done()
                .out();

        assertThat(said).startsWith("teacher    oracle:sjf\n").contains("slowdown");
    }

    @Test
    void wrongWordsAreNamed() throws IOException {
        berth("imitate").refused("needs a log or choices");
        berth("imitate", log, "--teacher", "fastest").refused("--teacher", "fastest");
        berth("imitate", log, "--teacher", "oracle:sjf:far").refused("--teacher", "oracle:ORDER");
        berth("imitate", log, "--teacher", "oracle:sjf:episode:much").refused("--teacher", "much");
        berth("imitate", log, "--network", "tree").refused("--network", "kernel or pointer");
        berth("imitate", log, "--columns", "all").refused("--columns", "published, scaled, fine");
        berth("imitate", log, "--passes", 0).refused("--passes");
        berth("imitate", log, "--tests", 0).refused("--tests");
        Path few = Files.writeString(
                temp.resolve("few.swf"), "; MaxNodes: 4\n1 1 -1 5 1 -1 -1 1 5 -1 1 1 1 1 1 -1 -1 -1\n");
        berth("imitate", few).refused("has 1 jobs");
    }
}
