package io.berth.core.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdleTest {
    private static final long IDLE = 60 * Nanos.SECOND;

    private final List<Sight> asked = new ArrayList<>();
    private final Scaler three = new Scaler() {
        @Override
        public int wanted(Sight sight) {
            asked.add(sight);
            return 3;
        }

        @Override
        public Basis basis() {
            return new Basis(3, 7);
        }
    };
    private final Scaler idle = Scaler.idling(three, IDLE);

    @Test
    void noneOnceNothingCameAndNothingWasThereForSoLong() {
        assertThat(wanted(0, 0, 0, 0)).isEqualTo(3);
        assertThat(wanted(IDLE - 1, 0, 0, 0)).isEqualTo(3);
        assertThat(wanted(IDLE, 0, 0, 0)).isZero();
        assertThat(idle.basis()).isEqualTo(new Scaler.Basis(0, 7));
        assertThat(wanted(IDLE + 1, 0, 0, 1)).isEqualTo(3);
        assertThat(idle.basis()).isEqualTo(new Scaler.Basis(3, 7));
        // A request that takes long is no less one than one that waits.
        assertThat(wanted(2 * IDLE, 1, 0, 0)).isEqualTo(3);
        assertThat(wanted(3 * IDLE - 1, 0, 0, 0)).isEqualTo(3);
        assertThat(wanted(3 * IDLE - 1, 0, 1, 0)).isEqualTo(3);
        assertThat(wanted(4 * IDLE, 0, 0, 0)).isZero();
        // It was asked all the while: what it learns of a series has no gap.
        assertThat(asked).hasSize(8);
    }

    private int wanted(long now, long running, long waiting, long arrived) {
        return idle.wanted(new Sight(now, 1, 0, running, waiting, arrived));
    }
}
