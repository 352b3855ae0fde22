package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.ShippedModel;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A test with a folder where a scenario lies, and where what is learnt of it is written. */
abstract class LearntModelTest {
    @TempDir
    Path folder;

    String scenario = "";
    String model = "";
    private final String name;
    private final String text;

    /**
     * Of a scenario.
     *
     * @param name of its file, and of the model's
     * @param text of the scenario
     */
    LearntModelTest(String name, String text) {
        this.name = name;
        this.text = text;
    }

    @BeforeEach
    final void writeTheScenario() throws IOException {
        scenario = Files.writeString(folder.resolve(name + ".yaml"), text).toString();
        model = folder.resolve(name + ".model").toString();
    }

    /** The file of an order, as it is shipped. */
    final String order() throws IOException {
        return Files.writeString(folder.resolve("order.model"), ShippedModel.text())
                .toString();
    }

    /** What {@code berth train} says that writes the model. */
    final Tree train(Object... options) {
        List<Object> words = new ArrayList<>(List.of("train", scenario, "--out", model, "--threads", "1", "--json"));
        words.addAll(List.of(options));
        return berth(words.toArray()).done().json();
    }

    /** What {@code berth evaluate} says: the model is tested beside {@code known}, and does as it did in training. */
    final Tree tested(Tree trained, String... known) {
        List<String> policies = new ArrayList<>(List.of(model));
        policies.addAll(List.of(known));

        Tree tested = berth("evaluate", scenario, model, "--json").done().json();
        assertThat(tested.require("policies").items())
                .extracting(row -> row.require("policy").text())
                .isEqualTo(policies);
        Tree own = tested.require("policies").items().getFirst();
        assertThat(own.require("sequences").items()).hasSize(2);
        Tree seed = trained.require("seeds").items().getFirst();
        assertThat(own.require("mean").text()).isEqualTo(seed.require("test").text());
        return tested;
    }

    /** Training goes on from the model in file {@code from}. */
    final void assertGoneOnFrom(String from) {
        Path next = folder.resolve("next.model");
        berth("train", scenario, "--from", from, "--out", next, "--threads", "1")
                .done();
        assertThat(next).content().contains("\nlineage agent ppo from a model\n", "\nlineage parent ");
    }

    /** A strategy with the model decides as its journal says, once the file of the model is gone. */
    final void assertDecidesAgain(String strategy, String compared) throws IOException {
        Path journal = folder.resolve("journal");
        berth("simulate", scenario, "--strategy", strategy, "--journal", journal)
                .done();
        Files.delete(Path.of(model));
        assertThat(berth("replay", journal, "--redecide").done().out()).contains(compared);
    }
}
