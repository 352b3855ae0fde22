package io.berth.core.dispatch.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

/** AIBrix by what drains, and Dialogue. */
class CountingBalancersTest {
    private final Ground drain = new Ground(new AibrixDrainRate(), 2);
    private final Ground dialogue = new Ground(new Dialogue(30), 2);

    @Test
    void requests_over_answers_in_the_last_minute() {
        for (int i = 0; i < 120; i++) {
            drain.serve(0, 100);
        }
        for (int i = 0; i < 30; i++) {
            drain.serve(1, 10);
        }
        drain.send(0, 6).send(1, 2);
        assertThat(drain.picks(20)).as("6/120 and 2/30").containsOnlyKeys(0);
        drain.send(0, 3);
        assertThat(drain.picks(20)).as("9/120 and 2/30").containsOnlyKeys(1);
        drain.report(1, 2, 1);
        assertThat(drain.picks(20)).as("9/120 and 3/30: one is another's").containsOnlyKeys(0);
    }

    @Test
    void a_server_without_an_answer_is_taken_for_the_mean() {
        drain.send(0, 1);
        assertThat(drain.picks(20)).as("nothing is known: the fewest").containsOnlyKeys(1);
        for (int i = 0; i < 10; i++) {
            drain.serve(0, 1);
        }
        drain.send(1, 2);
        assertThat(drain.picks(20)).as("1/10 and 2/10").containsOnlyKeys(0);
        drain.send(0, 2);
        assertThat(drain.picks(20)).as("3/10 and 2/10").containsOnlyKeys(1);
    }

    @Test
    void answers_count_for_a_minute() {
        DrainRate rate = new DrainRate();
        rate.answered(0);
        rate.answered(59 * Nanos.SECOND);
        rate.answered(59 * Nanos.SECOND);
        assertThat(rate.inMinute(59 * Nanos.SECOND)).isEqualTo(3);
        assertThat(rate.inMinute(60 * Nanos.SECOND)).isEqualTo(2);
        assertThat(rate.inMinute(118 * Nanos.SECOND)).isEqualTo(2);
        assertThat(rate.inMinute(119 * Nanos.SECOND)).isZero();
        rate.answered(1000 * Nanos.SECOND);
        assertThat(rate.inMinute(1001 * Nanos.SECOND)).isEqualTo(1);
        rate.clear();
        assertThat(rate.inMinute(1001 * Nanos.SECOND)).isZero();

        DrainRate below = new DrainRate();
        below.answered(-500 * Nanos.SECOND);
        assertThat(below.inMinute(-450 * Nanos.SECOND)).isEqualTo(1);
        assertThat(below.inMinute(-430 * Nanos.SECOND)).isZero();
    }

    @Test
    void a_failure_counts_as_ten_requests_and_halves() {
        dialogue.send(1, 1);
        dialogue.fail(1);
        dialogue.send(0, 9);
        assertThat(dialogue.picks(20)).as("9 and 10").containsOnlyKeys(0);
        dialogue.send(0, 1);
        assertThat(dialogue.picks(50)).as("10 and 10").containsOnlyKeys(0, 1);

        dialogue.now += 30 * Nanos.SECOND;
        assertThat(dialogue.picks(20)).as("10 and 5").containsOnlyKeys(1);
        dialogue.send(1, 4);
        assertThat(dialogue.picks(20)).as("10 and 9").containsOnlyKeys(1);
        dialogue.send(1, 2);
        assertThat(dialogue.picks(20)).as("10 and 11").containsOnlyKeys(0);
        dialogue.now += 300 * Nanos.SECOND;
        assertThat(dialogue.picks(20)).as("10 and 6: forgotten").containsOnlyKeys(1);
    }

    @Test
    void an_answer_is_no_failure_and_a_new_server_has_not_failed() {
        dialogue.send(1, 1);
        dialogue.answer(1);
        assertThat(dialogue.picks(50)).containsOnlyKeys(0, 1);
        dialogue.send(1, 1);
        dialogue.fail(1);
        assertThat(dialogue.picks(20)).containsOnlyKeys(0);
        dialogue.replace(1);
        assertThat(dialogue.picks(50)).containsOnlyKeys(0, 1);
        assertThatThrownBy(() -> new Dialogue(0)).hasMessageContaining("(memory)");
    }
}
