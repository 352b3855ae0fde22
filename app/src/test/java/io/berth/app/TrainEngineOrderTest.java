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
import org.junit.jupiter.api.Test;

/** From {@code berth train} of an order in the production engine to a strategy that goes by it. */
class TrainEngineOrderTest extends LearntModelTest {
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

    TrainEngineOrderTest() {
        super("small", SCENARIO);
    }

    @Test
    void whatIsLearntIsAnOrderThatAStrategyGoesBy() throws IOException {
        Tree trained = train();
        String text = Files.readString(Path.of(model));
        Model read = ModelFile.read(text);
        assertThat(read.columns()).isEqualTo(Columns.SCALED);
        assertThat(read.rows()).isEqualTo(16);
        assertThat(read.lineage()).containsEntry("strategy", "place best-fit, backfill easy, plan none");

        tested(trained, "f1", "fcfs", "sjf", "unicep", "wfp3");
        assertDecidesAgain("{order: {learnt: {model: " + model + "}}, backfill: easy}", " 0 differ");
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

        assertGoneOnFrom(simple);
        berth("train", scenario, "--set", "learn.environment=engine-placement", "--from", simple)
                .refused(simple + ":2: decides order; here (engine-placement) is learnt");
    }
}
