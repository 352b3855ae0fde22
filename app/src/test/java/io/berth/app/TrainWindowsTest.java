package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.ModelFile;
import io.berth.core.model.SequenceModel;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** From {@code berth train} of orders of windows to a strategy that goes by them. */
class TrainWindowsTest extends LearntModelTest {
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 3, gpus: 8, cpu: 96, memory: 1Ti}, {count: 3, gpus: 4, cpu: 64, memory: 512Gi}]}
            workload:
              generate:
                jobs: 200
                load: 1.5
                gpus: {0.5: 3, 1: 5, 2: 4, 4: 3, 8: 1}
                gang: {1: 8, 2: 3, 4: 1}
                cpu_per_gpu: 12
            strategies: [{name: mine, place: fgd}]
            learn:
              environment: windows
              windows: {jobs: 8, lessons: 40, validation: 10, tests: 20, width: 8, hidden: 16, rounds: 1, passes: 5, rate: 0.005}
            """;

    TrainWindowsTest() {
        super("small", SCENARIO);
    }

    private static String planning(String file) {
        return "{name: mine, place: fgd, plan: {learnt: {model: " + file + ", window: 8}}}";
    }

    private static double gap(Tree document, String policy) {
        return row(document, policy).require("gap_pct").number();
    }

    private static Tree row(Tree document, String policy) {
        return document.require("policies").items().stream()
                .filter(row -> row.require("policy").text().equals(policy))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatIsLearntTellsItsGapAndIsAFileThatAStrategyPlansBy() throws IOException {
        Path home = folder.resolve("home");
        Tree trained = train("--store", "--home", home);
        String text = Files.readString(Path.of(model));
        SequenceModel read = ModelFile.readWindow(text);

        assertThat(trained.require("model").text()).isEqualTo(ModelFile.id(text));
        assertThat(read.shape()).hasToString("sequence width 8 hidden 16 blocks 1");
        assertThat(read.lineage())
                .containsEntry("windows", "40 of 8 jobs")
                .containsKeys("agent", "data", "seed", "test", "validation", "version");
        assertThat(trained.require("windows").whole()).isEqualTo(20);
        assertThat(trained.require("proved").whole()).isEqualTo(20);
        assertThat(gap(trained, "ilp")).isZero();
        assertThat(gap(trained, "learnt, seed 1")).isBetween(0.0, 1.0);
        assertThat(gap(trained, "order of the queue")).isGreaterThan(2);
        assertThat(row(trained, "learnt, seed 1").require("times_faster").number())
                .isPositive();
        assertThat(berth("models", "ls", "--home", home).done().out()).contains(read.id() + "  window   " + scenario);

        Tree tested = berth("evaluate", scenario, model, "--json").done().json();
        assertThat(gap(tested, model)).isEqualTo(gap(trained, "learnt, seed 1"));
        assertThat(gap(tested, model + ", its first order"))
                .isGreaterThanOrEqualTo(gap(tested, model + ", its order alone"));
        assertThat(berth("evaluate", scenario, model).done().out())
                .contains("20 windows of 8 jobs, the optimum of 20 proved", "most value first");
        assertDecidesAgain(planning(model), " decisions compared, 0 differ");
    }

    @Test
    void aSeedLearnsTheSameBytesWithAnyNumberOfThreadsAndFromACheckpoint() throws IOException {
        train();
        String text = Files.readString(Path.of(model));
        Path states = folder.resolve("states");
        Path other = folder.resolve("other.model");
        List<Object> words = List.of("train", scenario, "--out", other, "--threads", "2", "--checkpoint", states);

        berth(words.toArray()).done();
        assertThat(other).hasContent(text);
        String again = berth(words.toArray()).done().err();
        assertThat(other).hasContent(text);
        assertThat(again).contains("goes on from " + states.resolve("seed-1.checkpoint"));

        berth("train", scenario, "--checkpoint", states, "--set", "learn.windows.rate=0.001")
                .refused("it is of another training: learn.windows.rate was 0.005, and is 0.001 here");
    }

    @Test
    void whatDoesNotGoIsRefusedWithAWord() throws IOException {
        String order = order();

        berth("simulate", scenario, "--strategy", planning(order))
                .refused(order + ":2: decides order, and what decides window is needed here");
        berth("simulate", scenario, "--strategy", "{plan: learnt}")
                .refused("The plan (learnt) needs the parameter (model)");
        berth("evaluate", scenario, order).refused(order + ":2: decides order; an order of windows is tested here");
        berth("train", scenario, "--from", order).refused("--from", "are imitated from their beginning");
        berth("train", scenario, "--set", "workload.generate.load=0.01")
                .refused("brings no windows of 8 jobs that are in each other's way", "learn.windows.lessons");
        berth("env", "describe", scenario).refused("whose orders are imitated and not played");
        berth("train", scenario, "--set", "learn.windows.width=0").refused("width");
    }
}
