package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.column.Columns;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From {@code berth train} of an order in the production engine to a strategy that goes by it. */
class TrainEngineOrderTest {
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 3, gpus: 8, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 100, load: 2, gpus: {0.5: 3, 1: 3, 4: 2, 8: 1}, gang: {1: 4, 2: 1}}}
            strategies: [{name: mine, place: best-fit, backfill: easy}]
            learn:
              environment: engine-ordering
              start: none
              hidden: [8]
              test_sequences: 2
              engine: {jobs: 40, rows: 16}
              ppo: {updates: 2, episodes: 2, discount: 1}
            """;

    @TempDir
    private Path folder;

    private String scenario = "";
    private String model = "";

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(folder.resolve("small.yaml"), SCENARIO).toString();
        model = folder.resolve("order.model").toString();
    }

    @Test
    void whatIsLearntIsAnOrderThatAStrategyGoesBy() throws IOException {
        Tree trained = berth("train", scenario, "--out", model, "--threads", "1", "--json")
                .done()
                .json();
        String text = Files.readString(Path.of(model));
        Model read = ModelFile.read(text);
        assertThat(read.columns()).isEqualTo(Columns.SCALED);
        assertThat(read.rows()).isEqualTo(16);
        assertThat(read.lineage()).containsEntry("strategy", "place best-fit, backfill easy, plan none");

        Tree tested = berth("evaluate", scenario, model, "--json").done().json();
        assertThat(tested.require("policies").items())
                .extracting(row -> row.require("policy").text())
                .containsExactly(model, "f1", "fcfs", "sjf", "unicep", "wfp3");
        Tree own = tested.require("policies").items().getFirst();
        Tree seed = trained.require("seeds").items().getFirst();
        assertThat(own.require("mean").text()).isEqualTo(seed.require("test").text());

        Path journal = folder.resolve("journal");
        String strategy = "{order: {learnt: {model: " + model + "}}, backfill: easy}";
        berth("simulate", scenario, "--strategy", strategy, "--journal", journal)
                .done();
        Files.delete(Path.of(model));
        assertThat(berth("replay", journal, "--redecide").done().out()).contains(" 0 differ");
    }

    @Test
    void anOrderLearntOfAModelOfTheQueueIsGoneOnFrom() {
        String simple = folder.resolve("simple.model").toString();
        berth(
                        "train",
                        scenario,
                        "--set",
                        "learn.environment=ordering",
                        "--set",
                        "learn.ordering.jobs=40",
                        "--set",
                        "learn.test_jobs=40",
                        "--out",
                        simple,
                        "--threads",
                        "1")
                .done();

        berth("train", scenario, "--from", simple, "--out", model, "--threads", "1")
                .done();

        assertThat(Path.of(model)).content().contains("\nlineage agent ppo from a model\n", "\nlineage parent ");
        berth("train", scenario, "--set", "learn.environment=engine-placement", "--from", simple)
                .refused(simple + ":2: decides order; here (engine-placement) is learnt");
    }
}
