package io.berth.core.dispatch.evict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Evict;
import io.berth.core.dispatch.Fleets;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EvictionsTest {
    private static final long SECOND = Nanos.SECOND;
    private static final Request URGENT = Fleets.ofPriority(100, 0);

    private final TreeSet<Long> streams = new TreeSet<>();
    private int unsuited = -1;

    @Test
    void theOneThatHasDoneLeastOnItsServerMakesRoom() {
        Evictions evictions = new Evictions(Evict.DEFAULT);
        // Three seconds are a third of a request on server 0, and two are two thirds of one on server 1.
        evictions.started(0, sheddable(1), 0, 7 * SECOND);
        evictions.started(1, sheddable(2), 0, 8 * SECOND);
        evictions.started(0, sheddable(3), 0, 5 * SECOND);
        evictions.started(0, URGENT, 0, 9 * SECOND);

        assertThat(take(evictions)).isEqualTo(1);
        assertThat(evictions.under(URGENT)).isTrue();
        assertThat(evictions.idle()).isTrue();
    }

    @Test
    void whereTheWaitingWouldNotGoNobodyMakesRoom() {
        Evictions evictions = new Evictions(Evict.DEFAULT);
        evictions.started(0, sheddable(1), 0, 7 * SECOND);
        evictions.started(1, sheddable(2), 0, 1 * SECOND);
        unsuited = 0;

        assertThat(take(evictions)).isEqualTo(2);
    }

    @Test
    void whatStreamsStaysUnlessThatIsAllowedAndThenGoesLast() {
        streams.add(1L);
        Evictions evictions = new Evictions(Evict.DEFAULT);
        evictions.started(0, sheddable(1), 0, 9 * SECOND);
        assertThat(take(evictions)).isNull();

        Evictions streaming = new Evictions(new Evict(0, 1, 0, true));
        streaming.started(0, sheddable(1), 0, 9 * SECOND);
        streaming.started(0, sheddable(2), 0, 1 * SECOND);
        assertThat(take(streaming)).isEqualTo(2);
        streaming.confirmed(0, sheddable(2));
        assertThat(take(streaming)).isEqualTo(1);
    }

    @Test
    void oneThatWasEndedOftenEnoughRuns() {
        Evictions evictions = new Evictions(new Evict(0, 2, 0, false));
        evictions.started(0, sheddable(1), 2, SECOND);
        assertThat(evictions.idle()).isTrue();
        assertThat(take(evictions)).isNull();
    }

    @Test
    void confirmedEndsWidenTheWindowAndADeniedOneClosesIt() {
        Evictions evictions = new Evictions(Evict.DEFAULT);
        for (int id = 1; id <= 9; id++) {
            evictions.started(0, sheddable(id), 0, SECOND);
        }
        take(evictions);
        assertThat(evictions.idle()).isTrue();
        evictions.confirmed(0, sheddable(1));
        take(evictions);
        assertThat(evictions.idle()).isFalse();
        take(evictions);
        assertThat(evictions.idle()).isTrue();
        evictions.unconfirmed(0, sheddable(2), 10 * SECOND);
        evictions.spared(sheddable(3));
        // For a minute that server is asked for no room; then one at a time.
        assertThat(take(evictions)).isNull();
        assertThat(takeAt(evictions, 71 * SECOND)).isEqualTo(4);
        assertThat(evictions.idle()).isTrue();
    }

    @Test
    void whatCannotBeIsSaid() {
        assertThatThrownBy(() -> new Evict(0, 0, 0, false)).hasMessageContaining("(0)");
        assertThatThrownBy(() -> new Evict(0, 1, -1, false)).hasMessageContaining("-1");
    }

    private @Nullable Long take(Evictions evictions) {
        return takeAt(evictions, 10 * SECOND);
    }

    private @Nullable Long takeAt(Evictions evictions, long now) {
        Evictions.Victim victim = evictions.take(URGENT, new Looking(), now);
        return victim == null ? null : victim.request().id();
    }

    private static Request sheddable(long id) {
        return Fleets.ofPriority(id, -1);
    }

    /** Server 0 takes 10 s for a request, all others 3 s. */
    private final class Looking implements Evictions.Sight {
        @Override
        public boolean suits(int server, Request request) {
            return server != unsuited;
        }

        @Override
        public boolean streams(int server, Request request) {
            return streams.contains(request.id());
        }

        @Override
        public long paceNanos(int server) {
            return (server == 0 ? 10 : 3) * SECOND;
        }
    }
}
