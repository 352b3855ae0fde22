package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Chance;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementModelTest {
    private static final LargestNode LARGEST = new LargestNode(96_000, 1L << 40, 8_000);

    private final String text = ModelFile.write(model());

    @Test
    void a_placement_is_read_as_it_was_written() {
        PlacementModel read = ModelFile.readPlacement(text);

        assertThat(read.largest()).isEqualTo(LARGEST);
        assertThat(read.shape()).isEqualTo(model().shape());
        assertThat(read.parameters()).containsExactly(model().parameters());
        assertThat(read.lineage()).isEqualTo(model().lineage());
        assertThat(ModelFile.write(read)).isEqualTo(text);
        assertThat(read.id()).isEqualTo(ModelFile.id(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "decides placement|decides place|2|decides (place); this program has models that decide order, placement",
                "decides placement|decides order|3|columns (nodes): There are no columns (nodes)",
                "columns nodes|columns scaled|3|columns (scaled): A placement is shown the columns (nodes)",
                "features cpu_free|features cpu|4|has the features (cpu memory_free",
                "largest_cpu_milli 96000|largest_cpu_milli 0|21|was changed after it was written",
                "largest_gpu_milli 8000|largest_gpu_milli some|7|largest_gpu_milli (some)",
                "berth-model 1|berth-model 2|7|is of version 2; placements are perceptrons, of version 1",
                "layers 15-4-1 relu|layers 14-4-1 relu|11|tells of 69 parameters; layers 14-4-1 have 65"
            })
    void what_is_wrong_is_named_with_its_line(String right, String wrong, int line, String problem) {
        assertThat(text).contains(right);

        assertThatThrownBy(() -> ModelFile.readPlacement(text.replace(right, wrong)))
                .isInstanceOfSatisfying(
                        InvalidModelException.class, e -> assertThat(e.line()).isEqualTo(line))
                .hasMessageContaining(problem);
    }

    @Test
    void no_text_cut_anywhere_is_taken_for_a_model() {
        for (int end = 0; end < text.length() - 1; end++) {
            String cut = text.substring(0, end);

            assertThatThrownBy(() -> ModelFile.readAny(cut)).isInstanceOf(InvalidModelException.class);
        }
    }

    @Test
    void an_order_and_a_placement_are_not_taken_for_each_other() {
        assertThatThrownBy(() -> ModelFile.read(text))
                .isInstanceOfSatisfying(
                        InvalidModelException.class, e -> assertThat(e.line()).isEqualTo(2))
                .hasMessage("decides placement, and what decides order is needed here; it goes to {place: {learnt:"
                        + " {model: FILE}}}");
        assertThatThrownBy(() -> ModelFile.readPlacement(ShippedModel.text()))
                .isInstanceOfSatisfying(
                        InvalidModelException.class, e -> assertThat(e.line()).isEqualTo(2))
                .hasMessage("decides order, and what decides placement is needed here; it goes to {order: {learnt:"
                        + " {model: FILE}}}");
        assertThat(ModelFile.readAny(text)).isInstanceOf(PlacementModel.class);
        assertThat(ModelFile.readAny(ShippedModel.text())).isInstanceOf(Model.class);
    }

    @Test
    void parts_that_do_not_fit_make_no_model() {
        assertThatThrownBy(() -> new PlacementModel(LARGEST, network(8, new float[9])))
                .hasMessageContaining("layers must be 15-…-1, not 8-1");
        assertThatThrownBy(() -> new PlacementModel(LARGEST, network(15, new float[15])))
                .hasMessageContaining("has 16 parameters, not 15");
        float[] wrong = new float[16];
        wrong[3] = Float.NaN;
        assertThatThrownBy(() -> new PlacementModel(LARGEST, network(15, wrong)))
                .hasMessage("Parameter 3 is NaN; all must be finite.");
        assertThatThrownBy(() -> new LargestNode(1, 0, 1)).hasMessageContaining("memory of the largest node (0)");
    }

    private static LearntNetwork<LayerSizes> network(int inputs, float[] parameters) {
        return new LearntNetwork<>(LayerSizes.relu(inputs, 1), parameters, new TreeMap<>());
    }

    private static PlacementModel model() {
        Chance chance = new Chance(7, "parameters", 0);
        float[] parameters = new float[69];
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) (chance.normal() * StrictMath.pow(10, chance.below(20) - 10));
        }
        TreeMap<String, String> lineage = new TreeMap<>(Map.of("agent", "ppo", "data", "a cluster with blanks"));
        return new PlacementModel(LARGEST, new LearntNetwork<>(LayerSizes.relu(15, 4, 1), parameters, lineage));
    }
}
