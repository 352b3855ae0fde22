package io.berth.core.pool;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The declared pools, and which node is granted to which of them. */
public final class NodePools {
    /** The most pools that a cluster has. */
    public static final int MOST = 1_000;

    private List<NodePool> pools = List.of();
    private final TreeMap<String, Integer> numbers = new TreeMap<>();
    /** By node. */
    private final TreeMap<Integer, NodeGrant> grants = new TreeMap<>();

    private long declared;
    private long version;

    /**
     * What makes no sense together.
     *
     * @throws IllegalArgumentException where a pool is there twice, or there are more than {@link #MOST}
     */
    public static List<NodePool> checked(List<NodePool> pools) {
        if (pools.size() > MOST) {
            throw new IllegalArgumentException("There are (" + pools.size() + ") pools, more than " + MOST + ".");
        }
        TreeSet<String> names = new TreeSet<>();
        for (NodePool pool : pools) {
            if (!names.add(pool.name())) {
                throw new IllegalArgumentException("Pool (" + pool.name() + ") is declared twice.");
            }
        }
        return List.copyOf(pools);
    }

    /** {@code newPools} are declared in place of those before; those that are declared again keep their nodes. */
    public void declare(List<NodePool> newPools) {
        pools = checked(newPools);
        numbers.clear();
        for (int number = 0; number < pools.size(); number++) {
            numbers.put(pools.get(number).name(), number);
        }
        grants.values().removeIf(grant -> !numbers.containsKey(grant.pool()));
        declared++;
        version++;
    }

    /** {@code node} belongs to {@code pool} from now on; to none where that is empty, or not declared. */
    public void grant(int node, String pool, long nowNanos) {
        if (numbers.containsKey(pool)) {
            grants.put(node, new NodeGrant(pool, nowNanos));
        } else {
            grants.remove(node);
        }
        version++;
    }

    /** {@code node} is no longer known. */
    public void forget(int node) {
        version += grants.remove(node) == null ? 0 : 1;
    }

    /** True where some pool is declared. */
    public boolean any() {
        return !pools.isEmpty();
    }

    /** As they were declared. */
    public List<NodePool> pools() {
        return pools;
    }

    /** The place among {@link #pools()} of the pool that {@code node} is granted to; -1 for none. */
    public int holder(int node) {
        NodeGrant grant = grants.get(node);
        return grant == null ? -1 : numbers.getOrDefault(grant.pool(), -1);
    }

    /** That of {@code node}; null where it is granted to nobody. */
    public @Nullable NodeGrant grant(int node) {
        return grants.get(node);
    }

    /** All grants, by node. */
    public SortedMap<Integer, NodeGrant> grants() {
        return Collections.unmodifiableSortedMap(grants);
    }

    /** As a snapshot has them. */
    public void restore(List<NodePool> newPools, SortedMap<Integer, NodeGrant> newGrants) {
        declare(newPools);
        newGrants.forEach((node, grant) -> grant(node, grant.pool(), grant.sinceNanos()));
    }

    /** Rises with each declaration. */
    public long declared() {
        return declared;
    }

    /** Rises with each change, of a grant too; 0 where no pool ever was. */
    public long version() {
        return version;
    }
}
