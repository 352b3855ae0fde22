package io.berth.core.cluster.device.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.cluster.device.DeviceLayout;
import io.berth.core.cluster.device.DeviceRow;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Grant;
import io.berth.core.workload.DeviceDemand;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LinkTableTest {
    private static final int SYS = 16_000;

    /** Of the hybrid cube mesh of a DGX-1: how many NVLinks each pair has. */
    private static final String MESH = """
            .1122...
            1.21.2..
            12.2..1.
            212....1
            2....112
            .2..1.21
            ..1.12.2
            ...1212.
            """;

    @Test
    void everySetOfTheMeshAsBruteForceHasIt() {
        Links mesh = mesh();
        LinkTable table = new LinkTable(mesh);
        for (int free = 0; free < 256; free++) {
            for (int wanted = 2; wanted <= 8; wanted++) {
                assertThat(table.best(free, wanted))
                        .as("%d of %s", wanted, Integer.toBinaryString(free))
                        .isEqualTo(bruteForce(mesh, free, wanted));
            }
        }
    }

    /** What may be read off the mesh: pairs, triples and fours that are linked best, and what is left. */
    @ParameterizedTest
    @CsvSource({
        // Of the double pairs one that breaks up no other four.
        "11111111, 2, 00000110, 50000",
        "11111111, 3, 00001101, 25000",
        "11111111, 4, 00001111, 25000",
        // One of each four is taken: a whole triple; and of fours as fast, one that leaves a double pair.
        "11101110, 3, 00001110, 25000",
        "11101110, 4, 00101110, 16000",
        "11111111, 5, 00011111, 16000",
        "00010001, 2, 00010001, 50000",
    })
    void whatTheMeshGives(String free, int wanted, String set, int slowest) {
        LinkTable table = new LinkTable(mesh());
        int best = table.best(Integer.parseInt(free, 2), wanted);
        assertThat(table.slowest(best)).isEqualTo(slowest);
        assertThat(Integer.toBinaryString(256 | best).substring(1)).isEqualTo(set);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5, 6, 7, 9})
    void anyMatrixAsBruteForceHasIt(int devices) {
        SplittableRandom random = new SplittableRandom(devices);
        List<Integer> pairs = new ArrayList<>();
        for (int pair = 0; pair < devices * (devices - 1) / 2; pair++) {
            pairs.add(random.nextInt(4) * 10_000);
        }
        Links links = new Links(devices, pairs);
        LinkTable table = new LinkTable(links);
        for (int i = 0; i < 300; i++) {
            int free = random.nextInt(1 << devices);
            int wanted = 1 + random.nextInt(devices);
            assertThat(table.best(free, wanted)).isEqualTo(bruteForce(links, free, wanted));
        }
    }

    /** A task of a set that is not the node's first, some of whose devices are taken. */
    @Test
    void devicesAreGivenByIt() {
        DeviceLayout layout = new DeviceLayout(
                List.of(DeviceSet.gpus(3, "T4", 0), DeviceSet.gpus(8, "V100", 0).withLinks(mesh())));
        long[] cells = new long[DeviceRow.cells(layout)];
        DeviceRow.declare(cells, 0, layout);
        DeviceDemand three = new DeviceDemand.Whole(3, 0, DeviceDemand.Acceptable.gpus(List.of("V100")));
        long taken = 0b1_0001L << 3;
        DeviceRow.take(cells, 0, layout, three, Grant.of(taken));

        long given = DeviceRow.firstIdle(cells, 0, layout, three);

        assertThat(given).isEqualTo(0b1110L << 3);
        assertThat(DeviceRow.slowestLink(layout, given)).isEqualTo(25_000);
        assertThat(DeviceRow.slowestLink(layout, 0b11)).isZero();
    }

    @Test
    void whatIsNoMatrix() {
        assertThatThrownBy(() -> new Links(1, List.of())).hasMessageContaining("2 to 16");
        assertThatThrownBy(() -> new Links(3, List.of(1, 2))).hasMessageContaining("3 pairs");
        assertThatThrownBy(() -> new Links(2, List.of(-1))).hasMessageContaining("(-1)");
        assertThatThrownBy(() -> DeviceSet.gpus(4, "V100", 0).withLinks(mesh())).hasMessageContaining("8 devices");
    }

    private static int bruteForce(Links links, int free, int wanted) {
        int best = 0;
        for (int set = 1; set < 1 << links.devices(); set++) {
            if ((set & ~free) == 0
                    && Integer.bitCount(set) == wanted
                    && (best == 0 || compare(links, free, set, best) > 0)) {
                best = set;
            }
        }
        return best;
    }

    private static int compare(Links links, int free, int set, int other) {
        int slowest = Integer.compare(slowest(links, set), slowest(links, other));
        int total = Integer.compare(total(links, set), total(links, other));
        return slowest != 0
                ? slowest
                : total != 0 ? total : Long.compare(left(links, free & ~set), left(links, free & ~other));
    }

    private static int slowest(Links links, int set) {
        int slowest = Integer.MAX_VALUE;
        for (int one = 0; one < links.devices(); one++) {
            for (int other = one + 1; other < links.devices(); other++) {
                if ((set >> one & set >> other & 1) == 1) {
                    slowest = Math.min(slowest, links.between(one, other));
                }
            }
        }
        return slowest;
    }

    private static int total(Links links, int set) {
        int total = 0;
        for (int one = 0; one < links.devices(); one++) {
            for (int other = one + 1; other < links.devices(); other++) {
                total += (set >> one & set >> other & 1) == 1 ? links.between(other, one) : 0;
            }
        }
        return total;
    }

    private static long left(Links links, int free) {
        long sum = 0;
        for (int set = free; set != 0; set = (set - 1) & free) {
            sum += Integer.bitCount(set) < 2 ? 0 : slowest(links, set);
        }
        return sum;
    }

    private static Links mesh() {
        String[] rows = MESH.split("\n");
        List<Integer> pairs = new ArrayList<>();
        for (int one = 0; one < rows.length; one++) {
            for (int other = one + 1; other < rows.length; other++) {
                char links = rows[one].charAt(other);
                pairs.add(links == '.' ? SYS : (links - '0') * 25_000);
            }
        }
        return new Links(8, pairs);
    }
}
