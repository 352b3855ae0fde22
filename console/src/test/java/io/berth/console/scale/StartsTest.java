package io.berth.console.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.scale.Starts.Seen;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartsTest {
    private final Starts starts = new Starts();

    @Test
    void aStartTakesFromWhenAReplicaHasRoomUntilItIsReady() {
        starts.see(List.of(), 0);
        starts.see(List.of(new Seen(1, 7, false)), 100);
        starts.see(List.of(new Seen(1, 7, false)), 200);
        assertThat(starts.nanos()).isZero();
        starts.see(List.of(new Seen(1, 7, true)), 350);
        assertThat(starts.nanos()).isEqualTo(250);

        // Not ready for a while, and again: no start.
        starts.see(List.of(new Seen(1, 7, false)), 400);
        starts.see(List.of(new Seen(1, 7, true)), 9000);
        assertThat(starts.nanos()).isEqualTo(250);
    }

    @Test
    void oneThatStartedBeforeAnybodyLookedSaysNothing() {
        starts.see(List.of(new Seen(1, 7, false), new Seen(2, 8, true)), 0);
        starts.see(List.of(new Seen(1, 7, true), new Seen(2, 8, true)), 50);

        assertThat(starts.nanos()).isZero();
    }

    @Test
    void oneThatIsStartedAgainBeginsAnew() {
        starts.see(List.of(), 0);
        starts.see(List.of(new Seen(1, 7, false)), 100);
        starts.see(List.of(new Seen(1, 9, false)), 300);
        starts.see(List.of(new Seen(1, 9, true)), 340);

        assertThat(starts.nanos()).isEqualTo(40);
    }

    @Test
    void theLongestOfTheLastFiveCounts() {
        starts.see(List.of(), 0);
        long now = 0;
        for (long took : new long[] {90, 10, 20, 50, 30}) {
            now = start(now, took);
        }
        assertThat(starts.nanos()).isEqualTo(90);
        start(now, 40);
        assertThat(starts.nanos()).isEqualTo(50);
    }

    private long start(long now, long took) {
        starts.see(List.of(new Seen(now, 1, false)), now + 1);
        starts.see(List.of(new Seen(now, 1, true)), now + 1 + took);
        return now + 1 + took;
    }
}
