package io.berth.kube.device;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.PoolVersion;
import io.berth.kube.claim.Slice;
import io.berth.kube.claim.taint.TaintRule;
import io.berth.kube.object.Node;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The devices that there are. */
final class Inventory {
    private static final Comparator<PoolVersion.Id> BY_NAME =
            Comparator.comparing(PoolVersion.Id::driver).thenComparing(PoolVersion.Id::pool);

    private final Map<String, Slice> slices = new HashMap<>();
    private final Map<PoolVersion.Id, Map<String, Slice>> slicesOfPool = new HashMap<>();
    private final Map<String, TaintRule> rules = new TreeMap<>();
    private final Map<PoolVersion.Id, Pool> built = new HashMap<>();
    /** Pools with devices that can be had from one node, by its name, with how many slices say so. */
    private final Map<String, Map<PoolVersion.Id, Integer>> onNode = new HashMap<>();
    /** Pools with devices that others may reach, with how many slices say so. */
    private final Map<PoolVersion.Id, Integer> elsewhere = new HashMap<>();

    /** Slice {@code name} is so, null where it is gone; returns the nodes that may see it. */
    Reached slice(String name, @Nullable Slice now) {
        Slice before = now == null ? slices.remove(name) : slices.put(name, now);
        Reached reached = before == null ? Reached.NONE : count(name, before, -1);
        return now == null ? reached : reached.and(count(name, now, 1));
    }

    /** Rule {@code name} is so, null where it is gone; returns the nodes that may see devices of which it says something. */
    Reached rule(String name, @Nullable TaintRule now) {
        TaintRule before = now == null ? rules.remove(name) : rules.put(name, now);
        Reached reached = Reached.NONE;
        for (PoolVersion.Id pool : slicesOfPool.keySet()) {
            if (before != null && before.reaches(pool) || now != null && now.reaches(pool)) {
                built.remove(pool);
                reached = reached.and(reached(pool));
            }
        }
        return reached;
    }

    /** All slices of a pool decide together whether something can be had of it. */
    private Reached count(String name, Slice slice, int sign) {
        PoolVersion.Id pool = slice.pool().id();
        built.remove(pool);
        Map<String, Slice> all = slicesOfPool.computeIfAbsent(pool, _ -> new TreeMap<>());
        Reached itself = Reached.by(slice);
        Reached reached = all.values().stream().map(Reached::by).reduce(itself, Reached::and);
        if (sign > 0) {
            all.put(name, slice);
        } else {
            all.remove(name);
        }
        for (String node : itself.nodes()) {
            count(onNode.computeIfAbsent(node, _ -> new HashMap<>()), pool, sign);
        }
        if (itself.others()) {
            count(elsewhere, pool, sign);
        }
        return reached;
    }

    private static void count(Map<PoolVersion.Id, Integer> counts, PoolVersion.Id pool, int sign) {
        counts.merge(pool, sign, (one, other) -> one + other == 0 ? null : one + other);
    }

    /** The pools with devices that {@code node} may reach, by driver and name. */
    List<Pool> of(Node node) {
        Set<PoolVersion.Id> ids = new TreeSet<>(BY_NAME);
        ids.addAll(elsewhere.keySet());
        ids.addAll(onNode.getOrDefault(node.meta().name(), Map.of()).keySet());
        return ids.stream().map(this::pool).toList();
    }

    /** All pools. */
    List<Pool> all() {
        return slicesOfPool.entrySet().stream()
                .filter(pool -> !pool.getValue().isEmpty())
                .map(pool -> pool(pool.getKey()))
                .toList();
    }

    private Pool pool(PoolVersion.Id id) {
        return built.computeIfAbsent(
                id, _ -> Pool.of(slicesOfPool.getOrDefault(id, Map.of()).values(), rules.values()));
    }

    /** The device of {@code id}; null where nobody offers it. */
    @Nullable
    Offered offered(Allocation.Id id) {
        return slicesOfPool.getOrDefault(id.inPool(), Map.of()).isEmpty()
                ? null
                : pool(id.inPool()).devices().stream()
                        .filter(offered -> offered.id().equals(id))
                        .findFirst()
                        .orElse(null);
    }

    /** True where all of pool {@code id} is there. */
    boolean whole(PoolVersion.Id id) {
        return !slicesOfPool.getOrDefault(id, Map.of()).isEmpty()
                && pool(id).why().isEmpty();
    }

    /** The nodes that see the devices of pool {@code id}. */
    Reached reached(PoolVersion.Id id) {
        return slicesOfPool.getOrDefault(id, Map.of()).values().stream()
                .map(Reached::by)
                .reduce(Reached.NONE, Reached::and);
    }
}
