package io.berth.gateway.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MinuteQuotaTest {
    private static final long MILLI = 1_000_000;

    private final MinuteQuota quota = new MinuteQuota(0);

    private static Ask ask(long print) {
        return new Ask("m", 0, 0, print, false);
    }

    private long take(double tokens, long print, long now) {
        return quota.take(quota.reserve(tokens), ask(print), now);
    }

    @Test
    void aRequestMaySendAMinutesAmountAtOnceAndThenWaits() {
        quota.limit(3, 0, 0);
        for (int i = 0; i < 3; i++) {
            assertThat(take(1e9, i, 0)).isZero();
        }
        assertThat(quota.left(MinuteQuota.REQUESTS, 0)).isZero();
        assertThat(take(0, 7, 0)).isEqualTo(20 * Nanos.SECOND);
        assertThat(quota.lacking()).isEqualTo(MinuteQuota.REQUESTS);
        assertThat(quota.left(MinuteQuota.REQUESTS, 10 * Nanos.SECOND)).isZero();
        assertThat(quota.left(MinuteQuota.REQUESTS, 40 * Nanos.SECOND)).isEqualTo(2);
        assertThat(quota.resetNanos(MinuteQuota.REQUESTS)).isCloseTo(20 * Nanos.SECOND, within(MILLI));
    }

    @ParameterizedTest
    @CsvSource({"600, 1000", "70, 1000", "999, 700", "1, 30"})
    void whatIsSaidIsTheFirstMomentAtWhichItIsLetIn(long tokens, long perMinute) {
        quota.limit(0, perMinute, 0);
        double first = quota.reserve((double) perMinute);
        assertThat(quota.take(first, ask(1), 0)).isZero();
        long wait = take((double) tokens, 2, 0);
        assertThat(quota.lacking()).isEqualTo(MinuteQuota.TOKENS);

        MinuteQuota same = new MinuteQuota(0);
        same.limit(0, perMinute, 0);
        same.take(first, ask(1), 0);
        assertThat(same.take(same.reserve((double) tokens), ask(2), wait - MILLI))
                .isPositive();
        assertThat(take((double) tokens, 2, wait)).isZero();
    }

    @Test
    void whatIsTooLargeForAMinuteWaitsForAFullBucketAndOwesTheRest() {
        quota.limit(0, 1000, 0);
        assertThat(take(5000, 1, 0)).isZero();
        quota.giveBack(MinuteQuota.TOKENS, 1000 - 5000, 0);
        assertThat(take(10, 2, 0)).isEqualTo((long) (4010 * 60 / 1000.0 * Nanos.SECOND));
    }

    @Test
    void whatWasNotTakenIsThereAgain() {
        quota.limit(10, 1000, 0);
        take(900, 1, 0);
        quota.giveBack(MinuteQuota.TOKENS, 800, 0);
        quota.giveBack(MinuteQuota.REQUESTS, 5, 0);
        assertThat(quota.left(MinuteQuota.TOKENS, 0)).isEqualTo(900);
        assertThat(quota.left(MinuteQuota.REQUESTS, 0)).isEqualTo(10);
    }

    @Test
    void promisesAreInTurnAndKeptAheadOfWhoComesAnew() {
        quota.limit(60, 0, 0);
        for (int i = 0; i < 60; i++) {
            take(0, 0, 0);
        }
        for (int i = 1; i <= 5; i++) {
            assertThat(take(0, i, 0)).isEqualTo(i * Nanos.SECOND);
        }
        // What comes back meanwhile is promised; a stranger is told a time after all of them.
        assertThat(take(0, 99, 2 * Nanos.SECOND)).isEqualTo(4 * Nanos.SECOND);
        for (int i = 1; i <= 5; i++) {
            assertThat(take(0, i, Math.max(2, i) * Nanos.SECOND))
                    .as("promise %d", i)
                    .isZero();
        }
    }

    @Test
    void whoIsNotToldApartTakesNoPromiseOfOthersWhereItSaysThatItIsNew() {
        quota.limit(1, 0, 0);
        assertThat(take(0, 1, 0)).isZero();
        assertThat(take(0, 1, 0)).isEqualTo(60 * Nanos.SECOND);
        assertThat(quota.take(0, new Ask("m", 0, 0, 1, true), 60 * Nanos.SECOND))
                .isPositive();
        assertThat(take(0, 1, 61 * Nanos.SECOND)).isZero();
    }

    @Test
    void promisesThatNobodyComesForKeepNobodyOut() {
        quota.limit(60, 0, 0);
        for (int i = 0; i < 200; i++) {
            take(0, i, 0);
        }
        // 140 were told up to 140 s and leave. A minute later what came back is there, but for what may yet be asked.
        int let = 0;
        for (int i = 0; i < 60; i++) {
            let += take(0, 1000 + i, 60 * Nanos.SECOND) == 0 ? 1 : 0;
        }
        assertThat(let).isBetween(40, 60);
    }

    @Test
    void anotherLimitTakesNothingBack() {
        quota.limit(10, 0, 0);
        for (int i = 0; i < 8; i++) {
            take(0, i, 0);
        }
        quota.limit(20, 0, 0);
        assertThat(quota.left(MinuteQuota.REQUESTS, 0)).isEqualTo(12);
        quota.limit(5, 100, 0);
        assertThat(quota.left(MinuteQuota.REQUESTS, 0)).isZero();
        assertThat(quota.left(MinuteQuota.TOKENS, 0)).isEqualTo(100);
        assertThat(take(0, 99, 0)).isEqualTo(4 * 12 * Nanos.SECOND);
    }

    /** A client that comes again, when it was told to. */
    private record Return(long at, long print, long prompt, long told) {}

    /**
     * Clients that obey, under more than their tenant may have, of which answers are as long as they happen to be; they come back at the
     * whole second that Retry-After says, or at the millisecond.
     */
    @ParameterizedTest
    @CsvSource({"1.2, true", "1.5, true", "1.5, false", "0.9, true", "3, false"})
    void whoObeysIsLetIn(double load, boolean wholeSeconds) {
        int perMinute = 30_000;
        quota.limit(0, perMinute, 0);
        Random random = new Random(7);
        PriorityQueue<Return> returns = new PriorityQueue<>(Comparator.comparingLong(Return::at));
        double mean = 300;
        double gap = mean * Nanos.MINUTE / (load * perMinute);
        long end = 5 * Nanos.MINUTE;
        long next = 0;
        long print = 0;
        int came = 0;
        int kept = 0;
        long taken = 0;
        List<Double> errors = new ArrayList<>(List.of(0.0));
        while (next < end || !returns.isEmpty() && returns.peek().at < end) {
            boolean back = !returns.isEmpty() && returns.peek().at <= next;
            Return who = back ? returns.remove() : new Return(next, ++print, 50 + random.nextInt(200), 0);
            if (!back) {
                next += (long) (-Math.log(1 - random.nextDouble()) * gap);
            }
            double expected = quota.reserve(who.prompt + 150.0);
            if (back) {
                errors.add(error(perMinute, expected, who));
            }
            long wait = quota.take(expected, ask(who.print), who.at);
            came += back ? 1 : 0;
            if (wait == 0) {
                kept += back ? 1 : 0;
                long actual = who.prompt + (long) (-Math.log(1 - random.nextDouble()) * 175);
                quota.giveBack(MinuteQuota.TOKENS, expected - actual, who.at);
                taken += actual;
            } else {
                long told = wholeSeconds ? (wait + Nanos.SECOND - 1) / Nanos.SECOND * Nanos.SECOND : wait;
                returns.add(new Return(who.at + told, who.print, who.prompt, wait));
            }
        }
        errors.sort(null);
        System.out.printf(
                "load %.1f: %d of %d that obeyed were let in, %d tokens, median error %.3f, p90 %.3f%n",
                load, kept, came, taken, errors.get(errors.size() / 2), errors.get(errors.size() * 9 / 10));
        assertThat(errors.get(errors.size() / 2)).isLessThan(0.3);
        assertThat((double) kept).isGreaterThanOrEqualTo(0.9 * came);
        assertThat((double) taken).isLessThan(6.5 * perMinute);
        assertThat((double) taken).isGreaterThan(Math.min(load, 1) * 4.5 * perMinute);
    }

    /** How much sooner or later than it was told there was enough, over what it was told. */
    private double error(int perMinute, double expected, Return who) {
        quota.left(MinuteQuota.TOKENS, who.at);
        double left = perMinute * (1 - quota.resetNanos(MinuteQuota.TOKENS) / (double) Nanos.MINUTE);
        return Math.abs(left - expected) / perMinute * Nanos.MINUTE / who.told;
    }
}
