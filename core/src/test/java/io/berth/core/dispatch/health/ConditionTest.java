package io.berth.core.dispatch.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.health.Condition.Advice;
import io.berth.core.dispatch.health.Condition.End;
import io.berth.core.dispatch.health.Condition.State;
import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

/** In virtual time: 3 failures in a row, or half of 20 within 10 s; 5 s of ejection, 5 min at most; 10 s of slow start. */
class ConditionTest {
    private static final HealthRules RULES = HealthRules.USUAL;

    private long now = 1_000 * Nanos.SECOND;
    private final Condition condition = new Condition(false, now);

    @Test
    void threeFailuresInARowAreEnough() {
        fail(2);
        assertThat(end(End.ANSWERED)).isEqualTo(Advice.NOTHING);
        fail(2);
        assertThat(end(End.FAILED)).isEqualTo(Advice.EJECT);
    }

    @Test
    void halfOfTwentyIsEnoughThoughNoTwoAreInARow() {
        for (int i = 0; i < 9; i++) {
            assertThat(end(End.ANSWERED)).isEqualTo(Advice.NOTHING);
            assertThat(end(End.FAILED)).isEqualTo(Advice.NOTHING);
        }
        assertThat(end(End.ANSWERED)).isEqualTo(Advice.NOTHING);
        assertThat(end(End.FAILED)).isEqualTo(Advice.EJECT);
    }

    @Test
    void whatWasLongAgoIsNoRate() {
        for (int i = 0; i < 40; i++) {
            assertThat(end(End.FAILED)).isEqualTo(Advice.NOTHING);
            assertThat(end(End.ANSWERED)).isEqualTo(Advice.NOTHING);
            now += 3 * Nanos.SECOND;
        }
    }

    @Test
    void oneThatIsBusyIsNotEjectedButOneThatIsNothingElse() {
        for (int i = 0; i < 100; i++) {
            assertThat(end(End.BUSY)).isEqualTo(Advice.NOTHING);
            assertThat(i % 10 == 9 ? end(End.ANSWERED) : Advice.NOTHING).isEqualTo(Advice.NOTHING);
            now += Nanos.SECOND;
        }
        Advice last = Advice.NOTHING;
        for (int i = 0; i < 25; i++) {
            last = end(End.BUSY);
            now += Nanos.SECOND;
        }
        assertThat(last).isEqualTo(Advice.EJECT);
    }

    @Test
    void ejectionsGrowWhileNothingBecomesBetter() {
        long[] seconds = new long[70];
        for (int n = 0; n < seconds.length; n++) {
            condition.eject(RULES, now);
            assertThat(condition.open()).isFalse();
            seconds[n] = condition.ejectedSeconds(now);
            // That it answers /health changes nothing.
            assertThat(condition.healthy(now)).isEqualTo(Advice.NOTHING);
            now += seconds[n] * Nanos.SECOND - 1;
            assertThat(condition.tick(now)).isEqualTo(Advice.NOTHING);
            now++;
            assertThat(condition.tick(now)).isEqualTo(Advice.CHANGED);
            assertThat(condition.state()).isEqualTo(State.TRIED);
            assertThat(condition.most(50, now)).isEqualTo(1);
            assertThat(end(End.FAILED)).isEqualTo(Advice.EJECT);
        }
        assertThat(seconds).startsWith(5, 10, 15, 20).endsWith(300, 300);
    }

    @Test
    void whatWasWellForLongIsForgiven() {
        ejectAndTryAgain(3);
        assertThat(end(End.ANSWERED)).isEqualTo(Advice.CHANGED);
        now += 100 * Nanos.SECOND;
        condition.eject(RULES, now);
        assertThat(condition.ejectedSeconds(now)).isEqualTo(5);
    }

    @Test
    void afterAnAnswerItsShareGrows() {
        ejectAndTryAgain(1);
        assertThat(end(End.BUSY)).isEqualTo(Advice.NOTHING);
        assertThat(condition.state()).isEqualTo(State.TRIED);
        assertThat(end(End.ANSWERED)).isEqualTo(Advice.CHANGED);
        int[] most = new int[11];
        for (int second = 0; second < most.length; second++) {
            condition.tick(now);
            most[second] = condition.most(20, now);
            now += Nanos.SECOND;
        }
        assertThat(most).containsExactly(1, 2, 4, 6, 8, 10, 12, 14, 16, 18, Integer.MAX_VALUE);
        assertThat(condition.state()).isEqualTo(State.UP);
    }

    @Test
    void oneThatRefusesIsLostUntilItIsThere() {
        assertThat(end(End.REFUSED)).isEqualTo(Advice.CHANGED);
        assertThat(condition.state()).isEqualTo(State.LOST);
        assertThat(end(End.ANSWERED)).isEqualTo(Advice.NOTHING);
        assertThat(condition.open()).isFalse();
        assertThat(condition.healthy(now)).isEqualTo(Advice.CHANGED);
        assertThat(condition.state()).isEqualTo(State.TRIED);
        assertThat(end(End.FAILED)).isEqualTo(Advice.EJECT);
    }

    @Test
    void anEjectionGoesOnWhereTheServerWasLostMeanwhile() {
        condition.eject(RULES, now);
        assertThat(condition.missed(RULES, true, now)).isEqualTo(Advice.CHANGED);
        now += Nanos.SECOND;
        assertThat(condition.healthy(now)).isEqualTo(Advice.CHANGED);
        assertThat(condition.state()).isEqualTo(State.EJECTED);
        assertThat(condition.ejectedSeconds(now)).isEqualTo(4);
    }

    @Test
    void threeMissedQuestionsAreALoss() {
        assertThat(condition.missed(RULES, false, now)).isEqualTo(Advice.NOTHING);
        assertThat(condition.missed(RULES, false, now)).isEqualTo(Advice.NOTHING);
        condition.healthy(now);
        assertThat(condition.missed(RULES, false, now)).isEqualTo(Advice.NOTHING);
        assertThat(condition.missed(RULES, false, now)).isEqualTo(Advice.NOTHING);
        assertThat(condition.missed(RULES, false, now)).isEqualTo(Advice.CHANGED);
        assertThat(condition.state()).isEqualTo(State.LOST);
    }

    @Test
    void aReportCountsLessAndLess() {
        Ages ages = Ages.USUAL;
        assertThat(ages.share(2 * Nanos.SECOND)).isEqualTo(1);
        assertThat(ages.share(6 * Nanos.SECOND)).isEqualTo(0.5);
        assertThat(ages.share(10 * Nanos.SECOND)).isZero();
        assertThat(new Ages(5, 5).share(6)).isZero();
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(end(End.FAILED)).isEqualTo(Advice.NOTHING);
        }
    }

    private void ejectAndTryAgain(int times) {
        for (int i = 0; i < times; i++) {
            condition.eject(RULES, now);
            now += condition.ejectedSeconds(now) * Nanos.SECOND;
            condition.tick(now);
        }
    }

    private Advice end(End end) {
        return condition.ended(RULES, end, now);
    }
}
