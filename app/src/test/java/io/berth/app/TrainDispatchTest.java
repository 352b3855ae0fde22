package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.BalancerModel;
import io.berth.core.model.LargestServer;
import io.berth.core.model.ModelFile;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** From {@code berth train} of a fleet to a strategy whose balancer goes by what was learnt. */
class TrainDispatchTest extends LearntModelTest {
    private static final String SCENARIO = """
            fleet:
              models: [{name: small, memory: 4Gi}]
              servers:
                - {count: 3, name: slow, speed: 0.5, memory: 16Gi, models: [small]}
                - {count: 1, name: quick, speed: 4, slots: 2, memory: 40Gi}
            requests: {generate: {requests: 120, load: 0.9, memory: {1Gi: 1}}, deadline: 3m}
            strategies: [{name: mine, balance: round-robin, queue: shortest}]
            learn:
              start: none
              hidden: [8]
              test_sequences: 2
              dispatch: {requests: 40}
              ppo: {updates: 2, episodes: 2, discount: 1}
            """;

    TrainDispatchTest() {
        super("fleet", SCENARIO);
    }

    private static String balancing(String file) {
        return "{name: learnt, balance: {learnt: {model: " + file + "}}, queue: shortest}";
    }

    private Path home() {
        return folder.resolve("home");
    }

    /** All figures of the strategy called learnt, a line for each seed. */
    private static List<String> simulated(Object... arguments) {
        List<Object> words = new ArrayList<>(List.of("simulate", "--seed", "1..2", "--json"));
        words.addAll(List.of(arguments));
        return berth(words.toArray()).done().json().require("runs").items().stream()
                .filter(run -> run.require("strategy").text().equals("learnt"))
                .map(run -> run.require("metrics").entries().stream()
                        .filter(figure -> figure.value() instanceof Tree.Scalar value && !value.isNull())
                        .map(figure -> figure.key() + " " + figure.value().text())
                        .collect(Collectors.joining(", ")))
                .toList();
    }

    @Test
    void whatIsLearntIsAFileThatAStrategyBalancesBy() throws IOException {
        Tree trained = train("--store", "--home", home());
        String text = Files.readString(Path.of(model));
        BalancerModel read = ModelFile.readBalancer(text);
        assertThat(trained.require("model").text()).isEqualTo(ModelFile.id(text));
        assertThat(read.shape()).hasToString("19-8-1");
        assertThat(read.largest()).isEqualTo(new LargestServer(4_000, 2, 40L << 30));
        assertThat(read.lineage())
                .containsEntry("agent", "ppo")
                .containsEntry("strategy", "queue shortest, admit [], wait server")
                .containsKeys("data", "reward", "seed", "update", "test", "test_resource-aware", "version");
        assertThat(berth("models", "ls", "--home", home()).done().out()).contains(read.id() + "  balance  " + scenario);
        assertThat(berth("models", "show", read.id(), "--home", home()).done().out())
                .contains("servers", "19-8-1");

        List<String> given = simulated(scenario, "--strategy", balancing(model));
        Path naming = folder.resolve("naming.yaml");
        Files.writeString(naming, SCENARIO.replace("[{name: mine", "[" + balancing("fleet.model") + ", {name: mine"));
        assertThat(given).hasSize(2).doesNotHaveDuplicates();
        assertThat(simulated(naming)).isEqualTo(given);
        assertThat(simulated(scenario, "--set", "strategies=[" + balancing(model) + "]"))
                .isEqualTo(given);
    }

    @Test
    void whatIsLearntIsTestedBesideKnownBalancersAndGoneOnFrom() {
        Tree tested = tested(train(), "round-robin", "least-connections", "load-aware", "resource-aware");

        assertThat(tested.require("figure").text()).isEqualTo("request_cost_mean");
        assertGoneOnFrom(model);
    }

    @Test
    void ordersAndBalancersAreNotTakenForEachOther() throws IOException {
        train();
        String order = order();
        Path jobs = Files.writeString(
                folder.resolve("jobs.yaml"),
                "cluster: {nodes: [{count: 1, gpus: 8, cpu: 96, memory: 1Ti}]}\nworkload: {generate: {jobs: 5}}\n");

        berth("simulate", scenario, "--strategy", balancing(order))
                .refused(order + ":2: decides order, and what decides balance is needed here");
        berth("simulate", jobs, "--strategy", "{order: {learnt: {model: " + model + "}}}")
                .refused(model + ":2: decides balance, and what decides order is needed here; it goes to {balance: ");
        berth("evaluate", scenario, order)
                .refused(
                        order
                                + ":2: decides order; a balancer is tested here; name a scenario with learn.environment: ordering");
        berth("evaluate", "ordering", model)
                .refused(
                        model
                                + ":2: decides balance; an order is tested here; name a scenario with learn.environment: dispatch");
        berth("train", scenario, "--from", order).refused(order + ":2: decides order; here (dispatch) is learnt");
        berth("train", "engine-placement", "--from", model)
                .refused(model + ":2: decides balance; here (engine-placement) is learnt");
    }

    @Test
    void modelsThatAreNoneAreToldWithTheirFile() throws IOException {
        train();
        String text = Files.readString(Path.of(model));
        String first = text.lines()
                .skip(text.lines().toList().indexOf("parameters 169") + 1)
                .findFirst()
                .orElseThrow();
        Files.writeString(folder.resolve("cut"), text.substring(0, text.length() / 2));
        Files.writeString(folder.resolve("version"), text.replace("berth-model 1", "berth-model 7"));
        Files.writeString(folder.resolve("nan"), text.replace(first, first.replaceFirst("[^ ]+", "NaN")));

        berth("simulate", scenario, "--strategy", balancing("" + folder.resolve("cut")))
                .refused(folder.resolve("cut") + ":");
        berth("simulate", scenario, "--strategy", balancing("" + folder.resolve("version")))
                .refused(folder.resolve("version") + ":1: is of version 7");
        berth("simulate", scenario, "--strategy", balancing("" + folder.resolve("nan")))
                .refused(folder.resolve("nan") + ":", "(NaN) that is no finite number");
        berth("simulate", scenario, "--strategy", balancing("" + folder.resolve("none")))
                .refused(folder.resolve("none").toString());
        berth("simulate", scenario, "--strategy", "learnt")
                .refused("--strategy", "needs the parameter (model): {balance: {learnt: {model: FILE}}}");
        berth("simulate", scenario, "--set", "strategies=[{balance: learnt}]").refused("needs the parameter (model)");
        berth("simulate", scenario, "--set", "strategies=[{balance: {learnt: {modle: x}}}]")
                .refused("unknown parameter \"modle\"", "did you mean \"model\"?");
    }
}
