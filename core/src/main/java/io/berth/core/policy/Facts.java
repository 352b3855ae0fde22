package io.berth.core.policy;

import io.berth.core.cluster.Shape;
import io.berth.core.plugin.PluginFailure;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a policy may know of the cluster and the workload as a whole. A policy is made for its facts and made again when they
 * change, so it may prepare what it likes from them; one that never asks for the mix is not made again for a new mix.
 */
public final class Facts {
    private final long maxCpuMilli;
    private final long maxGpuMilli;
    private final List<ShapeCount> mix;
    private boolean mixWasRead;
    private @Nullable PluginFailure failure;

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

    /** The first failure of a policy of a plugin that was made for these facts; null for none. */
    public @Nullable PluginFailure failure() {
        return failure;
    }

    /** A policy that was made for these facts failed; those after the first are not noted. */
    public void failed(PluginFailure problem) {
        failure = failure == null ? problem : failure;
    }
}
