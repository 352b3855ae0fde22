package io.berth.learn.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.model.InvalidModelException;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.column.Columns;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelStoreTest {
    @TempDir
    Path home;

    private ModelStore store;

    @BeforeEach
    void openStore() {
        store = new ModelStore(home.resolve("models"));
    }

    private static String model(int number) {
        LayerSizes shape = LayerSizes.relu(8, 2, 1);
        float[] parameters = new float[shape.parameters()];
        Arrays.fill(parameters, number);
        return ModelFile.write(
                new Model(Columns.SCALED, 16, 1_000_000_000, new LearntNetwork<>(shape, parameters, new TreeMap<>())));
    }

    @Test
    void storedModelIsFoundByItsIdAndByTheBeginningOfIt() {
        String text = model(1);
        String id = store.save(text);

        assertThat(id).isEqualTo(ModelFile.id(text));
        assertThat(store.text(id)).isEqualTo(text);
        assertThat(store.findSound(id.substring(0, 4)).text()).isEqualTo(text);
    }

    @Test
    void storeWithoutFolderIsEmpty() {
        assertThat(store.list()).isEmpty();
        assertThat(store.text("0123456789abcdef")).isNull();
    }

    @Test
    void sameModelTwiceIsOneModel() {
        store.save(model(1));
        store.save(model(1));

        assertThat(store.list()).hasSize(1);
    }

    @Test
    void removedModelIsGoneAndOthersStay() {
        String first = store.save(model(1));
        String second = store.save(model(2));

        store.remove(first);

        assertThat(store.list()).extracting(StoredModel::id).containsExactly(second);
    }

    @Test
    void damagedFileIsNamedWithItsLineAndBreaksNoOther() throws IOException {
        String sound = store.save(model(1));
        String text = model(2);
        String cut = store.save(text);
        Path file = home.resolve("models").resolve(cut + ".model");
        Files.writeString(file, text.substring(0, text.length() / 2));

        assertThat(store.list()).extracting(StoredModel::id).containsExactlyInAnyOrder(sound, cut);
        assertThat(store.findSound(sound).text()).isEqualTo(model(1));
        assertThatThrownBy(() -> store.text(cut))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(file + ":");
    }

    @Test
    void modelUnderTheNameOfAnotherIsDamaged() throws IOException {
        String id = store.save(model(1));
        Files.writeString(home.resolve("models").resolve(id + ".model"), model(2));

        assertThat(store.list())
                .singleElement()
                .isInstanceOfSatisfying(
                        StoredModel.Damaged.class,
                        damaged -> assertThat(damaged.problem()).contains(ModelFile.id(model(2))));
    }

    @Test
    void textThatIsNoModelIsNotStored() {
        String nan = model(1).replaceFirst("1\\.0", "NaN");

        assertThatThrownBy(() -> store.save(nan)).isInstanceOf(InvalidModelException.class);
        assertThat(store.list()).isEmpty();
    }

    @Test
    void writersAtOnceLoseNothing() throws InterruptedException, ExecutionException {
        List<Future<String>> written = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int number : IntStream.range(0, 64).toArray()) {
                written.add(threads.submit(() -> new ModelStore(home.resolve("models")).save(model(number % 32))));
            }
        }
        TreeSet<String> ids = new TreeSet<>();
        for (Future<String> one : written) {
            ids.add(one.get());
        }

        assertThat(ids).hasSize(32);
        assertThat(store.list()).extracting(StoredModel::id).containsExactlyElementsOf(ids);
        assertThat(store.list()).allMatch(StoredModel.Sound.class::isInstance);
    }

    @Test
    void unknownIdIsRefusedWithTheNearestOne() {
        String id = store.save(model(1));
        String near = id.substring(0, 15) + (id.endsWith("0") ? "1" : "0");

        assertThatThrownBy(() -> store.find(near))
                .isInstanceOf(InputException.class)
                .hasMessageContaining(id);
        assertThatThrownBy(() -> store.find("../etc")).hasMessageContaining("is no id");
    }

    @Test
    void strategyNamesModelByItsId() {
        String text = model(3);
        String id = store.save(text);
        StrategyReader reader = StrategyReader.ofText(new CatalogNames(Catalog.standard(), store::text));

        StrategySpec strategy = reader.named("{order: {learnt: {model: \"" + id + "\"}}}", "test");

        assertThat(strategy.order().toString()).contains(id);
        assertThatThrownBy(() -> reader.named("{order: {learnt: {model: 0123456789abcdef}}}", "test"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("0123456789abcdef");
    }
}
