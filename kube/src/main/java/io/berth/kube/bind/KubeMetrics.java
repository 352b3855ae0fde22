package io.berth.kube.bind;

import io.berth.edge.metric.Histogram;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** What is counted of pods; under the names of kube-scheduler where the meaning is the same, so that its boards show it. */
final class KubeMetrics implements MetricSource {
    private static final Metric PENDING = Metric.gauge(
            "scheduler_pending_pods",
            "pods",
            "Pods that are not bound: gated by somebody, told why they cannot be placed, or neither yet.",
            "queue");
    private static final Metric ATTEMPTS = Metric.counter(
            "scheduler_schedule_attempts_total",
            "pods",
            "Pods that were bound, were told why they cannot be placed, or whose binding failed.",
            "result",
            "profile");
    private static final Metric WAITED = Metric.histogram(
            "scheduler_pod_scheduling_sli_duration_seconds",
            "seconds",
            "From when a pod was first seen without a gate until it was bound.");
    private static final Metric BINDINGS =
            Metric.counter("berth_kube_bindings_total", "calls", "Attempts to bind a pod, those that failed too.");
    private static final Metric EVENTS = Metric.counter(
            "berth_kube_events_total",
            "events",
            "Events about pods that were written, and those that were left out as too many were under way.",
            "result");

    private final String profile;
    private final LongAdder bound = new LongAdder();
    private final LongAdder unschedulable = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder calls = new LongAdder();
    private final LongAdder written = new LongAdder();
    private final LongAdder leftOut = new LongAdder();
    private final Histogram waited = Histogram.ofSeconds(0.01, 0.02, 0.04, 0.1, 0.2, 0.5, 1, 2, 5, 10, 60, 600);
    private volatile Pending pending = () -> new long[3];

    /** Counts pods that are not bound. */
    interface Pending {
        /** Those that nobody was told of, those that were told why they cannot be placed, those that are gated. */
        long[] count();
    }

    /** @param profile the name by which pods ask for this scheduler */
    KubeMetrics(String profile) {
        this.profile = profile;
    }

    void pendingIn(Pending source) {
        pending = source;
    }

    /** A pod was bound, so long after it was first seen. */
    void bound(long nanos) {
        bound.increment();
        waited.add(nanos / 1e9);
    }

    void failed() {
        failed.increment();
    }

    void unschedulable() {
        unschedulable.increment();
    }

    void called() {
        calls.increment();
    }

    void event(boolean wasWritten) {
        (wasWritten ? written : leftOut).increment();
    }

    @Override
    public List<Metric> metrics() {
        return List.of(PENDING, ATTEMPTS, WAITED, BINDINGS, EVENTS);
    }

    @Override
    public void write(MetricText text) {
        long[] counts = pending.count();
        text.put(PENDING, (double) counts[0], "active");
        text.put(PENDING, (double) counts[1], "unschedulable");
        text.put(PENDING, (double) counts[2], "gated");
        text.put(ATTEMPTS, (double) bound.sum(), "scheduled", profile);
        text.put(ATTEMPTS, (double) unschedulable.sum(), "unschedulable", profile);
        text.put(ATTEMPTS, (double) failed.sum(), "error", profile);
        text.put(WAITED, waited);
        text.put(BINDINGS, (double) calls.sum());
        text.put(EVENTS, (double) written.sum(), "written");
        text.put(EVENTS, (double) leftOut.sum(), "left_out");
    }
}
