package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BalancerModelTest {
    private static final LargestServer LARGEST = new LargestServer(4_000, 8, 80L << 30);

    private final String text = WrittenModel.BALANCER.text;

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
}
