package io.berth.kube.device;

import io.berth.core.cluster.device.link.LinkTable;
import io.berth.core.cluster.device.link.Links;
import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.Device;
import io.berth.kube.device.Candidates.Candidate;
import io.berth.kube.device.Search.Chosen;
import io.berth.kube.object.Node;
import io.berth.spec.cluster.LinkText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How near whole devices of a node are to one another, by what their drivers say: of one PCIe root, of one NUMA node, or neither. Of all that
 * a pod may be given the best is that whose devices reach one another fastest, by the table that the core goes by (decision 77).
 *
 * <p>Devices of a pool are looked at together, 2 to 16 of them: their slowest pair, then all their pairs, then all pairs between pools, so that
 * a network card is near the GPU, then what is left to others. What is worth less goes before all that (decision 48).
 */
final class Nearness {
    static final String ROOT = "resource.kubernetes.io/pcieRoot";
    static final String NUMA = "resource.kubernetes.io/numaNode";

    private final List<Group> groups;

    /**
     * Whole devices of one pool that a node reaches.
     *
     * @param free those that nobody has, by bits
     */
    private record Group(List<Offered> devices, LinkTable table, int free) {
        /** Those of {@code chosen}, by bits. */
        int of(List<Chosen> chosen) {
            int mask = 0;
            for (Chosen one : chosen) {
                int place = devices.indexOf(one.candidate().offered());
                mask |= place >= 0 && !one.option().admin() ? 1 << place : 0;
            }
            return mask;
        }
    }

    /**
     * What a choice is worth.
     *
     * @param waits how many devices must be waited for
     * @param memory of all devices
     * @param near more is better, from the first on that differs
     */
    record Worth(long waits, BigDecimal memory, List<Long> near) implements Comparable<Worth> {
        @Override
        public int compareTo(Worth other) {
            if (waits != other.waits) {
                return Long.compare(other.waits, waits);
            }
            int less = other.memory.compareTo(memory);
            for (int i = 0; less == 0 && i < near.size(); i++) {
                less = near.get(i).compareTo(other.near.get(i));
            }
            return less;
        }
    }

    /** Of nodes whose devices lie alike there is one table. */
    static final class Tables {
        private static final int MOST_KNOWN = 64;

        private final Map<Links, LinkTable> known = new LinkedHashMap<>();

        LinkTable of(Links links) {
            if (known.size() >= MOST_KNOWN && !known.containsKey(links)) {
                known.clear();
            }
            return known.computeIfAbsent(links, LinkTable::new);
        }
    }

    private Nearness(List<Group> groups) {
        this.groups = groups;
    }

    /** What may be better than {@code found}, devices of {@code node}; null where nothing is. */
    static @Nullable Nearness of(Node node, List<Chosen> found, Holdings holdings, Tables tables) {
        Set<Pool> pools = Collections.newSetFromMap(new LinkedHashMap<>());
        found.forEach(one -> pools.add(one.candidate().pool()));
        List<Group> groups = new ArrayList<>();
        boolean choice = false;
        for (Pool pool : pools) {
            List<Offered> devices = pool.devices().stream()
                    .filter(offered -> whole(offered.device())
                            && offered.device().reach().includes(node.meta().name(), node.labelled()))
                    .toList();
            Links links = links(devices);
            if (links.known()) {
                Group group = new Group(devices, tables.of(links), free(devices, holdings));
                int taken = group.of(found);
                groups.add(group);
                choice |= taken != 0 && (group.free & ~taken) != 0;
            }
        }
        return choice ? new Nearness(groups) : null;
    }

    private static boolean whole(Device device) {
        return !device.shareable() && device.consumes().isEmpty();
    }

    private static int free(List<Offered> devices, Holdings holdings) {
        int free = 0;
        for (int i = 0; i < devices.size(); i++) {
            free |= holdings.any(devices.get(i).id()) ? 0 : 1 << i;
        }
        return free;
    }

    /** Nothing is known where all are of the same places. */
    private static Links links(List<Offered> devices) {
        long places = devices.stream()
                .map(offered -> List.of(values(offered.device(), ROOT), values(offered.device(), NUMA)))
                .distinct()
                .count();
        if (places < 2 || devices.size() > Links.MAX_DEVICES) {
            return Links.NONE;
        }
        StringBuilder matrix = new StringBuilder();
        for (Offered one : devices) {
            for (Offered other : devices) {
                matrix.append(one == other ? "X" : way(one.device(), other.device()))
                        .append(' ');
            }
            matrix.append('\n');
        }
        return LinkText.read(matrix.toString(), LinkText.NVLINK);
    }

    private static String way(Device one, Device other) {
        if (meet(one, other, ROOT)) {
            return "PHB";
        }
        return meet(one, other, NUMA) ? "NODE" : "SYS";
    }

    private static boolean meet(Device one, Device other, String attribute) {
        return !Collections.disjoint(values(one, attribute), values(other, attribute));
    }

    private static Set<Attribute> values(Device device, String name) {
        Attribute value = device.qualities().attributes().get(name);
        return value == null ? Set.of() : value.each();
    }

    /** Two devices of which this says the same, and all else that is asked is the same too, may stand for one another. */
    List<Object> place(Candidate candidate) {
        Device device = candidate.offered().device();
        return List.of(
                candidate.pool().id(),
                !device.binding().awaited().isEmpty(),
                Resolver.memory(candidate),
                values(device, ROOT),
                values(device, NUMA));
    }

    /** What {@code chosen} is worth. */
    Worth worth(List<Chosen> chosen) {
        List<Long> slowest = new ArrayList<>();
        List<Long> total = new ArrayList<>();
        List<Long> left = new ArrayList<>();
        for (Group group : groups) {
            int taken = group.of(chosen);
            slowest.add((long) group.table.slowest(taken));
            total.add((long) group.table.total(taken));
            left.add(group.table.within(group.free & ~taken));
        }
        List<Long> near = new ArrayList<>(slowest);
        near.addAll(total);
        near.add(between(chosen));
        near.addAll(left);
        long waits = chosen.stream()
                .filter(one -> !one.device().binding().awaited().isEmpty())
                .count();
        BigDecimal memory =
                chosen.stream().map(one -> Resolver.memory(one.candidate())).reduce(BigDecimal.ZERO, BigDecimal::add);
        return new Worth(waits, memory, near);
    }

    /** How many pairs of devices of different pools are of one root, and then of one NUMA node. */
    private static long between(List<Chosen> chosen) {
        Set<Offered> devices = new HashSet<>();
        chosen.forEach(one -> devices.add(one.candidate().offered()));
        long roots = 0;
        long nodes = 0;
        for (Offered one : devices) {
            for (Offered other : devices) {
                if (!one.id().inPool().equals(other.id().inPool())) {
                    roots += meet(one.device(), other.device(), ROOT) ? 1 : 0;
                    nodes += meet(one.device(), other.device(), NUMA) ? 1 : 0;
                }
            }
        }
        return roots * 10_000 + nodes;
    }
}
