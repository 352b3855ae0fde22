package io.berth.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.plan.index.DomainLife;
import io.berth.core.workload.Label;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DomainsTest {
    private static final long GIB = 1L << 30;

    private final NodeTable nodes = new NodeTable();

    @Test
    void sumsAreWhatTheUsableNodesOfADomainHaveTogether() {
        join("r1", 8000, 2);
        join("r2", 4000, 0);
        join("r1", 16_000, 4);

        Domains racks = nodes.domains("rack");

        assertThat(racks.of(2)).isEqualTo(racks.of(0)).isNotEqualTo(racks.of(1));
        assertThat(racks.total(racks.of(0), Resource.CPU)).isEqualTo(24_000);
        assertThat(racks.totalMilli(racks.of(0))).isEqualTo(6000);
        assertThat(racks.usable(racks.of(0))).isEqualTo(2);
        nodes.lose(2);
        nodes.observeOthers(0, 9000, 0);
        nodes.domains("rack");
        assertThat(racks.total(racks.of(0), Resource.CPU)).isEqualTo(8000);
        assertThat(racks.free(racks.of(0), Resource.CPU)).isZero();
        assertThat(racks.usable(racks.of(0))).isEqualTo(1);
    }

    @Test
    void aNodeWithoutTheLabelIsADomainByItselfAndAForgottenOneInNone() {
        nodes.join(0, NodeSpec.of("a", 1000, GIB, 0, ""));
        nodes.join(1, NodeSpec.of("b", 1000, GIB, 0, ""));

        Domains racks = nodes.domains("rack");

        assertThat(racks.of(0)).isNotEqualTo(racks.of(1));
        nodes.forget(1);
        assertThat(nodes.domains("rack").of(1)).isEqualTo(Domains.NONE);
        nodes.join(1, NodeSpec.of("c", 1000, GIB, 0, ""));
        assertThat(nodes.domains("rack").of(1)).isNotEqualTo(racks.of(0)).isNotNegative();
        assertThat(racks.count()).isEqualTo(2);
    }

    @Test
    void sumsAndMembersFollowWhateverHappens() {
        for (int seed = 0; seed < 100; seed++) {
            DomainLife life = new DomainLife(seed);
            for (int round = 0; round < 50; round++) {
                life.happen();
                if (life.below(3) > 0) {
                    check(life.nodes(), DomainLife.RACK);
                    check(life.nodes(), DomainLife.BLOCK);
                }
            }
        }
    }

    private static void check(NodeTable nodes, String key) {
        Domains domains = nodes.domains(key);
        TreeMap<String, Integer> numbers = new TreeMap<>();
        TreeSet<Integer> used = new TreeSet<>();
        for (int node = 0; node < nodes.count(); node++) {
            if (!nodes.known(node)) {
                assertThat(domains.of(node)).isEqualTo(Domains.NONE);
                continue;
            }
            String value = nodes.nodeClass(node).label(key);
            String name = value == null ? "node " + node : "label " + value;
            assertThat(numbers.computeIfAbsent(name, _ -> domains.of(domain(nodes, key, name))))
                    .isEqualTo(domains.of(node));
            used.add(domains.of(node));
            compare(nodes, domains, domains.of(node));
        }
        assertThat(used).hasSameSizeAs(numbers.keySet());
    }

    private static int domain(NodeTable nodes, String key, String name) {
        for (int node = 0; node < nodes.count(); node++) {
            String value = nodes.nodeClass(node).label(key);
            if (nodes.known(node) && name.equals(value == null ? "node " + node : "label " + value)) {
                return node;
            }
        }
        throw new AssertionError(name);
    }

    private static void compare(NodeTable nodes, Domains domains, int domain) {
        long[] sums = new long[3];
        TreeSet<Integer> members = new TreeSet<>();
        for (int node = 0; node < nodes.count(); node++) {
            if (domains.of(node) == domain) {
                members.add(node);
                sums[2] += nodes.usable(node) ? 1 : 0;
                sums[0] += nodes.usable(node) ? nodes.totalFreeMilli(node) : 0;
                sums[1] += nodes.usable(node) ? 1000L * nodes.gpus(node) : 0;
            }
        }
        assertThat(new long[] {domains.freeMilli(domain), domains.totalMilli(domain), domains.usable(domain)})
                .isEqualTo(sums);
        for (int column = 0; column < nodes.names().columns(); column++) {
            long free = 0;
            long total = 0;
            for (int node : members) {
                free += nodes.usable(node) ? StrictMath.max(0, nodes.free(node, column)) : 0;
                total += nodes.usable(node) ? nodes.total(node, column) : 0;
            }
            assertThat(domains.free(domain, column)).isEqualTo(free);
            assertThat(domains.total(domain, column)).isEqualTo(total);
        }
        TreeSet<Integer> walked = new TreeSet<>();
        for (int node = domains.first(domain); node >= 0; node = domains.next(node)) {
            assertThat(walked.add(node)).isTrue();
        }
        assertThat(walked).isEqualTo(members);
    }

    private void join(String rack, long cpuMilli, int gpus) {
        int node = nodes.count();
        NodeSpec spec = NodeSpec.of("n" + node, cpuMilli, GIB, gpus, "H100");
        nodes.join(node, spec.withLabels(List.of(new Label("rack", rack))));
    }
}
