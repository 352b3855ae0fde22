package io.berth.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.berth.core.time.Chance;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PointerNetworkTest {
    private static final PointerShape SHAPE = new PointerShape(8, 16, 32, 2);
    private static final int ROWS = 150;

    private final float[] parameters = random(SHAPE.parameters(), "parameters", 0.2);
    private final PointerNetwork network = new PointerNetwork(SHAPE, parameters, ROWS);

    @Test
    void the_order_of_the_rows_says_nothing() {
        float[] rows = random(ROWS * 8, "rows", 1);
        float[] turned = new float[rows.length];
        for (int row = 0; row < ROWS; row++) {
            System.arraycopy(rows, row * 8, turned, (ROWS - 1 - row) * 8, 8);
        }

        float[] scores = scores(rows, ROWS);
        float[] turnedScores = scores(turned, ROWS);

        for (int row = 0; row < ROWS; row++) {
            assertThat(turnedScores[ROWS - 1 - row]).isCloseTo(scores[row], within(1e-4f));
        }
    }

    @Test
    void a_row_is_worth_more_or_less_beside_others() {
        float[] rows = random(ROWS * 8, "rows", 1);

        assertThat(scores(rows, 2)[0]).isNotEqualTo(scores(rows, ROWS)[0]);
    }

    @Test
    void what_was_scored_before_leaves_no_trace() {
        float[] few = random(5 * 8, "few", 1);
        float[] before = scores(few, 5);

        scores(random(ROWS * 8, "many", 9), ROWS);

        assertThat(scores(few, 5)).isEqualTo(before);
    }

    /** The attention of one row to itself is all of it, so that the sums can be told by hand. */
    @Test
    void alone_a_row_attends_to_itself() {
        PointerShape shape = new PointerShape(1, 4, 1, 1);
        float[] ones = new float[shape.parameters()];
        Arrays.fill(ones, 0.5f);
        float[] score = new float[1];

        new PointerNetwork(shape, ones, 1).answer(new float[] {1}, 1, score);

        // embedding: relu(0.5 + 0.5) × 0.5 + 0.5 = 1; value: 4 × 0.5 + 0.5 = 2.5; mixture: 4 × 2.5 × 0.5 + 0.5 = 5.5,
        // so h = 6.5;
        // forward: relu(4 × 6.5 × 0.5 + 0.5) × 0.5 + 0.5 = 7.25, so h = 13.75; pointer: relu(8 × 13.75 × 0.5 + 0.5) ×
        // 0.5 + 0.5.
        assertThat(score[0]).isCloseTo(28.25f, within(1e-4f));
    }

    @Test
    void scores_are_these_bits_on_every_machine() {
        float[] scores = scores(random(ROWS * 8, "rows", 1), ROWS);

        assertThat(Arrays.hashCode(scores)).isEqualTo(292087163);
    }

    @Test
    void deciding_allocates_nothing() {
        float[] rows = random(ROWS * 8, "rows", 1);
        float[] scores = new float[ROWS];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        network.answer(rows, ROWS, scores);
        long before = threads.getCurrentThreadAllocatedBytes();

        for (int i = 0; i < 200; i++) {
            network.answer(rows, ROWS, scores);
        }

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2000);
    }

    @Test
    void sizes_out_of_range_are_refused() {
        assertThatThrownBy(() -> new PointerShape(8, 18, 32, 1)).hasMessage("The width (18) must be a multiple of 4.");
        assertThatThrownBy(() -> new PointerShape(8, 16, 32, 9)).hasMessage("The blocks (9) must be 1 to 8.");
        assertThatThrownBy(() -> new PointerNetwork(SHAPE, new float[3], ROWS))
                .hasMessageContaining("parameters, not 3");
    }

    private float[] scores(float[] rows, int count) {
        float[] scores = new float[count];
        network.answer(rows, count, scores);
        return scores;
    }

    static float[] random(int count, String stream, double size) {
        Chance chance = new Chance(7, stream, 0);
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (float) (size * chance.normal());
        }
        return numbers;
    }
}
