package io.berth.core.cluster.network;

import java.util.List;

/**
 * What the network of a node carries, level by level. Two nodes reach one another by the fastest level at which they are in the same
 * domain, which in a tree is the lowest that they have in common; where they have none in common, by the slowest that is declared.
 *
 * @param levels each once; none where nothing is known of the network
 */
public record Network(List<Reach> levels) {
    /** In the place of a label: tasks of one node, as far as nothing is known of the links of its devices. */
    public static final String NODE = "node";

    /** In the place of a label: any two nodes. */
    public static final String CLUSTER = "cluster";

    /** Nothing is known. */
    public static final Network NONE = new Network(List.of());

    public Network {
        levels = List.copyOf(levels);
        long named = levels.stream().map(Reach::level).distinct().count();
        if (named < levels.size()) {
            throw new IllegalArgumentException("The network names a level twice: " + levels + ".");
        }
    }

    /** True where something is known. */
    public boolean known() {
        return !levels.isEmpty();
    }

    /** MB/s at {@code level}; 0 where nothing is declared of it. */
    public int at(String level) {
        for (int i = 0; i < levels.size(); i++) {
            if (levels.get(i).level().equals(level)) {
                return levels.get(i).megabytesPerSecond();
            }
        }
        return 0;
    }

    /** MB/s of the slowest level between nodes; 0 where none is declared. */
    public int slowest() {
        int slowest = 0;
        for (Reach reach : levels) {
            boolean between = !reach.level().equals(NODE);
            if (between && (slowest == 0 || reach.megabytesPerSecond() < slowest)) {
                slowest = reach.megabytesPerSecond();
            }
        }
        return slowest;
    }
}
