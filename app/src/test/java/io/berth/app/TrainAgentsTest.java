package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.ModelFile;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code berth train} with each agent, with states kept, with a report, and where it diverges. */
class TrainAgentsTest {
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 1, gpus: 8, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 200, load: 2}}
            strategies: [fcfs]
            learn: {start: none, test_sequences: 2, ordering: {jobs: 30}, test_jobs: 60}
            """;

    @TempDir
    Path folder;

    private String scenario = "";
    private Path model = Path.of("");
    private Path kept = Path.of("");

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(folder.resolve("small.yaml"), SCENARIO).toString();
        model = folder.resolve("small.model");
        kept = folder.resolve("kept");
    }

    @ParameterizedTest
    @CsvSource({
        "ppo, {updates: 2; episodes: 2}",
        "a2c, {updates: 2; round: 1}",
        "a3c, {updates: 2; round: 1}",
        "reinforce, {updates: 2; plays: 2}",
        "dqn, {updates: 2; round: 1; warm_up: 100}"
    })
    void eachAgentLearnsAndItsModelOrdersJobs(String agent, String own) throws IOException {
        Tree document = train(agent, own, "--out", model, "--json").done().json();

        assertThat(document.require("agent").text()).isEqualTo(agent);
        Tree seed = document.require("seeds").items().getFirst();
        assertThat(seed.require("curve").items()).hasSize(2);
        assertThat(seed.require("diverged").text()).isEmpty();
        assertThat(ModelFile.read(Files.readString(model)).lineage()).containsEntry("agent", agent);
        assertThat(berth("evaluate", scenario, model).done().out()).contains("fcfs");
        String alone = Files.readString(model);
        train(agent, own, "--out", model, "--checkpoint", kept).done();
        assertThat(Files.readString(model)).isEqualTo(alone);
        Cli again = train(agent, own, "--checkpoint", kept, "--json").done();
        assertThat(again.err()).contains("has ended; its result is read from " + kept.resolve("seed-1.checkpoint"));
        assertThat(again.json().require("seeds").items().getFirst()).hasToString(seedText(document));
    }

    private static String seedText(Tree document) {
        return document.require("seeds").items().getFirst().toString();
    }

    @Test
    void dqnGoesOnFromItsOwnModelsAlone() {
        train("ppo", "{updates: 1; episodes: 2}", "--out", model).done();

        train("dqn", "{updates: 1; round: 1}", "--from", model)
                .refused(model + ":", "was learnt by (ppo)", "dqn goes on from what it learnt itself");
        train("dqn", "{updates: 1; round: 1; warm_up: 100}", "--out", model).done();
        train("dqn", "{updates: 1; round: 1; warm_up: 100}", "--from", model).done();
    }

    @Test
    void whatDoesNotFitTheAgentIsTold() {
        berth("train", scenario, "--set", "learn.agent=q-learning")
                .refused("learn.agent", "q-learning", "ppo, a2c, a3c, reinforce, dqn");
        berth("train", scenario, "--set", "learn.agent=a2c", "--set", "learn.ppo.updates=3")
                .refused("learn.ppo: is said of an agent that does not learn here: learn.agent is a2c");
        berth("train", scenario, "--set", "learn.agent=a2c", "--set", "learn.a2c.clip=3")
                .refused("learn.a2c", "unknown key \"clip\"");
        berth("train", scenario, "--set", "learn.agent=dqn", "--set", "learn.start=rule")
                .refused("learn.start: a rule says which job is better, not what that brings", "take none");
        berth("train", scenario, "--set", "learn.start=rule", "--set", "learn.hidden=4")
                .refused("learn.hidden: [4] has no room for a rule of 8 features");
        berth("train", "deeprm", "--set", "learn.start=rule", "--set", "learn.deeprm.view=image")
                .refused("learn.start: rule", "pick a row");
        berth("train", scenario, "--set", "learn.agent=reinforce", "--set", "learn.reinforce.plays=1")
                .refused("learn.reinforce.plays: must be at least 2 where the baseline is time-mean");
    }

    @Test
    void aStateOfAnotherTrainingIsRefusedAndKept() throws IOException {
        train("ppo", "{updates: 1; episodes: 2}", "--checkpoint", kept).done();
        Path file = kept.resolve("seed-1.checkpoint");
        byte[] written = Files.readAllBytes(file);

        train("ppo", "{updates: 2; episodes: 2}", "--checkpoint", kept)
                .refused(file + ": it is of another training: learn.ppo.updates was 1, and is 2 here");
        train("a2c", "{updates: 2}", "--checkpoint", kept).refused("agent was ppo, and is a2c here");
        train("ppo", "{updates: 1; episodes: 2}", "--checkpoint", kept, "--set", "workload.generate.load=3")
                .refused("workload.generate.load was 2, and is 3 here");
        assertThat(Files.readAllBytes(file)).isEqualTo(written);
        byte[] damaged = written.clone();
        damaged[damaged.length / 2] ^= 1;
        Files.write(file, damaged);
        train("ppo", "{updates: 1; episodes: 2}", "--checkpoint", kept, "--seed", "0..1")
                .refused(file + ": it is damaged");
        assertThat(Files.readAllBytes(file)).isEqualTo(damaged);
        assertThat(kept.resolve("seed-0.checkpoint")).doesNotExist();
        train("ppo", "{updates: 1; episodes: 2}", "--checkpoint", scenario)
                .refused("--checkpoint", "small.yaml\" is a file, not a folder");
    }

    @Test
    void aTrainingThatDivergesSaysWhatAndKeepsTheBest() {
        Cli chance = train("a2c", "{updates: 4; reward_scale: 1e-30}", "--out", model);

        assertThat(chance.code()).isEqualTo(1);
        assertThat(chance.err())
                .contains("the training with seed 1 diverged: a2c in update 1: the loss of the critic is Infinity")
                .contains("lower learn.a2c.rate and learn.a2c.value_rate", "learn.a2c.reward_scale: 0, or higher")
                .contains("no model is written: nothing was learnt before");
        assertThat(model).doesNotExist();

        train("ppo", "{updates: 1; episodes: 2}", "--out", folder.resolve("good.model"))
                .done();
        Cli better = train(
                "a2c", "{updates: 4; reward_scale: 1e-30}", "--out", model, "--from", folder.resolve("good.model"));
        assertThat(better.code()).isEqualTo(1);
        assertThat(better.err()).contains("is the best until then: seed 1, update 0");
        assertThat(better.out()).contains("update 0, diverged");
        assertThat(model).exists();
    }

    @Test
    void theReportHoldsCurvesAndNeedsNothingElse() throws IOException {
        Path page = folder.resolve("report.html");

        train("ppo", "{updates: 3; episodes: 2}", "--seed", "1..2", "--report", page, "--set", "seeds=<3>")
                .refused("seeds");
        assertThat(page).doesNotExist();
        train(
                        "ppo",
                        "{updates: 3; episodes: 2}",
                        "--seed",
                        "1..2",
                        "--report",
                        page,
                        "--set",
                        "strategies=[{name: '<b>', order: sjf}]")
                .done();

        String html = Files.readString(page);
        assertThat(html.split("<path class=\"curve\"")).hasSize(1 + 3 * 2);
        assertThat(html.split("<title>seed 2, learn 3: ")).hasSize(1 + 3);
        assertThat(html).contains("class=\"baseline\"", ">f1</text>", "learn.ppo.updates", "&lt;b&gt;");
        assertThat(html).doesNotContain("<b>", "{{", "http:", "https:", "<script");
        berth("train", scenario, "--report", folder).refused("--report", "is no file");
        berth("train", scenario, "--report", folder.resolve("none/report.html")).refused("--report", "is no file");
    }

    private Cli train(String agent, String own, Object... more) {
        List<Object> words = new ArrayList<>(List.of("train", scenario, "--threads", "1"));
        words.addAll(List.of("--set", "learn.agent=" + agent));
        words.addAll(List.of("--set", "learn." + agent + "=" + own.replace(';', ',')));
        words.addAll(List.of(more));
        return berth(words.toArray());
    }
}
