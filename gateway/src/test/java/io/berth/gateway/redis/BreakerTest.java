package io.berth.gateway.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BreakerTest {
    private static final long MILLI = 1_000_000;

    private final Breaker breaker = new Breaker();

    private void fail(int times, long atMillis) {
        for (int i = 0; i < times; i++) {
            breaker.failed(atMillis * MILLI);
        }
    }

    private boolean lets(long atMillis) {
        return breaker.lets(atMillis * MILLI);
    }

    @Test
    void afterFiveFailuresOneAsksNowAndThen() {
        fail(4, 0);
        assertThat(lets(0)).isTrue();
        fail(1, 0);
        assertThat(lets(199)).isFalse();
        assertThat(breaker.open(200 * MILLI)).isTrue();
        assertThat(lets(200)).isTrue();
        assertThat(lets(201)).isFalse();
        fail(1, 210);
        fail(3, 211);
        assertThat(lets(609)).isFalse();
        assertThat(lets(610)).isTrue();
        breaker.answered();
        assertThat(lets(611)).isTrue();
    }

    @Test
    void anAnswerBetweenFailuresEndsTheRow() {
        fail(4, 0);
        breaker.answered();
        fail(4, 1);
        assertThat(lets(1)).isTrue();
    }

    @Test
    void theWhileDoesNotGrowForever() {
        fail(5, 0);
        long at = 0;
        for (int i = 0; i < 20; i++) {
            at += 10_000;
            assertThat(lets(at)).isTrue();
            fail(1, at);
        }
        assertThat(lets(at + 9_999)).isFalse();
        assertThat(lets(at + 10_000)).isTrue();
    }
}
