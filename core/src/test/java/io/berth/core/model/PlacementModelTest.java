package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PlacementModelTest {
    private static final LargestNode LARGEST = new LargestNode(96_000, 1L << 40, 8_000);

    private final String text = WrittenModel.PLACEMENT.text;

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
}
