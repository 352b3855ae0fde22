package io.berth.core.plan.preempt;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.plan.index.WinnerTree;
import io.berth.core.state.Job;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * For jobs of one shape and rank: on which node preempting from the end of the order makes room first, and whose turn it is then. A
 * winner tree over the nodes, in which only nodes are looked at again where something changed.
 *
 * <p>Keys of running jobs may fall as time goes by, each at its own pace. They only ever fall, so what was found for a node some time
 * ago is a bound: preempting down to there is enough at most. Nodes whose bound is the best are looked at again, the others not.
 */
final class VictimTree implements ChangeReader.Rows {
    private final NodeVictims victims;
    private final NodeTable nodes;
    private final boolean anew;
    private final Shape shape;
    private final int rank;
    private final ChangeReader reader;
    /** By node: who must go before {@code slots} more tasks fit; null where they fit already. No slots: as many never do. */
    private @Nullable Job[] last = new @Nullable Job[0];

    private int[] slots = {};
    /** By node: the victim's key, and the moment at which it was that. */
    private long[] keys = {};

    private long[] asOf = {};
    /** By node: the tasks that the search at hand has counted. */
    private int[] counted = {};

    /** The nodes of which the search has counted any. */
    private int[] searched = new int[4];

    private int searchedNodes;
    private final WinnerTree tree = new WinnerTree(this::compare);
    private long nowNanos = Long.MIN_VALUE;
    /** In searches of the owner: when it was asked last. */
    long lastAsked;

    private long refusedAt = -1;
    private long refusedKey;
    private int refusedTasks;

    /** @param anew where nothing is known of how the keys change with time */
    VictimTree(NodeVictims victims, NodeTable nodes, Shape shape, int rank, boolean anew) {
        this.victims = victims;
        this.nodes = nodes;
        this.anew = anew;
        this.shape = shape;
        this.rank = rank;
        this.reader = new ChangeReader(nodes);
    }

    /** Begins a search: looks at what changed since the last; at all nodes where keys may grow and time has gone by. */
    void begin(long now) {
        boolean all = anew && now != nowNanos;
        nowNanos = now;
        reader.catchUp(this);
        if (all) {
            updateAll(nodes.count());
        }
    }

    /** The node that has room next when all behind {@code key} may be preempted, the last first; -1 where none has. */
    int next(long key) {
        while (true) {
            int node = tree.winner();
            if (node < 0 || slots[node] <= 0) {
                return -1;
            }
            if (last[node] == null) {
                return node;
            }
            if (keys[node] <= key) {
                return -1;
            }
            if (asOf[node] == nowNanos) {
                return node;
            }
            update(node, true);
        }
    }

    /** Whose turn it is when {@code node} has room; null where it has already. */
    @Nullable
    Job victim(int node) {
        return last[node];
    }

    /** Counts the tasks for which {@code node} has room then, and says how many: its next room is what it has beside. */
    int count(int node) {
        if (counted[node] == 0) {
            if (searchedNodes == searched.length) {
                searched = Arrays.copyOf(searched, searchedNodes * 2);
            }
            searched[searchedNodes++] = node;
        }
        int more = slots[node];
        counted[node] += more;
        update(node, true);
        return more;
    }

    /** How many nodes the search has counted, and which. */
    int searchedNodes() {
        return searchedNodes;
    }

    int searched(int i) {
        return searched[i];
    }

    /** The search is over. */
    void end() {
        while (searchedNodes > 0) {
            int node = searched[--searchedNodes];
            counted[node] = 0;
            update(node);
        }
    }

    /** Remembers that a job of {@code tasks} and {@code key} found no room while {@code room} was what was released. */
    void refuse(long room, int tasks, long key) {
        refusedAt = room;
        refusedTasks = tasks;
        refusedKey = key;
    }

    /** True where such a job finds none, since one that wants no more and may preempt no fewer did not. */
    boolean refuses(long room, int tasks, long key) {
        return refusedAt == room && tasks >= refusedTasks && key >= refusedKey;
    }

    @Override
    public void grow(int count) {
        tree.reach(count);
        int room = tree.capacity();
        last = Arrays.copyOf(last, room);
        slots = Arrays.copyOf(slots, room);
        keys = Arrays.copyOf(keys, room);
        asOf = Arrays.copyOf(asOf, room);
        counted = Arrays.copyOf(counted, room);
    }

    @Override
    public void updateAll(int count) {
        for (int node = 0; node < count; node++) {
            look(node, anew);
            tree.enter(node);
        }
        tree.play();
    }

    @Override
    public void update(int node) {
        update(node, anew);
    }

    private void update(int node, boolean exact) {
        look(node, exact);
        tree.update(node);
    }

    private void look(int node, boolean exact) {
        victims.look(node, shape, rank, counted[node], exact);
        last[node] = victims.victim();
        slots[node] = victims.slots();
        keys[node] = victims.key();
        asOf[node] = victims.asOfNanos();
    }

    /** Negative where {@code one} has room before {@code other}. */
    private int compare(int one, int other) {
        if (slots[one] <= 0 || slots[other] <= 0) {
            return Boolean.compare(slots[one] <= 0, slots[other] <= 0);
        }
        if (last[one] == null || last[other] == null) {
            return Boolean.compare(last[one] != null, last[other] != null);
        }
        return Preemptable.compare(
                keys[other], Objects.requireNonNull(last[other]), keys[one], Objects.requireNonNull(last[one]));
    }
}
