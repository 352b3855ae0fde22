package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.column.Columns;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelsTest {
    private static final String SMALL =
            "learn: {start: none, hidden: [4], test_sequences: 1, ppo: {updates: 1, episodes: 1}}\n";

    @TempDir
    Path folder;

    private Path home;
    private Path scenario;

    @BeforeEach
    void writeScenario() throws IOException {
        home = folder.resolve("home");
        scenario = Files.writeString(folder.resolve("small.yaml"), """
                cluster: {nodes: [{count: 2, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
                workload: {generate: {jobs: 80}}
                """ + SMALL);
    }

    private static String model(Columns columns, int hidden, Map<String, String> lineage) {
        LayerSizes shape = LayerSizes.relu(8, hidden, 1);
        float[] parameters = new float[shape.parameters()];
        return ModelFile.write(new Model(
                columns, 16, 1_000_000_000_000L, new LearntNetwork<>(shape, parameters, new TreeMap<>(lineage))));
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private String kept(String text) throws IOException {
        berth("models", "add", file("added.berth", text), "--home", home).done();
        return ModelFile.id(text);
    }

    /** What is learnt of the scenario with these {@code settings} and kept. */
    private String stored(String... settings) {
        List<Object> words =
                new ArrayList<>(List.of("train", scenario, "--store", "--home", home, "--threads", 1, "--json"));
        for (String setting : settings) {
            words.addAll(List.of("--set", setting));
        }
        return text(berth(words.toArray()).done().json(), "model");
    }

    private static String text(Tree tree, String key) {
        Tree value = tree.get(key);
        assertThat(value).as(key).isNotNull();
        return value.text();
    }

    @Test
    void modelIsTrainedKeptListedShownExportedAndGoneOnFrom() throws IOException {
        Tree first = berth("train", scenario, "--store", "--home", home, "--threads", 1, "--json")
                .done()
                .json();
        String id = text(first, "model");
        Path copy = folder.resolve("copy.berth");
        berth("models", "export", id, copy, "--home", home).done();
        Tree second = berth("train", scenario, "--from", copy, "--store", "--home", home, "--threads", 1, "--json")
                .done()
                .json();

        assertThat(ModelFile.id(Files.readString(copy))).isEqualTo(id);
        Tree shown = berth("models", "show", text(second, "model").substring(0, 8), "--home", home, "--json")
                .done()
                .json();
        Tree lineage = shown.get("lineage");
        assertThat(text(lineage, "parent")).isEqualTo(id);
        assertThat(text(lineage, "data_digest")).hasSize(16);
        assertThat(text(lineage, "test")).startsWith("bounded_slowdown_mean ");
        assertThat(berth("models", "ls", "--home", home).done().out()).contains(id, text(second, "model"));
        assertThat(berth("models", "similar", scenario, "--home", home).done().out())
                .contains(id + "  " + scenario + "     0.000", text(second, "model") + "  " + scenario + "     0.000");
    }

    @Test
    void similarPutsTheNearestWorkloadFirst() throws IOException {
        String near = stored("workload.generate.load=0.9");
        String far = stored("workload.generate.jobs=40", "workload.generate.load=0.2");
        String unknown = kept(model(Columns.SCALED, 4, Map.of()));

        Tree found = berth(
                        "models", "similar", scenario, "--set", "workload.generate.load=1.0", "--home", home, "--json")
                .done()
                .json();

        assertThat(found.get("models").items())
                .extracting(model -> text(model, "id"))
                .containsExactly(near, far);
        assertThat(found.get("unknown").items()).extracting(Tree::text).containsExactly(unknown);
    }

    @Test
    void damagedModelIsNamedAndBreaksNoOther() throws IOException {
        String sound = kept(model(Columns.SCALED, 4, Map.of()));
        String cut = kept(model(Columns.SCALED, 5, Map.of()));
        Path file = home.resolve("models").resolve(cut + ".model");
        Files.writeString(file, Files.readString(file).substring(0, 100));

        assertThat(berth("models", "ls", "--home", home).done().out())
                .contains(sound)
                .contains("damaged: " + file + ":");
        berth("models", "export", cut, folder.resolve("x"), "--home", home).refused(file + ":", "");
        berth("train", scenario, "--from", cut, "--home", home).refused(file + ":");
        berth("models", "rm", cut, "--home", home).done();
        assertThat(berth("models", "ls", "--home", home).done().out()).doesNotContain("damaged");
    }

    @Test
    void wrongModelToGoOnFromIsNamedWithFileAndLine() throws IOException {
        String good = model(Columns.SCALED, 4, Map.of());
        Path columns = file("columns.berth", model(Columns.PUBLISHED, 4, Map.of()));
        Path layers = file("layers.berth", model(Columns.SCALED, 5, Map.of()));
        Path version = file("version.berth", good.replaceFirst("berth-model 1", "berth-model 9"));
        Path features = file("features.berth", good.replaceFirst("slowdown", "sunshine"));
        Path cut = file("cut.berth", good.substring(0, good.indexOf("parameters")));
        Path nan = file("nan.berth", good.replaceFirst("0\\.0", "NaN"));

        berth("train", scenario, "--from", columns)
                .refused("columns.berth:3: ", "(published)", "learn.ordering.columns");
        berth("train", scenario, "--from", layers).refused("layers.berth:7: ", "[5]", "learn.hidden");
        berth("train", scenario, "--from", version).refused("version.berth:1: ", "version 9");
        berth("train", scenario, "--from", features).refused("features.berth:4: ", "sunshine");
        berth("train", scenario, "--from", cut).refused("cut.berth:8: ", "cut");
        berth("train", scenario, "--from", nan).refused("nan.berth:9: ", "NaN");
        berth("train", scenario, "--from", folder.resolve("none.berth")).refused("none.berth");
        berth("train", "deeprm", "--from", layers).refused("--from");
    }

    @Test
    void wrongWordsAreRefused() {
        berth("models", "sell", "--home", home).refused("sell", "ls");
        berth("models", "show", "--home", home).refused("models show");
        berth("models", "show", "beef", "--home", home).refused("beef");
        berth("models", "show", "../../etc", "--home", home).refused("is no id");
        berth("models", "add", folder.resolve("none"), "--home", home).refused("none");
    }

    @Test
    void shortWorkloadIsAugmentedAndItsEndHeldOut() {
        Tree result = berth(
                        "train",
                        scenario,
                        "--store",
                        "--home",
                        home,
                        "--json",
                        "--threads",
                        1,
                        "--set",
                        "learn.held_out=0.4",
                        "--set",
                        "learn.augment=500")
                .done()
                .json();

        assertThat(berth("models", "show", text(result, "model"), "--home", home)
                        .done()
                        .out())
                .contains("1 parts of 14 jobs, held out");
    }
}
