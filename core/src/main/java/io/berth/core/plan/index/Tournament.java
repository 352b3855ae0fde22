package io.berth.core.plan.index;

import io.berth.core.cluster.ChangeReader;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Filter;
import io.berth.core.policy.Scorer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The best node for one shape, kept rather than searched.
 *
 * <p>Rounds of keys in one array: the nodes' own keys first, then the largest of each group of eight, and so on up to one. A
 * key is the score above 24 bits of inverted node number, so that the larger key is the better score or the lower number; a
 * node that does not fit has no key.
 *
 * <p>A changed node costs one score and mostly one comparison, with the best of its group: the group is read only where its
 * own best got worse. A change that does not reach the best of the group touches no other key, so what is read often is one
 * key in eight and stays in the cache.
 *
 * <p>Where the score depends on sums of domains, all nodes of a domain whose sums changed are scored again ({@link DomainRescore}).
 */
public final class Tournament extends ShapeIndex {
    private static final int NODE_BITS = 24;
    private static final long NODE_MASK = (1L << NODE_BITS) - 1;
    private static final long NONE = Long.MIN_VALUE;
    private static final int GROUP_BITS = 3;
    private static final int GROUP = 1 << GROUP_BITS;
    /** Of so many models of devices the last node is remembered that was scored. */
    private static final int MODELS = 16;

    private final Scorer scorer;
    private final List<DomainRescore> domains;
    /** True where the score of a node says nothing of others. */
    private final boolean byItself;

    private long[] keys = {NONE};
    /** Where each round begins; the last has one key. */
    private int[] rounds = {0};

    Tournament(Nodes nodes, Shape shape, Filter filter, Scorer scorer) {
        super(nodes, shape, filter);
        this.scorer = scorer;
        this.domains = scorer.domainKeys().stream()
                .map(key -> new DomainRescore(nodes.domains(key), this))
                .toList();
        this.byItself = domains.isEmpty() && !shape.peers().leans() && !shape.asksHoldings();
    }

    @Override
    void catchUp() {
        super.catchUp();
        for (int i = 0; i < domains.size(); i++) {
            domains.get(i).catchUp();
        }
    }

    /** The best node; there must be {@link #any()}. */
    int best() {
        return nodeOf(keys[keys.length - 1]);
    }

    /** The best of {@code some} nodes, ascending; -1 where the shape fits on none of them. */
    int best(int[] some) {
        long best = NONE;
        for (int node : some) {
            best = StrictMath.max(best, keys[node]);
        }
        return best == NONE ? -1 : nodeOf(best);
    }

    /** The best node but for {@code chosen}, of {@code some}, or of all where that is null; -1 where there is none. It looks at each. */
    public int second(int chosen, int @Nullable [] some) {
        long second = NONE;
        int count = some == null ? nodes.count() : some.length;
        for (int i = 0; i < count; i++) {
            int node = some == null ? i : some[i];
            second = node == chosen ? second : StrictMath.max(second, keys[node]);
        }
        return second == NONE ? -1 : nodeOf(second);
    }

    /** What {@code node} was scored; it must have a key. */
    public long score(int node) {
        return keys[node] >> NODE_BITS;
    }

    @Override
    boolean any() {
        return keys[keys.length - 1] != NONE;
    }

    /**
     * A first look at all nodes fills in their keys and plays the rounds once, rather than once per node. Many nodes are alike then, such as
     * those that are empty: the last that was scored of each model stands for those that follow.
     */
    @Override
    public void updateAll(int count) {
        int[] scored = new int[MODELS];
        Arrays.fill(scored, -1);
        for (int node = 0; node < count; node++) {
            if (!takes(node)) {
                keys[node] = NONE;
                continue;
            }
            int place = nodes.model(node) & MODELS - 1;
            int last = scored[place];
            if (last >= 0 && byItself && nodes.alike(node, last)) {
                keys[node] = keyed(score(last), node);
            } else {
                keys[node] = keyed(scorer.score(nodes, node, shape), node);
                scored[place] = node;
            }
        }
        play();
    }

    private void play() {
        for (int round = 1; round < rounds.length; round++) {
            int groups = rounds[round] - rounds[round - 1] >> GROUP_BITS;
            for (int group = 0; group < groups; group++) {
                keys[rounds[round] + group] = bestOf(round - 1, group);
            }
        }
    }

    @Override
    public void grow(int count) {
        int capacity = capacity();
        if (count > capacity) {
            lay(ChangeReader.room(capacity, count));
        }
    }

    private int capacity() {
        return rounds.length == 1 ? 1 : rounds[1];
    }

    /** Lays out rounds for {@code count} nodes; the keys of those that there are stay. */
    private void lay(int count) {
        int old = capacity();
        long[] before = keys;
        int[] starts = new int[Integer.SIZE];
        int played = 0;
        int end = 0;
        for (int left = count; left > 1; left = left + GROUP - 1 >> GROUP_BITS) {
            starts[played++] = end;
            end += left + GROUP - 1 & -GROUP;
        }
        starts[played++] = end;
        rounds = Arrays.copyOf(starts, played);
        keys = new long[end + 1];
        Arrays.fill(keys, NONE);
        System.arraycopy(before, 0, keys, 0, old);
        play();
    }

    @Override
    public void update(int node) {
        long key = key(node);
        if (key == keys[node]) {
            return;
        }
        keys[node] = key;
        int group = node;
        for (int round = 1; round < rounds.length; round++) {
            group >>= GROUP_BITS;
            int at = rounds[round] + group;
            long best = keys[at];
            if (key <= best) {
                if (key == best || nodeOf(best) != node) {
                    return;
                }
                key = bestOf(round - 1, group);
            }
            keys[at] = key;
        }
    }

    /** The largest key of a group of a round. */
    private long bestOf(int round, int group) {
        int from = rounds[round] + (group << GROUP_BITS);
        long best = NONE;
        for (int at = from; at < from + GROUP; at++) {
            best = StrictMath.max(best, keys[at]);
        }
        return best;
    }

    private static int nodeOf(long key) {
        return (int) (NODE_MASK - (key & NODE_MASK));
    }

    private long key(int node) {
        return takes(node) ? keyed(scorer.score(nodes, node, shape), node) : NONE;
    }

    private static long keyed(long score, int node) {
        return score << NODE_BITS | NODE_MASK - node;
    }
}
