package io.berth.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Chance;
import io.berth.sim.trace.openb.OpenbArrivals;
import io.berth.sim.trace.openb.OpenbNodes;
import io.berth.sim.trace.openb.OpenbOrder;
import io.berth.sim.trace.openb.OpenbPods;
import io.berth.sim.trace.openb.OpenbWorkload;
import io.berth.sim.workload.Arrival;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever becomes of a file, it is read or refused in one line; nothing else is thrown, and nothing hangs. */
class DamagedInputTest {
    private static final int ROWS = 500;

    private static final String NODES = OpenbText.nodes(ROWS, 1);
    private static final String PODS = OpenbText.pods(ROWS, 1);
    private static final String ARRIVALS = OpenbText.arrivals(ROWS, ROWS, 1);

    private final List<NodeSpec> nodes = OpenbNodes.read("n", OpenbText.stream(NODES), Lenience.STRICT);
    private final OpenbPods pods = OpenbPods.read("p", OpenbText.stream(PODS), Lenience.STRICT);

    @Test
    @Timeout(60)
    void damaged_files_are_read_or_refused_in_one_line() {
        assertThat(Damage.refused(this::attempt)).as("most damage is noticed").isGreaterThan(Damage.MUTATIONS / 2);
    }

    /** True where the damaged file was read all the same. */
    private boolean attempt(long seed) {
        Chance chance = new Chance(seed, "damage", 0);
        int file = chance.below(3);
        byte[] bytes = new String[] {NODES, PODS, ARRIVALS}[file].getBytes(StandardCharsets.UTF_8);
        byte[] damaged = Damage.ofMaybePacked(bytes, chance);
        Lenience lenience = chance.below(3) == 0 ? Lenience.counting() : Lenience.STRICT;
        return Damage.isRead("d.csv", 400, "seed " + seed, () -> read(file, damaged, lenience));
    }

    private void read(int file, byte[] bytes, Lenience lenience) {
        ByteArrayInputStream in = new ByteArrayInputStream(bytes);
        switch (file) {
            case 0 -> OpenbNodes.read("d.csv", in, lenience);
            case 1 -> {
                OpenbPods read = OpenbPods.read("d.csv", in, lenience);
                drain(OpenbWorkload.ordered(read, OpenbOrder.of(read, nodes, 1.3, 1)));
                drain(OpenbWorkload.departing(read));
            }
            default -> {
                TraceFile name = new TraceFile("d.csv");
                drain(OpenbWorkload.arriving(pods, OpenbArrivals.read(name, in, nodes, pods.pods(), lenience)));
            }
        }
    }

    private static void drain(OpenbWorkload workload) {
        long before = Long.MIN_VALUE;
        for (Arrival arrival : workload) {
            assertThat(arrival.atNanos() >= before).isTrue();
            before = arrival.atNanos();
        }
    }
}
