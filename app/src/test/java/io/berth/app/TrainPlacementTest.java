package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.ModelFile;
import io.berth.core.model.PlacementModel;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** From {@code berth train} of a placement to a strategy that goes by it. */
class TrainPlacementTest extends LearntModelTest {
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 3, gpus: 8, cpu: 96, memory: 1Ti}, {count: 2, gpus: 4, cpu: 64, memory: 512Gi}]}
            workload: {generate: {jobs: 100, load: 2, gpus: {0.5: 3, 1: 3, 4: 2, 8: 1}}}
            strategies: [{name: mine, order: sjf, backfill: easy}]
            learn:
              environment: engine-placement
              start: none
              hidden: [8]
              test_sequences: 2
              engine: {jobs: 40}
              ppo: {updates: 2, episodes: 2, discount: 1}
            """;

    TrainPlacementTest() {
        super("small", SCENARIO);
    }

    private static String placing(String file) {
        return "{name: mine, order: sjf, place: {learnt: {model: " + file + "}}, backfill: easy}";
    }

    @Test
    void whatIsLearntIsAFileThatAStrategyPlacesBy() throws IOException {
        Path home = folder.resolve("home");
        Tree trained = train("--store", "--home", home);
        String text = Files.readString(Path.of(model));
        PlacementModel read = ModelFile.readPlacement(text);
        assertThat(trained.require("model").text()).isEqualTo(ModelFile.id(text));
        assertThat(read.shape()).hasToString("15-8-1");
        assertThat(read.largest().gpuMilli()).isEqualTo(8_000);
        assertThat(read.lineage())
                .containsEntry("agent", "ppo")
                .containsEntry("rows", "32")
                .containsEntry("strategy", "order sjf, backfill easy, plan none")
                .containsKeys("data", "seed", "update", "test", "test_best-fit", "version");
        assertThat(berth("models", "ls", "--home", home).done().out()).contains(read.id() + "  placement  " + scenario);

        assertDecidesAgain(placing(model), "100 decisions compared, 0 differ");
    }

    @Test
    void whatIsLearntIsTestedBesideKnownPoliciesAndGoneOnFrom() {
        // All nodes had a row in training, so environment and strategy decide alike.
        tested(train(), "best-fit", "fgd", "first-fit");
        assertGoneOnFrom(model);
    }

    @Test
    void ordersAndPlacementsAreNotTakenForEachOther() throws IOException {
        train();
        String order = order();

        berth("simulate", scenario, "--strategy", placing(order))
                .refused(order + ":2: decides order, and what decides placement is needed here");
        berth("simulate", scenario, "--strategy", "{order: {learnt: {model: " + model + "}}}")
                .refused(model + ":2: decides placement, and what decides order is needed here");
        berth("simulate", scenario, "--strategy", "{place: learnt}")
                .refused("The placement (learnt) needs the parameter (model)");
        berth("simulate", scenario, "--strategy", "{place: [{learnt: {model: " + model + ", weight: 1}}, {fgd: 1}]}")
                .refused("the place policy \"learnt\"", "cannot be combined", "best-fit");
        berth("evaluate", scenario, order)
                .refused(
                        order
                                + ":2: decides order; a placement is tested here; name a scenario with learn.environment: ordering");
        berth("evaluate", "ordering", model)
                .refused(
                        model
                                + ":2: decides placement; an order is tested here; name a scenario with learn.environment: engine-placement");
        berth("train", scenario, "--from", order)
                .refused(order + ":2: decides order; here (engine-placement) is learnt");
        berth("train", "ordering", "--from", model).refused(model + ":2: decides placement; here (ordering) is learnt");
        berth("train", "deeprm", "--out", folder.resolve("deeprm.model"))
                .refused(
                        "--out",
                        "only what is learnt of ordering, engine-ordering, engine-placement, engine-joint or dispatch",
                        "deeprm");
    }
}
