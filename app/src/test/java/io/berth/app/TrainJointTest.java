package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.JointModel;
import io.berth.core.model.ModelFile;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** From {@code berth train} of order and placement together to a strategy that goes by the model. */
class TrainJointTest extends LearntModelTest {
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 2, gpus: 8, cpu: 96, memory: 1Ti}, {count: 2, gpus: 4, cpu: 64, memory: 512Gi}]}
            workload: {generate: {jobs: 80, load: 3, gpus: {0.5: 3, 1: 3, 4: 2, 8: 1}, gang: {1: 4, 2: 1}}}
            learn:
              environment: engine-joint
              start: none
              hidden: [8]
              test_sequences: 2
              engine: {jobs: 40, rows: 8, nodes: 4}
              ppo: {updates: 2, episodes: 2, discount: 1}
            """;

    TrainJointTest() {
        super("small", SCENARIO);
    }

    private String by(String rest) {
        return "{name: mine, order: {learnt: {model: " + model + "}}" + rest + "}";
    }

    @Test
    void whatIsLearntDecidesOrderAndPlacement() throws IOException {
        Path home = folder.resolve("home");
        Tree trained = train("--store", "--home", home);
        String text = Files.readString(Path.of(model));
        JointModel read = ModelFile.readJoint(text);
        assertThat(read.id())
                .isEqualTo(ModelFile.id(text))
                .isEqualTo(trained.require("model").text());
        assertThat(read.view()).isEqualTo(new JointModel.View(8, 4));
        assertThat(read.scales().machineMilli()).isEqualTo(24_000);
        assertThat(read.lineage())
                .containsEntry("strategy", "backfill greedy, plan none")
                .containsKeys("test_fcfs+best-fit", "test_sjf+fgd", "test_random");
        assertThat(berth("models", "ls", "--home", home).done().out()).contains(read.id() + "  joint    " + scenario);

        String[] pairs = Stream.of("f1", "fcfs", "sjf", "srsf", "unicep", "wfp3")
                .flatMap(order -> Stream.of("best-fit", "fgd", "first-fit").map(place -> order + " " + place))
                .toArray(String[]::new);
        tested(trained, pairs);
        assertGoneOnFrom(model);
        assertDecidesAgain(by(", backfill: greedy"), "80 decisions compared, 0 differ");
    }

    @Test
    void whatItIsAskedIsToldAndWhatDoesNotGoWithItIsRefused() {
        train();
        Path journal = folder.resolve("journal");
        berth("simulate", scenario, "--strategy", by(", backfill: easy"), "--journal", journal)
                .done();
        Tree started = berth("replay", journal, "--explain", "1", "--json")
                .done()
                .json()
                .require("started");
        Tree placed = started.require("placements").items().getFirst();
        assertThat(placed.require("text").text()).startsWith("task 0 goes to node-");
        assertThat(placed.require("contributions").items())
                .extracting(part -> part.require("feature").text())
                .contains("job_run", "node_gpu_left");

        berth("simulate", scenario, "--strategy", by(", place: fgd"))
                .refused("order (learnt) goes by a model that decides order and placement together", "place (fgd)");
        berth("simulate", scenario, "--strategy", by(", backfill: conservative"))
                .refused("looks only at jobs for which there is room", "none, greedy or easy");
        berth("simulate", scenario, "--strategy", "{place: {learnt: {model: " + model + "}}}")
                .refused("place (learnt) goes by a model that decides order and placement together", "order (fcfs)");
        berth("simulate", scenario, "--strategy", "{order: {hybrid: {model: " + model + "}}}")
                .refused("decides joint, and what decides order is needed here");
        berth("evaluate", scenario, "--set", "learn.environment=engine-placement", model)
                .refused("decides joint; a placement is tested here", "learn.environment: engine-joint");
    }
}
