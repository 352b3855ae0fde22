package io.berth.core.dispatch.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import org.junit.jupiter.api.Test;

class FairTest {
    private static final long WORK = 1L << 20;

    private final Fair fair = new Fair();

    @Test
    void oneTenantIsServedAsItCame() {
        assertThat(fair.key(of(0, 0, 3))).isZero();
        assertThat(fair.key(of(0, 0, 1))).isEqualTo(3);
        assertThat(fair.key(of(0, 0, 1))).isEqualTo(4);
    }

    @Test
    void aSecondTenantComesBetween() {
        fair.key(of(0, 0, 1));
        fair.key(of(0, 0, 1));
        long third = fair.key(of(0, 0, 1));
        long other = fair.key(of(1, 0, 1));

        assertThat(other).isZero().isLessThan(third);
    }

    @Test
    void nobodySavesUp() {
        for (int i = 0; i < 10; i++) {
            Request request = of(0, 0, 1);
            fair.taken(request, fair.key(request));
        }
        assertThat(fair.key(of(1, 0, 1))).isEqualTo(9);
    }

    @Test
    void whoHasTwiceTheWeightIsServedTwice() {
        fair.weigh(0, 2);
        assertThat(fair.key(of(0, 0, 4))).isZero();
        assertThat(fair.key(of(0, 0, 4))).isEqualTo(2);
        assertThat(fair.key(of(1, 0, 4))).isZero();
        assertThat(fair.key(of(1, 0, 4))).isEqualTo(4);
        assertThatThrownBy(() -> fair.weigh(0, 0)).hasMessageContaining("weight");
    }

    @Test
    void whatItTurnedOutToBeIsCharged() {
        Request request = of(0, 0, 2);
        fair.key(request);
        fair.left(request, 10 * WORK);
        assertThat(fair.key(of(0, 0, 2))).isEqualTo(10);

        Request other = of(1, 0, 2);
        fair.key(other);
        fair.left(other, 0);
        assertThat(fair.key(of(1, 0, 2))).isZero();
    }

    @Test
    void theUrgentGoFirst() {
        long usual = fair.key(of(0, 0, 1));
        long urgent = fair.key(of(0, 1, 1_000_000));
        long later = fair.key(of(0, -3, 1));

        assertThat(urgent).isLessThan(usual);
        assertThat(later).isGreaterThan(usual);
        assertThat(fair.key(of(7, Integer.MIN_VALUE, 1))).isGreaterThan(later);
    }

    private static Request of(int tenant, int priority, long work) {
        return new Request(1, tenant, priority, Need.of(Request.NO_MODEL, work * WORK, 0), 0, Nanos.NEVER);
    }
}
