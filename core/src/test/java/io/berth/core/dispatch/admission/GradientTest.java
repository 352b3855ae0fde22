package io.berth.core.dispatch.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Fleets;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

class GradientTest {
    private final Fleet fleet = Fleets.ofSpeeds(1000);
    private final Gradient gradient = new Gradient(4, 100, 1.5);
    private long now;
    private long id;

    @Test
    void itGrowsWhileAnswersComeAsUsual() {
        seconds(30, 1);

        assertThat(gradient.limit()).isGreaterThan(20);
    }

    @Test
    void itShrinksWhereTheyTakeLonger() {
        seconds(30, 1);
        double before = gradient.limit();
        seconds(5, 4);

        // A fifth of the way to half of it and four more, five times.
        double limit = before;
        for (int i = 0; i < 5; i++) {
            limit = 0.8 * limit + 0.2 * (0.5 * limit + 4);
        }
        assertThat(gradient.limit()).isBetween(0.9 * limit, 1.1 * limit);
    }

    @Test
    void whatIsMoreIsTurnedAway() {
        for (int i = 0; i < 4; i++) {
            assertThat(refuse()).isNull();
            fleet.sent(0, request());
        }
        assertThat(refuse()).isEqualTo(Refusal.CONCURRENCY);
    }

    @Test
    void limitsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new Gradient(0, 10, 1.5)).hasMessageContaining("least 0");
        assertThatThrownBy(() -> new Gradient(5, 4, 1.5)).hasMessageContaining("most 4");
        assertThatThrownBy(() -> new Gradient(1, 4, 0.5)).hasMessageContaining("tolerance 0.5");
    }

    /** Seconds in each of which the limit is used and a dozen requests are answered after {@code latency} seconds. */
    private void seconds(int count, long latency) {
        for (int second = 0; second < count; second++) {
            int there = (int) gradient.limit();
            for (int i = 0; i < there; i++) {
                fleet.sent(0, request());
            }
            refuse();
            for (int i = 0; i < there; i++) {
                fleet.withdrawn(0, request());
            }
            now += Nanos.SECOND;
            for (int i = 0; i < 12; i++) {
                Request request = new Request(
                        id++, 0, 0, Need.of(Request.NO_MODEL, 1, 0), now - latency * Nanos.SECOND, Nanos.NEVER);
                gradient.left(request, true, now);
            }
        }
    }

    private Refusal refuse() {
        return gradient.refuse(request(), fleet, 0, 0, now);
    }

    private Request request() {
        return Fleets.work(id++, 1);
    }
}
