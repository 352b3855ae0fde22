package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlacementModelTest {
    private static final LargestNode LARGEST = new LargestNode(96_000, 1L << 40, 8_000);

    private final WrittenModel written = WrittenModel.of(model(), ModelFile::readPlacement);
    private final String text = written.text();

    @Test
    void a_placement_is_read_as_it_was_written() {
        written.isReadAs(model());
        assertThat(ModelFile.readPlacement(text).largest()).isEqualTo(LARGEST);
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
        written.isRefusedWith(right, wrong, line, problem);
    }

    @Test
    void no_text_cut_anywhere_is_taken_for_a_model() {
        new WrittenModel(text, ModelFile::readAny).isRefusedCutAnywhere();
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
        assertThatThrownBy(() -> new PlacementModel(LARGEST, WrittenModel.network(8, new float[9])))
                .hasMessageContaining("layers must be 15-…-1, not 8-1");
        assertThatThrownBy(() -> new PlacementModel(LARGEST, WrittenModel.network(15, new float[15])))
                .hasMessageContaining("has 16 parameters, not 15");
        float[] wrong = new float[16];
        wrong[3] = Float.NaN;
        assertThatThrownBy(() -> new PlacementModel(LARGEST, WrittenModel.network(15, wrong)))
                .hasMessage("Parameter 3 is NaN; all must be finite.");
        assertThatThrownBy(() -> new LargestNode(1, 0, 1)).hasMessageContaining("memory of the largest node (0)");
    }

    private static PlacementModel model() {
        return new PlacementModel(LARGEST, WrittenModel.network(LayerSizes.relu(15, 4, 1), "a cluster with blanks"));
    }
}
