package io.berth.core.policy.placement;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Resource;
import io.berth.core.cluster.Shape;
import io.berth.core.policy.Facts;
import io.berth.core.policy.GpuPicker;
import io.berth.core.policy.Scorer;
import io.berth.core.policy.Turn;

/**
 * Fragmentation gradient descent: the node, and for a share the device, where the expected fragmentation grows least.
 *
 * <p>Goals: keep what is free usable for the tasks that are expected. Constraints: none beyond fit.
 *
 * <p>Algorithm: the fragmentation F of a node is what a task drawn from the workload's mix could not use of its free GPU
 * thousandths, in expectation ({@link FragmentationMix}). score = ⌊100 σ((F before − F after)/1000)⌋ with σ the logistic
 * function; for a share each device that fits is tried and the first of the best scores is taken. With a mix of whole GPUs
 * only, a share of 500 on an idle device turns its other 500 into a fragment: σ(−0.5) gives 37; on a device with 500 left
 * the fragment of 500 disappears: σ(0.5) gives 62.
 *
 * <p>Source: Weng et al., Beware of Fragmentation: Scheduling GPU-Sharing Workloads with Fragmentation Gradient Descent,
 * USENIX ATC 2023, §4 and §5; the whole-number score as in its artifact.
 */
public final class Fgd implements Scorer, GpuPicker {
    /** {@code STEPS[s]} is the least gradient, in GPUs, that scores {@code s}: the inverse of σ. */
    private static final double[] STEPS = new double[100];

    /** Gradients from -EDGE to EDGE are cut into parts of 1/PARTS; all steps are between. */
    private static final int EDGE = 5;

    private static final int PARTS = 16;

    /** The score of the least gradient of each part. */
    private static final int[] LEAST = new int[2 * EDGE * PARTS];

    static {
        STEPS[0] = Double.NEGATIVE_INFINITY;
        for (int score = 1; score < 100; score++) {
            STEPS[score] = StrictMath.log(score / (100.0 - score));
        }
        int score = 0;
        for (int part = 0; part < LEAST.length; part++) {
            while (score < 99 && (double) part / PARTS - EDGE >= STEPS[score + 1]) {
                score++;
            }
            LEAST[part] = score;
        }
    }

    private final FragmentationMix mix;
    /** The device that a share goes to on the node that was looked at last, -1 for none, and the score of that. */
    private int best = -1;

    private long bestScore;

    /** @param coveragePct how much of the mix, by frequency, counts as typical, per cent */
    public Fgd(Facts facts, double coveragePct) {
        this.mix = new FragmentationMix(facts.mix(), coveragePct);
    }

    @Override
    public long score(Nodes nodes, int node, Shape shape) {
        boolean devices = mix.load(nodes, node);
        long cpuLeft = nodes.free(node, Resource.CPU);
        double before = mix.fragmentation(cpuLeft);
        if (devices && isShare(shape)) {
            seek(nodes, node, shape, cpuLeft, before);
            if (best >= 0) {
                return bestScore;
            }
        }
        double after = mix.fragmentationAfterWhole(cpuLeft - shape.cpuMilli(), shape.gpus());
        return toScore((before - after) / 1000.0);
    }

    @Override
    public int pick(Nodes nodes, int node, Shape shape, Turn turn) {
        mix.load(nodes, node);
        long cpuLeft = nodes.free(node, Resource.CPU);
        seek(nodes, node, shape, cpuLeft, mix.fragmentation(cpuLeft));
        return best;
    }

    /** Looks for the device that a share leaves least fragmented; the first of those that score the same. */
    private void seek(Nodes nodes, int node, Shape shape, long cpuLeft, double before) {
        best = -1;
        bestScore = -1;
        int seenLeft = -1;
        for (int gpu = 0; gpu < mix.devices(); gpu++) {
            int left = mix.left(gpu);
            if (left == seenLeft || !nodes.gpuFits(shape, node, gpu)) {
                continue;
            }
            seenLeft = left;
            double after = mix.fragmentationAfterShare(cpuLeft - shape.cpuMilli(), left, shape.gpuMilli());
            long score = toScore((before - after) / 1000.0);
            if (score > bestScore) {
                bestScore = score;
                best = gpu;
            }
        }
    }

    private static boolean isShare(Shape shape) {
        return shape.gpus() == 1 && !shape.wholeGpus();
    }

    /** ⌊100 σ(gradient)⌋, 99 at most. */
    static long toScore(double gradient) {
        int part = (int) ((gradient + EDGE) * PARTS);
        int score = LEAST[StrictMath.clamp(part, 0, LEAST.length - 1)];
        // The sum is rounded: up to the next part, at most.
        while (gradient < STEPS[score]) {
            score--;
        }
        while (score < 99 && gradient >= STEPS[score + 1]) {
            score++;
        }
        return score;
    }
}
