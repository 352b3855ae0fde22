package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BalancerModelTest {
    private static final LargestServer LARGEST = new LargestServer(4_000, 8, 80L << 30);

    private final WrittenModel written = WrittenModel.of(model(), ModelFile::readBalancer);
    private final String text = written.text();

    @Test
    void a_balancer_is_read_as_it_was_written() {
        written.isReadAs(model());
        assertThat(ModelFile.readBalancer(text).largest()).isEqualTo(LARGEST);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "decides balance|decides balancer|2|decides (balancer); this program has models that decide order",
                "decides balance|decides placement|3|A placement is shown the columns (nodes)",
                "columns servers|columns nodes|3|columns (nodes): A balancer is shown the columns (servers)",
                "features takes|features has|4|has the features (has outstanding",
                "largest_speed_milli 4000|largest_speed_milli 0|20|was changed after it was written",
                "largest_slots 8|largest_slots some|6|largest_slots (some)",
                "berth-model 1|berth-model 2|7|is of version 2; balancers are perceptrons, of version 1",
                "berth-model 1|berth-model 9|1|is of version 9; this program reads versions 1 to 2",
                "layers 19-3-1 relu|layers 18-3-1 relu|11|tells of 64 parameters; layers 18-3-1 have 61"
            })
    void what_is_wrong_is_named_with_its_line(String right, String wrong, int line, String problem) {
        written.isRefusedWith(right, wrong, line, problem);
    }

    @Test
    void a_weight_that_is_no_number_is_named() {
        written.isRefusedWithParameter("NaN");
    }

    @Test
    void no_text_cut_anywhere_is_taken_for_a_model() {
        new WrittenModel(text, ModelFile::readAny).isRefusedCutAnywhere();
    }

    @Test
    void a_balancer_and_an_order_are_not_taken_for_each_other() {
        assertThatThrownBy(() -> ModelFile.read(text))
                .hasMessage("decides balance, and what decides order is needed here; it goes to {balance: {learnt:"
                        + " {model: FILE}}}");
        assertThatThrownBy(() -> ModelFile.readBalancer(ShippedModel.text()))
                .hasMessage("decides order, and what decides balance is needed here; it goes to {order: {learnt:"
                        + " {model: FILE}}}");
        assertThat(ModelFile.readAny(text)).isInstanceOf(BalancerModel.class);
    }

    @Test
    void parts_that_do_not_fit_make_no_model() {
        assertThatThrownBy(() -> new BalancerModel(LARGEST, WrittenModel.network(8, new float[9])))
                .hasMessageContaining("layers must be 19-…-1, not 8-1");
        assertThatThrownBy(() -> new LargestServer(1, 0, 0)).hasMessageContaining("slots of the largest server (0)");
        assertThat(new LargestServer(1, 1, 0).memoryBytes()).isZero();
    }

    private static BalancerModel model() {
        return new BalancerModel(LARGEST, WrittenModel.network(LayerSizes.relu(19, 3, 1), "a fleet with blanks"));
    }
}
