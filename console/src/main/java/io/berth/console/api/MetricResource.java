package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.insight.Insight;
import io.berth.console.load.NodeLoad;
import io.berth.console.load.NodeLoads;
import io.berth.console.metrics.HttpMetrics;
import io.berth.console.metrics.Metric;
import io.berth.console.metrics.MetricText;
import io.berth.console.view.LiveView;
import io.berth.console.view.QueueRow;
import io.berth.console.view.Totals;
import io.berth.core.time.Nanos;
import io.berth.live.disk.DiskGuard;
import io.berth.live.disk.DiskRoom;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code GET /metrics}. */
final class MetricResource {
    /** Anybody may name queues, and each is a series to a monitoring system. */
    private static final int MOST_QUEUES = 200;

    private final LiveView view;
    private final EventResource events;
    private final Submitter submitter;
    private final @Nullable Insight insight;
    private final DiskGuard disk;
    private @Nullable HttpMetrics http;

    /** @param insight null where nothing is learnt from jobs */
    MetricResource(
            LiveView view, EventResource events, Submitter submitter, @Nullable Insight insight, DiskGuard disk) {
        this.disk = disk;
        this.insight = insight;
        this.view = view;
        this.events = events;
        this.submitter = submitter;
    }

    /** Writes what {@code metrics} counts too. */
    void include(HttpMetrics metrics) {
        http = metrics;
    }

    Response get(Call call) {
        if (!call.caller().seesAll()) {
            throw Problem.of(
                            403,
                            "forbidden",
                            "this is not allowed",
                            "metrics are of all jobs, and " + call.caller().name() + " may not see all of them")
                    .exception();
        }
        MetricText text = new MetricText();
        system(view.totals(), text);
        queues(text);
        text.put(Metric.JOB_WAIT, view.waits());
        text.put(Metric.EVENTS, (double) view.ring().last());
        text.put(Metric.EVENT_READERS, events.readers());
        text.put(Metric.SUBMITS_LIMITED, (double) submitter.limited());
        room(text);
        if (http != null) {
            http.write(text);
        }
        if (insight != null) {
            insight.alerts().counts().forEach((kind, count) -> text.put(Metric.ALERTS, (double) count, kind.text()));
            loads(insight.loads(), text);
        }
        process(text);
        return Response.text(200, MetricText.MEDIA_TYPE, text.text());
    }

    private static void system(Totals totals, MetricText text) {
        totals.jobs().forEach((phase, count) -> text.put(Metric.JOBS, (double) count, phase.text()));
        text.put(Metric.JOBS_SUBMITTED, (double) totals.jobsSubmitted());
        totals.jobsEnded().forEach((phase, count) -> text.put(Metric.JOBS_ENDED, (double) count, phase.text()));
        text.put(Metric.PREEMPTIONS, (double) totals.preemptions());
        totals.nodes().forEach((phase, count) -> text.put(Metric.NODES, (double) count, phase.text()));
        text.put(Metric.GPUS, totals.gpuMilli().total() / 1000.0);
        text.put(Metric.GPUS_HELD, totals.gpuMilli().held() / 1000.0);
        text.put(Metric.CPUS, totals.cpuMilli().total() / 1000.0);
        text.put(Metric.CPUS_HELD, totals.cpuMilli().held() / 1000.0);
        text.put(Metric.MEMORY, (double) totals.memoryBytes().total());
        text.put(Metric.MEMORY_HELD, (double) totals.memoryBytes().held());
        text.put(Metric.INSTANTS, (double) totals.instants());
        text.put(Metric.PASSES, (double) totals.passes());
        text.put(Metric.DECISIONS, (double) totals.decisions());
        text.put(Metric.CLUSTER_TIME, Nanos.toSeconds(totals.wallNanos()));
    }

    private void queues(MetricText text) {
        List<QueueRow> queues = view.queues();
        for (QueueRow queue : queues.subList(0, Math.min(MOST_QUEUES, queues.size()))) {
            text.put(Metric.QUEUE_JOBS, (double) queue.jobsWaiting(), queue.name(), "waiting");
            text.put(Metric.QUEUE_JOBS, (double) queue.jobsHolding(), queue.name(), "holding");
            text.put(Metric.QUEUE_GPUS, queue.gpusHeld(), queue.name());
        }
    }

    private void loads(NodeLoads loads, MetricText text) {
        loads.all().forEach((number, load) -> {
            String node = view.nodeName(number);
            put(Metric.NODE_CPU, load.cpuPercent(), text, node);
            put(Metric.NODE_MEMORY, load.memoryUsedBytes(), text, node);
            put(Metric.NODE_DISK, load.diskBytesPerSecond(), text, node);
            put(Metric.NODE_NETWORK, load.networkBytesPerSecond(), text, node);
            for (NodeLoad.GpuLoad gpu : load.gpus()) {
                put(Metric.GPU_BUSY, gpu.busyPercent(), text, node, Integer.toString(gpu.gpu()));
                put(Metric.GPU_MEMORY, gpu.memoryUsedBytes(), text, node, Integer.toString(gpu.gpu()));
            }
        });
    }

    private void room(MetricText text) {
        text.put(Metric.SUBMITS_WITHOUT_ROOM, (double) submitter.withoutRoom());
        DiskRoom room = disk.room();
        if (room != null) {
            text.put(Metric.DISK_FREE, (double) room.freeBytes());
            text.put(Metric.DISK_NEEDED, (double) disk.needed().bytes());
            text.put(Metric.DISK_FULL, disk.full() ? 1 : 0);
        }
    }

    private static void put(Metric metric, @Nullable Double value, MetricText text, String... labels) {
        if (value != null) {
            text.put(metric, value, labels);
        }
    }

    private static void process(MetricText text) {
        text.put(Metric.HEAP, (double)
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        text.put(Metric.STARTED, ManagementFactory.getRuntimeMXBean().getStartTime() / 1000.0);
    }
}
