package io.berth.kube.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Nanos;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AskedStartsTest {
    private static final long SECOND = Nanos.SECOND;

    private final AskedStarts starts = new AskedStarts();

    @Test
    void fromWhenAReplicaIsAskedForUntilItTakesRequests() {
        ready(0, "a");
        starts.asked(1, 0);
        starts.asked(3, 10 * SECOND);
        ready(11, "a");
        assertThat(starts.nanos()).isZero();
        ready(40, "a", "b");
        assertThat(starts.nanos()).isEqualTo(30 * SECOND);
        // One that was ready before does not start.
        ready(41, "b");
        ready(42, "a", "b");
        ready(55, "a", "b", "c");
        assertThat(starts.nanos()).isEqualTo(45 * SECOND);
        ready(70, "a", "b", "c", "d");
        assertThat(starts.nanos()).isEqualTo(45 * SECOND);
    }

    @Test
    void whoIsNotAskedForAnyMoreAndWhoWaitsForANodeDoNotCount() {
        ready(0, "a");
        starts.asked(1, 0);
        starts.asked(3, 0);
        starts.asked(2, 5 * SECOND);
        ready(8, "a", "b");
        assertThat(starts.nanos()).isEqualTo(8 * SECOND);
        starts.asked(3, 10 * SECOND);
        ready(11 + AskedStarts.LONGEST_NANOS / SECOND, "a", "b", "c");
        assertThat(starts.nanos()).isEqualTo(8 * SECOND);
    }

    private void ready(long second, String... addresses) {
        starts.ready(Set.of(addresses), second * SECOND);
    }
}
