package io.berth.core.policy;

import io.berth.core.cluster.Shape;
import java.util.List;

/**
 * What a policy may know of the cluster and the workload as a whole. A policy is built for its facts and built again when
 * they change, so it may prepare what it likes from them.
 *
 * @param maxCpuMilli the CPUs of the largest node; at least 1
 * @param maxGpuMilli the GPUs of the largest node; at least 1
 * @param mix the workload's mix, most frequent first: what is expected, or what was seen so far where nothing is
 */
public record Facts(long maxCpuMilli, long maxGpuMilli, List<ShapeCount> mix) {
    public Facts {
        mix = List.copyOf(mix);
    }

    /** How often a shape is asked for. */
    public record ShapeCount(Shape shape, long count) {}
}
