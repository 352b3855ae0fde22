package io.berth.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Chance;
import io.berth.sim.workload.Arrival;
import io.berth.spec.input.InputException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever becomes of a file, it is read or refused in one line; nothing else is thrown, and nothing hangs. */
class DamagedInputTest {
    private static final int ROWS = 500;
    private static final int MUTATIONS = 2000;
    private static final String[] INSERTS = {
        "x", "-", "-5", "\"", ",", "\n", "\r", ":", "|", "99999999999999999999", "\0"
    };

    private static final String NODES = OpenbText.nodes(ROWS, 1);
    private static final String PODS = OpenbText.pods(ROWS, 1);
    private static final String ARRIVALS = OpenbText.arrivals(ROWS, ROWS, 1);

    private final List<NodeSpec> nodes = OpenbNodes.read("n", OpenbText.stream(NODES), Lenience.STRICT);
    private final OpenbPods pods = OpenbPods.read("p", OpenbText.stream(PODS), Lenience.STRICT);

    @Test
    @Timeout(60)
    void damaged_files_are_read_or_refused_in_one_line() {
        int refused = 0;
        for (int seed = 0; seed < MUTATIONS; seed++) {
            refused += attempt(seed) ? 0 : 1;
        }
        assertThat(refused).as("most damage is noticed").isGreaterThan(MUTATIONS / 2);
    }

    /** True where the damaged file was read all the same. */
    private boolean attempt(long seed) {
        Chance chance = new Chance(seed, "damage", 0);
        int file = chance.below(3);
        byte[] bytes = new String[] {NODES, PODS, ARRIVALS}[file].getBytes(StandardCharsets.UTF_8);
        boolean packed = chance.below(4) == 0;
        boolean before = chance.below(2) == 0;
        byte[] damaged = !packed
                ? damage(bytes, chance)
                : before ? OpenbText.gzip(damage(bytes, chance)) : damage(OpenbText.gzip(bytes), chance);
        Lenience lenience = chance.below(3) == 0 ? Lenience.counting() : Lenience.STRICT;
        try {
            read(file, damaged, lenience);
            return true;
        } catch (InputException e) {
            assertThat(e.getMessage()).as("seed " + seed).startsWith("d.csv:").doesNotContain("\n", "\r", "\0");
            assertThat(e.getMessage()).as("seed " + seed).hasSizeLessThan(400);
            return false;
        } catch (RuntimeException e) {
            return fail("seed " + seed, e);
        }
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

    private static byte[] damage(byte[] bytes, Chance chance) {
        int at = chance.below(bytes.length);
        return switch (chance.below(5)) {
            case 0 -> flipped(bytes, chance);
            case 1 -> Arrays.copyOf(bytes, at);
            case 2 -> inserted(bytes, at, INSERTS[chance.below(INSERTS.length)]);
            case 3 -> swapped(bytes, at);
            default -> Arrays.copyOfRange(bytes, at, bytes.length);
        };
    }

    private static byte[] flipped(byte[] bytes, Chance chance) {
        byte[] copy = bytes.clone();
        for (int i = 1 + chance.below(8); i > 0; i--) {
            copy[chance.below(copy.length)] ^= (byte) (1 << chance.below(8));
        }
        return copy;
    }

    private static byte[] inserted(byte[] bytes, int at, String text) {
        byte[] more = text.getBytes(StandardCharsets.UTF_8);
        byte[] copy = Arrays.copyOf(bytes, bytes.length + more.length);
        System.arraycopy(bytes, at, copy, at + more.length, bytes.length - at);
        System.arraycopy(more, 0, copy, at, more.length);
        return copy;
    }

    /** Two neighbouring fields of the line around {@code at} change places; in a packed file, whatever looks so. */
    private static byte[] swapped(byte[] bytes, int at) {
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int first = text.indexOf(',', at);
        int second = text.indexOf(',', first + 1);
        int third = text.indexOf(',', second + 1);
        if (first < 0 || second < 0 || third < 0) {
            return bytes;
        }
        String swapped = text.substring(0, first)
                + text.substring(second, third)
                + text.substring(first, second)
                + text.substring(third);
        return swapped.getBytes(StandardCharsets.ISO_8859_1);
    }
}
