package io.berth.core.policy;

import io.berth.core.cluster.Shape;
import java.util.List;

/**
 * What a policy may know of the cluster and the workload as a whole. A policy is made for its facts and made again when they
 * change, so it may prepare what it likes from them; one that never asks for the mix is not made again for a new mix.
 */
public final class Facts {
    private final long maxCpuMilli;
    private final long maxGpuMilli;
    private final List<ShapeCount> mix;
    private boolean mixWasRead;

    /**
     * @param maxCpuMilli the CPUs of the largest node; at least 1
     * @param maxGpuMilli the GPUs of the largest node; at least 1
     * @param mix the workload's mix, most frequent first
     */
    public Facts(long maxCpuMilli, long maxGpuMilli, List<ShapeCount> mix) {
        this.maxCpuMilli = maxCpuMilli;
        this.maxGpuMilli = maxGpuMilli;
        this.mix = List.copyOf(mix);
    }

    /** How often a shape is asked for. */
    public record ShapeCount(Shape shape, long count) {}

    public long maxCpuMilli() {
        return maxCpuMilli;
    }

    public long maxGpuMilli() {
        return maxGpuMilli;
    }

    /** What jobs are expected, or were seen so far where nothing is expected; most frequent first. */
    public List<ShapeCount> mix() {
        mixWasRead = true;
        return mix;
    }

    /** True once {@link #mix()} was asked for. */
    public boolean mixWasRead() {
        return mixWasRead;
    }
}
