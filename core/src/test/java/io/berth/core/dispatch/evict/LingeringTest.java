package io.berth.core.dispatch.evict;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.dispatch.Fleets;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

class LingeringTest {
    private static final long SECOND = Nanos.SECOND;

    private final Lingering lingering = new Lingering();

    LingeringTest() {
        lingering.grow(2);
    }

    @Test
    void whereNobodyReportsASlotIsFreeAtOnce() {
        assertThat(lingering.add(0, request(1), 0, 10 * SECOND, SECOND)).isFalse();
        assertThat(lingering.nextNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void thoseThatTheCountersDoNotHoldAnyMoreHaveEnded() {
        lingering.reported(0, 3, 3, 0);
        assertThat(lingering.add(0, request(1), 0, 10 * SECOND, SECOND)).isTrue();
        assertThat(lingering.add(0, request(2), 0, 10 * SECOND, SECOND)).isTrue();

        assertThat(lingering.reported(0, 3, 1, 2 * SECOND)).isEmpty();
        assertThat(lingering.reported(0, 2, 1, 3 * SECOND)).containsExactly(request(1));
        assertThat(lingering.at(0)).isOne();
        assertThat(lingering.ended(0, request(1), 3 * SECOND)).isFalse();
        assertThat(lingering.ended(0, request(2), 3 * SECOND)).isTrue();
        assertThat(lingering.at(0)).isZero();
    }

    @Test
    void whatGoesOnHasItsSlotForAsLongAsItWouldHaveTaken() {
        lingering.reported(0, 1, 1, 0);
        lingering.add(0, request(1), 4 * SECOND, 10 * SECOND, SECOND);

        // Six seconds are left of it, and one is for the report that would tell.
        assertThat(lingering.nextNanos()).isEqualTo(8 * SECOND);
        assertThat(lingering.expire(8 * SECOND - 1)).isEmpty();
        assertThat(lingering.expire(8 * SECOND)).containsExactly(new Lingering.Gone(0, request(1), true));
        assertThat(lingering.nextNanos()).isEqualTo(Nanos.NEVER);
    }

    @Test
    void ofAServerThatStopsAtOnceNothingIsWaitedForLong() {
        lingering.reported(0, 1, 1, 0);
        for (int i = 1; i <= 20; i++) {
            long now = i * SECOND;
            lingering.add(0, request(i), 0, 100 * SECOND, now);
            lingering.reported(0, 0, 0, now + 1);
        }
        lingering.add(0, request(30), 0, 100 * SECOND, 30 * SECOND);

        assertThat(lingering.nextNanos()).isBetween(31 * SECOND, 34 * SECOND);
        // One that says nothing of itself is taken for those that do.
        assertThat(lingering.add(1, request(31), 0, 100 * SECOND, 30 * SECOND)).isTrue();
        assertThat(lingering.takeAll(0)).containsExactly(request(30));
        assertThat(lingering.nextNanos()).isBetween(30 * SECOND, 31 * SECOND);
        lingering.joined(1);
        assertThat(lingering.at(1)).isZero();
    }

    private static Request request(long id) {
        return Fleets.work(id, 1);
    }
}
