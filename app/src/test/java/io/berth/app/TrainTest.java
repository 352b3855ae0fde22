package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.ModelFile;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrainTest extends LearntModelTest {
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 1, gpus: 8, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 300, load: 2}}
            strategies: [fcfs]
            learn: {test_sequences: 3, test_jobs: 48, ordering: {jobs: 16}, ppo: {updates: 2, episodes: 2}}
            """;

    TrainTest() {
        super("small", SCENARIO);
    }

    @Test
    void whatIsLearntIsAFileThatAStrategyGoesBy() throws IOException {
        Cli trained = berth("train", scenario, "--out", model, "--seed", "1..2", "--set", "learn.start=none", "--json")
                .done();
        assertThat(trained.err()).contains("seed 2  learn").doesNotContain("warning");
        Tree document = trained.json();
        assertThat(document.require("seeds").items()).hasSize(2);
        assertThat(document.require("figure").text()).isEqualTo("bounded_slowdown_mean");
        String text = Files.readString(Path.of(model));
        assertThat(document.require("model").text()).isEqualTo(ModelFile.id(text));
        assertThat(ModelFile.read(text).lineage()).containsKeys("agent", "data", "seed", "update", "version");

        Cli evaluated = berth("evaluate", scenario, model, "--json").done();
        assertThat(evaluated.json().require("policies").items()).hasSize(6);

        assertDecidesAgain("{name: mine, order: {learnt: {model: " + model + "}}}", "300 decisions compared, 0 differ");
    }

    @Test
    void whereNobodyWaitsItSaysThatNothingCanBeLearnt() {
        assertThat(berth("train", scenario, "--set", "workload.generate.load=0.001", "--set", "learn.start=none")
                        .done()
                        .err())
                .startsWith("warning: all known policies do equally well where this is tested");
    }

    @Test
    void onlyWhatBecomesAModelIsEvaluated() {
        berth("train", scenario, "--out", model, "--set", "learn.start=none").done();
        berth("evaluate", "deeprm", model)
                .refused("deeprm: learns deeprm; models decide an ordering of jobs, a placement or a balancer alone");
    }

    @Test
    void theSameSeedGivesTheSameBytesOnAnyNumberOfThreads() throws IOException {
        List<Object> words = List.of("train", scenario, "--out", model, "--set", "learn.ordering.jobs=6", "--threads");
        berth(Stream.concat(words.stream(), Stream.of("1")).toArray()).done();
        String one = Files.readString(Path.of(model));
        berth(Stream.concat(words.stream(), Stream.of("2")).toArray()).done();

        assertThat(Files.readString(Path.of(model))).isEqualTo(one);
    }

    @Test
    void wrongInputIsToldWithItsPlace() throws IOException {
        berth("train", folder.resolve("none.yaml")).refused("none.yaml", "is no file");
        berth("train", "deeprn").refused("deeprn: is no file", "unknown environment", "did you mean \"deeprm\"");
        berth("train", scenario, "--set", "learn.agend=ppo").refused("learn", "agend", "agent");
        berth("train", scenario, "--set", "learn.ordering.jobs=301").refused("an episode takes 301 (jobs)");
        berth("train", scenario, "--out", folder).refused("--out", "is no file");
        berth("train", "deeprm", "--out", model)
                .refused(
                        "only what is learnt of ordering, engine-ordering, engine-placement, engine-joint or dispatch");

        Files.writeString(Path.of(model), "berth-model 9\n");
        berth("evaluate", scenario, model).refused(model + ":1: is of version 9");
        berth("evaluate", "deeprm", model).refused(model + ":1: is of version 9");
        berth("simulate", scenario, "--strategy", "{order: {learnt: {model: " + model + "}}}")
                .refused(model + ":1: is of version 9");
    }
}
