package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class JointModelTest {
    private static final LargestNode LARGEST = new LargestNode(96_000, 1L << 40, 8_000);
    private static final JointModel.View VIEW = new JointModel.View(16, 8);

    @Test
    void it_is_not_taken_for_an_order_or_a_placement_alone() {
        String text = WrittenModel.JOINT.text;
        assertThat(ModelFile.isJoint(text)).isTrue();
        assertThat(ModelFile.isJoint(WrittenModel.ORDER.text)).isFalse();
        assertThat(ModelFile.isJoint("decides joint")).isFalse();
        assertThatThrownBy(() -> ModelFile.read(text))
                .hasMessage("decides joint, and what decides order is needed here; it goes to {order: {learnt:"
                        + " {model: FILE}}}");
        assertThatThrownBy(() -> ModelFile.readPlacement(text))
                .hasMessageContaining("what decides placement is needed");
        assertThatThrownBy(() -> ModelFile.readJoint(WrittenModel.ORDER.text))
                .hasMessageContaining("decides order, and what decides joint is needed here");
    }

    @Test
    void parts_that_do_not_fit_make_no_model() {
        JointModel.Scales scales = new JointModel.Scales(1, 1, LARGEST);
        assertThatThrownBy(() -> new JointModel(VIEW, scales, WrittenModel.network(8, new float[9])))
                .hasMessageContaining("layers must be 22-…-1, not 8-1");
        assertThatThrownBy(() -> new JointModel.View(0, 8)).hasMessageContaining("not at 0 jobs × 8 nodes");
        assertThatThrownBy(() -> new JointModel.View(1, 1)).hasMessageContaining("not at 1 jobs × 1 nodes");
        assertThatThrownBy(() -> new JointModel.View(64, 65)).hasMessageContaining("at most 4096 pairs");
        assertThatThrownBy(() -> new JointModel.Scales(1, 0, LARGEST)).hasMessageContaining("(0 thousandths)");
        assertThatThrownBy(() -> new JointModel.Scales(0, 1, LARGEST)).hasMessageContaining("(0 ns)");
    }
}
