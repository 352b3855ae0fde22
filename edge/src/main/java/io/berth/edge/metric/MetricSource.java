package io.berth.edge.metric;

import java.util.List;

/** Counts something: says which metrics it has and what they are now. */
public interface MetricSource {
    /** All that it may write. */
    List<Metric> metrics();

    /** Puts what it knows now into {@code text}; on any thread. What it does not know it leaves out. */
    void write(MetricText text);
}
