package io.berth.console.view;

import io.berth.core.time.Nanos;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import java.util.List;
import java.util.Objects;

/** What a view says of jobs, queues, nodes and passes in figures. */
public record ViewMetrics(LiveView view) implements MetricSource {
    /** Anybody may name queues, and each is a series to a monitoring system. */
    private static final int MOST_QUEUES = 200;

    private static final Metric JOBS = Metric.gauge("berth_jobs", "jobs", "Jobs that live, by state.", "state");
    private static final Metric JOBS_SUBMITTED =
            Metric.counter("berth_jobs_submitted_total", "jobs", "Jobs submitted since the journal began.");
    private static final Metric JOBS_ENDED = Metric.counter(
            "berth_jobs_ended_total",
            "jobs",
            "Jobs that ended since this process began, by how: finished, failed, cancelled, rejected.",
            "outcome");
    private static final Metric JOB_WAIT = Metric.histogram(
            "berth_job_wait_seconds", "seconds", "From a job's submission until all its tasks run, each time they do.");
    private static final Metric PREEMPTIONS = Metric.counter(
            "berth_preemptions_total", "preemptions", "Jobs stopped to make room for others since this process began.");
    private static final Metric QUEUE_JOBS = Metric.gauge(
            "berth_queue_jobs",
            "jobs",
            "Jobs of a queue that wait, and that hold room; at most 200 queues, by name.",
            "queue",
            "state");
    private static final Metric QUEUE_GPUS = Metric.gauge(
            "berth_queue_gpus_held",
            "GPUs",
            "GPUs that the jobs of a queue hold; at most 200 queues, by name.",
            "queue");
    private static final Metric QUEUE_QUOTA = Metric.gauge(
            "berth_queue_quota",
            "GPUs, CPUs, bytes or units",
            "What a declared queue deserves of a resource, as the cluster is; at most 200 queues, by name.",
            "queue",
            "resource");
    private static final Metric QUEUE_LIMIT = Metric.gauge(
            "berth_queue_limit",
            "GPUs, CPUs, bytes or units",
            "What the jobs of a declared queue hold of a resource at most, where it has a limit.",
            "queue",
            "resource");
    private static final Metric QUEUE_HELD = Metric.gauge(
            "berth_queue_held",
            "GPUs, CPUs, bytes or units",
            "What the jobs of a declared queue, and of those below it, hold of a resource that it has rights to.",
            "queue",
            "resource");
    private static final Metric QUEUE_BORROWED = Metric.gauge(
            "berth_queue_borrowed",
            "GPUs, CPUs, bytes or units",
            "What the jobs of a declared queue hold of a resource beyond its quota.",
            "queue",
            "resource");
    private static final Metric QUEUE_SHARE = Metric.gauge(
            "berth_queue_share",
            "part",
            "The greatest part of the cluster that the jobs of a declared queue hold of a resource, 0 to 1.",
            "queue");
    private static final Metric QUEUE_USED_SHARE = Metric.gauge(
            "berth_queue_used_share",
            "part",
            "The greatest part of the cluster that the jobs of a declared queue held of a resource over time, the past counting half after each half-life of the strategy; under share: usage alone.",
            "queue");
    private static final Metric QUEUE_STARTED = Metric.counter(
            "berth_queue_started_total",
            "jobs",
            "How often all tasks of a job of a queue ran, since this process began; at most 200 queues, by name.",
            "queue");
    private static final Metric QUEUE_WAITED = Metric.counter(
            "berth_queue_waited_seconds_total",
            "seconds",
            "How long the jobs of which berth_queue_started_total tells had waited together, from their submission.",
            "queue");
    private static final Metric QOS_STARTS = Metric.counter(
            "berth_qos_starts_total",
            "jobs",
            "Jobs of a class that promises a start, by whether they started within the promise: kept, missed.",
            "class",
            "promise");
    private static final Metric NODES =
            Metric.gauge("berth_nodes", "nodes", "Nodes, by state: up, draining, lost.", "state");
    private static final Metric GPUS = Metric.gauge("berth_gpus", "GPUs", "GPUs of nodes that are there.");
    private static final Metric GPUS_HELD =
            Metric.gauge("berth_gpus_held", "GPUs", "GPUs allocated to tasks; a share counts as its part.");
    private static final Metric CPUS = Metric.gauge("berth_cpus", "CPUs", "CPUs of nodes that are there.");
    private static final Metric CPUS_HELD =
            Metric.gauge("berth_cpus_held", "CPUs", "CPUs allocated to tasks, or used by others.");
    private static final Metric MEMORY = Metric.gauge("berth_memory_bytes", "bytes", "Memory of nodes that are there.");
    private static final Metric MEMORY_HELD =
            Metric.gauge("berth_memory_held_bytes", "bytes", "Memory allocated to tasks, or used by others.");
    private static final Metric RESOURCE = Metric.gauge(
            "berth_resource", "units", "What nodes that are there have of a resource known by name.", "name");
    private static final Metric RESOURCE_HELD =
            Metric.gauge("berth_resource_held", "units", "Units of it allocated to tasks.", "name");
    private static final Metric INSTANTS = Metric.counter(
            "berth_instants_total", "instants", "Instants since the journal began, which is how many frames it has.");
    private static final Metric PASSES =
            Metric.counter("berth_passes_total", "passes", "Planning passes since the journal began.");
    private static final Metric DECISIONS =
            Metric.counter("berth_decisions_total", "decisions", "Decisions since the journal began.");
    private static final Metric CLUSTER_TIME = Metric.gauge(
            "berth_cluster_time_seconds",
            "seconds",
            "The cluster's time at its last instant, UTC seconds since 1970; an emulated cluster has its own.");

    private static final List<Metric> ALL = List.of(
            JOBS,
            JOBS_SUBMITTED,
            JOBS_ENDED,
            PREEMPTIONS,
            NODES,
            GPUS,
            GPUS_HELD,
            CPUS,
            CPUS_HELD,
            MEMORY,
            MEMORY_HELD,
            RESOURCE,
            RESOURCE_HELD,
            INSTANTS,
            PASSES,
            DECISIONS,
            CLUSTER_TIME,
            QUEUE_JOBS,
            QUEUE_GPUS,
            QUEUE_QUOTA,
            QUEUE_LIMIT,
            QUEUE_HELD,
            QUEUE_BORROWED,
            QUEUE_SHARE,
            QUEUE_USED_SHARE,
            QUEUE_STARTED,
            QUEUE_WAITED,
            QOS_STARTS,
            JOB_WAIT);

    @Override
    public List<Metric> metrics() {
        return ALL;
    }

    @Override
    public void write(MetricText text) {
        Totals totals = view.totals();
        totals.jobs().forEach((phase, count) -> text.put(JOBS, (double) count, phase.text()));
        text.put(JOBS_SUBMITTED, (double) totals.jobsSubmitted());
        totals.jobsEnded().forEach((phase, count) -> text.put(JOBS_ENDED, (double) count, phase.text()));
        text.put(PREEMPTIONS, (double) totals.preemptions());
        totals.nodes().forEach((phase, count) -> text.put(NODES, (double) count, phase.text()));
        text.put(GPUS, totals.gpuMilli().total() / 1000.0);
        text.put(GPUS_HELD, totals.gpuMilli().held() / 1000.0);
        text.put(CPUS, totals.cpuMilli().total() / 1000.0);
        text.put(CPUS_HELD, totals.cpuMilli().held() / 1000.0);
        text.put(MEMORY, (double) totals.memoryBytes().total());
        text.put(MEMORY_HELD, (double) totals.memoryBytes().held());
        totals.resources().forEach((name, amount) -> {
            text.put(RESOURCE, (double) amount.total(), name);
            text.put(RESOURCE_HELD, (double) amount.held(), name);
        });
        text.put(INSTANTS, (double) totals.instants());
        text.put(PASSES, (double) totals.passes());
        text.put(DECISIONS, (double) totals.decisions());
        text.put(CLUSTER_TIME, Nanos.toSeconds(totals.wallNanos()));
        queues(text);
        for (QosRow row : view.classes()) {
            text.put(QOS_STARTS, (double) row.kept(), row.name(), "kept");
            text.put(QOS_STARTS, (double) row.missed(), row.name(), "missed");
        }
        text.put(JOB_WAIT, view.waits());
    }

    private void queues(MetricText text) {
        List<QueueRow> queues = view.queues();
        for (QueueRow queue : queues.subList(0, Math.min(MOST_QUEUES, queues.size()))) {
            text.put(QUEUE_JOBS, (double) queue.jobsWaiting(), queue.name(), "waiting");
            text.put(QUEUE_JOBS, (double) queue.jobsHolding(), queue.name(), "holding");
            text.put(QUEUE_GPUS, queue.gpusHeld(), queue.name());
        }
        // Declared ones first: anybody may name others.
        queues.stream()
                .filter(queue -> queue.rights() != null)
                .limit(MOST_QUEUES)
                .forEach(queue -> rights(queue.name(), Objects.requireNonNull(queue.rights()), text));
        view.queueStarts().entrySet().stream().limit(MOST_QUEUES).forEach(queue -> {
            text.put(QUEUE_STARTED, (double) queue.getValue().started(), queue.getKey());
            text.put(QUEUE_WAITED, Nanos.toSeconds(queue.getValue().waitedNanos()), queue.getKey());
        });
    }

    private static void rights(String queue, QueueRights rights, MetricText text) {
        for (QueueRights.Resource resource : rights.resources()) {
            text.put(QUEUE_QUOTA, resource.quota(), queue, resource.name());
            text.put(QUEUE_HELD, resource.held(), queue, resource.name());
            text.put(QUEUE_BORROWED, resource.borrowed(), queue, resource.name());
            Double limit = resource.limit();
            if (limit != null) {
                text.put(QUEUE_LIMIT, limit, queue, resource.name());
            }
        }
        text.put(QUEUE_SHARE, rights.share(), queue);
        Double used = rights.usedShare();
        if (used != null) {
            text.put(QUEUE_USED_SHARE, used, queue);
        }
    }
}
