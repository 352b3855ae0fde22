package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.GpuPicker;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Turn;

/**
 * Any node that fits, all equally likely, and any device of it that fits.
 *
 * <p>Goals: a baseline without a preference. Constraints: none beyond fit. Algorithm: one counted draw for the node, one for
 * the device of a share.
 *
 * <p>Source: the random baseline of Weng et al., Beware of Fragmentation, USENIX ATC 2023, §6.1.
 */
public final class UniformRandom implements Picker, GpuPicker {
    @Override
    public int pick(Candidates candidates, Turn turn) {
        return candidates.at(turn.below(candidates.count()));
    }

    @Override
    public int pick(Nodes nodes, int node, Shape shape, Turn turn) {
        int fitting = 0;
        for (int gpu = 0; gpu < nodes.gpus(node); gpu++) {
            fitting += nodes.gpuFits(shape, node, gpu) ? 1 : 0;
        }
        int left = turn.below(fitting);
        int chosen = 0;
        while (!nodes.gpuFits(shape, node, chosen) || left-- > 0) {
            chosen++;
        }
        return chosen;
    }
}
