package io.berth.core.plan.room;

import io.berth.core.cluster.NodeTable;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.NodePools;
import io.berth.core.queue.QueueTree;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.TreeMap;

/**
 * Which nodes pools may have, and which of them are closed to the jobs of a queue: all but those that are granted to a pool of that queue. Those
 * that no pool may have are open to all. It follows from pools, queues and nodes, and is made anew where these are others.
 */
public final class PooledNodes {
    private static final BitSet NONE = new BitSet();

    private final State state;
    private final NodeTable nodes;
    private long knownVersion;
    private long knownDeclared;
    private long knownDeclarations = -1;
    private int knownNodes = -1;
    private QueueTree knownTree = QueueTree.NONE;
    /** By pool: those that it may have. */
    private List<BitSet> sets = List.of();

    private BitSet inSome = NONE;
    /** By queue, of those that were asked for. */
    private final TreeMap<String, BitSet> closed = new TreeMap<>();

    PooledNodes(State state) {
        this.state = state;
        this.nodes = state.nodeTable();
    }

    /** A pass begins: looks at what is otherwise than it was. */
    void begin() {
        NodePools pools = state.pools();
        if (!pools.any() && sets.isEmpty()) {
            return;
        }
        boolean others = knownDeclared != pools.declared()
                || knownDeclarations != nodes.declarations()
                || knownNodes != nodes.count();
        if (others) {
            knownDeclared = pools.declared();
            knownDeclarations = nodes.declarations();
            knownNodes = nodes.count();
            look(pools.pools());
        }
        QueueTree tree = state.queues().tree();
        if (others || knownVersion != pools.version() || knownTree != tree) {
            knownVersion = pools.version();
            knownTree = tree;
            closed.clear();
        }
    }

    private void look(List<NodePool> pools) {
        List<BitSet> found = new ArrayList<>();
        BitSet all = new BitSet();
        for (NodePool pool : pools) {
            BitSet own = new BitSet();
            for (int node = 0; node < nodes.count(); node++) {
                own.set(node, nodes.known(node) && pool.mayHave(nodes.spec(node)));
            }
            found.add(own);
            all.or(own);
        }
        sets = found;
        inSome = all;
    }

    /** True where some pool is declared. */
    boolean any() {
        return !sets.isEmpty();
    }

    /** Those that {@code pool} may have. */
    public BitSet of(int pool) {
        return sets.get(pool);
    }

    /** Those that some pool may have, ascending. */
    public BitSet all() {
        return inSome;
    }

    /** True where jobs of {@code queue} have the nodes of {@code pool}. */
    public boolean admits(int pool, String queue) {
        return knownTree.among(queue, state.pools().pools().get(pool).queues());
    }

    /** Those that are closed to the jobs of {@code queue}; not to be changed. */
    BitSet closed(String queue) {
        return any() ? closed.computeIfAbsent(queue, this::closedTo) : NONE;
    }

    private BitSet closedTo(String queue) {
        BitSet admits = new BitSet();
        for (int pool = 0; pool < sets.size(); pool++) {
            admits.set(pool, admits(pool, queue));
        }
        BitSet away = (BitSet) inSome.clone();
        for (int node : state.pools().grants().keySet()) {
            int holder = state.pools().holder(node);
            if (holder >= 0 && admits.get(holder)) {
                away.clear(node);
            }
        }
        return away;
    }
}
