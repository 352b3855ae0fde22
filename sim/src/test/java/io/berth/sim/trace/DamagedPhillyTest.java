package io.berth.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import io.berth.sim.trace.csv.MuriJobs;
import io.berth.sim.trace.csv.PhillyJobs;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever becomes of a trace of Philly, it is read or refused in one line; nothing else is thrown, and nothing hangs. */
class DamagedPhillyTest {
    private static final int ROWS = 500;

    private static final byte[] MURI = PhillyText.muri(ROWS, 1).getBytes(StandardCharsets.UTF_8);
    private static final byte[] PHILLY = PhillyText.philly(ROWS, 1).getBytes(StandardCharsets.UTF_8);

    @Test
    void undamaged_traces_are_read_whole() {
        assertThat(MuriJobs.read("m", new ByteArrayInputStream(MURI), Lenience.STRICT))
                .hasSize(ROWS);
        assertThat(PhillyJobs.read("p", new ByteArrayInputStream(PHILLY), Lenience.STRICT))
                .hasSize(ROWS);
    }

    @Test
    @Timeout(60)
    void damaged_traces_are_read_or_refused_in_one_line() {
        assertThat(Damage.refused(DamagedPhillyTest::attempt))
                .as("most damage is noticed")
                .isGreaterThan(Damage.MUTATIONS / 2);
    }

    /** True where the damaged trace was read all the same. */
    private static boolean attempt(long seed) {
        Chance chance = new Chance(seed, "damage", 1);
        boolean muri = chance.below(2) == 0;
        byte[] whole = muri ? MURI : PHILLY;
        byte[] damaged = Damage.of(chance.below(4) == 0 ? OpenbText.gzip(whole) : whole, chance);
        Lenience lenience = chance.below(4) == 0 ? Lenience.counting() : Lenience.STRICT;
        ByteArrayInputStream in = new ByteArrayInputStream(damaged);
        return Damage.isRead("d.csv", 500, "seed " + seed, () -> {
            Workload workload = muri
                    ? MuriJobs.workload(MuriJobs.read("d.csv", in, lenience))
                    : PhillyJobs.workload(PhillyJobs.read("d.csv", in, lenience));
            drain(workload);
        });
    }

    private static void drain(Workload workload) {
        long before = Long.MIN_VALUE;
        for (Arrival arrival : workload) {
            assertThat(arrival.atNanos() >= before).isTrue();
            before = arrival.atNanos();
        }
        assertThat(workload.mix()).hasSizeLessThanOrEqualTo(ROWS);
    }
}
