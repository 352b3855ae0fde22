package io.berth.core.policy.placement;

import io.berth.core.cluster.Resource;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Slot;
import io.berth.core.policy.Turn;

/**
 * Nodes in turn, each as often as it has GPUs or, for tasks without GPU, sixteenths of the CPUs of the largest node.
 *
 * <p>Goals: spread tasks by capacity, without bursts on the largest node. Constraints: none beyond fit. Algorithm: in round
 * {@code r} the nodes of weight {@code r} or more have their turn, by number; after a round without any, round 1 comes again.
 * Nodes of 2, 1 and 3 GPUs: 0, 1, 2; 0, 2; 2; then 0, 1, 2 again. Round and next node are one number, kept in the state.
 *
 * <p>Source: interleaved weighted round robin, Katevenis, Sidiropoulos and Courcoubetis, IEEE JSAC 9(8), 1991.
 */
public final class WeightedRoundRobin implements Picker {
    private static final Slot GPU_TURN = new Slot("weighted-round-robin.gpu", 1);
    private static final Slot CPU_TURN = new Slot("weighted-round-robin.cpu", 1);

    private final double cpuMilliPerTurn;

    public WeightedRoundRobin(Facts facts) {
        this.cpuMilliPerTurn = facts.maxCpuMilli() / 16.0;
    }

    @Override
    public int pick(Candidates candidates, Turn turn) {
        Slot slot = candidates.shape().demand().gpus() > 0 ? GPU_TURN : CPU_TURN;
        long round = StrictMath.max(1, turn.recall(slot) >>> 32);
        int node = inRound(candidates, round, (int) turn.recall(slot));
        if (node < 0) {
            round++;
            node = inRound(candidates, round, 0);
        }
        if (node < 0) {
            round = 1;
            node = candidates.from(0);
        }
        turn.remember(slot, round << 32 | node + 1);
        return node;
    }

    /** The first node from {@code from} on that has its turn in {@code round}; -1 where the round is over. */
    private int inRound(Candidates candidates, long round, int from) {
        int node = candidates.from(from);
        while (node >= from && weight(candidates, node) < round) {
            from = node + 1;
            node = candidates.from(from);
        }
        return node < from ? -1 : node;
    }

    private double weight(Candidates candidates, int node) {
        return candidates.shape().demand().gpus() > 0
                ? candidates.nodes().gpus(node)
                : StrictMath.ceil(candidates.nodes().total(node, Resource.CPU) / cpuMilliPerTurn);
    }
}
