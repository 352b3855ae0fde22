package io.berth.console.metrics;

import java.util.List;
import java.util.Locale;

/** Every metric there is: what is not in this list cannot be written, and the reference page is made of it. */
public enum Metric {
    JOBS("berth_jobs", Type.GAUGE, "jobs", "Jobs that live, by state.", "state"),
    JOBS_SUBMITTED("berth_jobs_submitted_total", Type.COUNTER, "jobs", "Jobs submitted since the journal began."),
    JOBS_ENDED(
            "berth_jobs_ended_total",
            Type.COUNTER,
            "jobs",
            "Jobs that ended since this process began, by how: finished, failed, cancelled, rejected.",
            "outcome"),
    JOB_WAIT(
            "berth_job_wait_seconds",
            Type.HISTOGRAM,
            "seconds",
            "From a job's submission until all its tasks run, each time they do."),
    PREEMPTIONS(
            "berth_preemptions_total",
            Type.COUNTER,
            "preemptions",
            "Jobs stopped to make room for others since this process began."),
    QUEUE_JOBS(
            "berth_queue_jobs",
            Type.GAUGE,
            "jobs",
            "Jobs of a queue that wait, and that hold room; at most 200 queues, by name.",
            "queue",
            "state"),
    QUEUE_GPUS(
            "berth_queue_gpus_held",
            Type.GAUGE,
            "GPUs",
            "GPUs that the jobs of a queue hold; at most 200 queues, by name.",
            "queue"),
    NODES("berth_nodes", Type.GAUGE, "nodes", "Nodes, by state: up, draining, lost.", "state"),
    GPUS("berth_gpus", Type.GAUGE, "GPUs", "GPUs of nodes that are there."),
    GPUS_HELD("berth_gpus_held", Type.GAUGE, "GPUs", "GPUs allocated to tasks; a share counts as its part."),
    CPUS("berth_cpus", Type.GAUGE, "CPUs", "CPUs of nodes that are there."),
    CPUS_HELD("berth_cpus_held", Type.GAUGE, "CPUs", "CPUs allocated to tasks, or used by others."),
    MEMORY("berth_memory_bytes", Type.GAUGE, "bytes", "Memory of nodes that are there."),
    MEMORY_HELD("berth_memory_held_bytes", Type.GAUGE, "bytes", "Memory allocated to tasks, or used by others."),
    INSTANTS(
            "berth_instants_total",
            Type.COUNTER,
            "instants",
            "Instants since the journal began, which is how many frames it has."),
    PASSES("berth_passes_total", Type.COUNTER, "passes", "Planning passes since the journal began."),
    DECISIONS("berth_decisions_total", Type.COUNTER, "decisions", "Decisions since the journal began."),
    CLUSTER_TIME(
            "berth_cluster_time_seconds",
            Type.GAUGE,
            "seconds",
            "The cluster's time at its last instant, UTC seconds since 1970; an emulated cluster has its own."),
    EVENTS("berth_events_total", Type.COUNTER, "events", "Changes told to readers of events since this process began."),
    EVENT_READERS("berth_event_readers", Type.GAUGE, "connections", "Connections that follow the events."),
    HTTP_REQUESTS(
            "berth_http_requests_total",
            Type.COUNTER,
            "requests",
            "Requests answered; the status 0 is of senders that went away first.",
            "method",
            "route",
            "status"),
    HTTP_SECONDS(
            "berth_http_request_seconds",
            Type.HISTOGRAM,
            "seconds",
            "From a request's head to the end of its answer, streams of events left out.",
            "route"),
    HTTP_OPEN("berth_http_requests_open", Type.GAUGE, "requests", "Requests that are being answered."),
    SUBMITS_LIMITED(
            "berth_submissions_limited_total",
            Type.COUNTER,
            "submissions",
            "Submissions refused because their tenant sent too many."),
    SUBMITS_WITHOUT_ROOM(
            "berth_submissions_without_room_total",
            Type.COUNTER,
            "submissions",
            "Submissions refused because the disk was nearly full."),
    DISK_FREE("berth_disk_free_bytes", Type.GAUGE, "bytes", "What is free on the file system of the home."),
    DISK_NEEDED("berth_disk_needed_bytes", Type.GAUGE, "bytes", "What must be free there for submissions to be taken."),
    DISK_FULL("berth_disk_full", Type.GAUGE, "1 or 0", "1 where submissions are refused for that reason."),
    ALERTS("berth_alerts", Type.GAUGE, "alerts", "Alerts that are raised, by kind.", "kind"),
    NODE_CPU(
            "berth_node_cpu_busy_percent",
            Type.GAUGE,
            "percent",
            "How much the CPUs of a node work, all together, measured.",
            "node"),
    NODE_MEMORY(
            "berth_node_memory_used_bytes", Type.GAUGE, "bytes", "Memory of a node that is in use, measured.", "node"),
    NODE_DISK(
            "berth_node_disk_bytes_per_second",
            Type.GAUGE,
            "bytes per second",
            "Read and written by all disks of a node, measured.",
            "node"),
    NODE_NETWORK(
            "berth_node_network_bytes_per_second",
            Type.GAUGE,
            "bytes per second",
            "Received and sent by all network cards of a node, measured.",
            "node"),
    GPU_BUSY(
            "berth_gpu_busy_percent",
            Type.GAUGE,
            "percent",
            "Share of the time in which some kernel ran on a GPU, measured.",
            "node",
            "gpu"),
    GPU_MEMORY(
            "berth_gpu_memory_used_bytes",
            Type.GAUGE,
            "bytes",
            "Memory of a GPU that is in use, measured.",
            "node",
            "gpu"),
    HEAP("berth_heap_used_bytes", Type.GAUGE, "bytes", "Memory of this process that the Java heap uses."),
    STARTED(
            "berth_process_start_time_seconds",
            Type.GAUGE,
            "seconds",
            "When this process began, UTC seconds since 1970.");

    /** What can be done with its values. */
    public enum Type {
        /** Only rises, but for restarts. */
        COUNTER,
        /** Goes up and down. */
        GAUGE,
        /** Counts values by their size. */
        HISTOGRAM
    }

    private final String title;
    private final Type type;
    private final String unit;
    private final String help;
    private final List<String> labels;

    Metric(String title, Type type, String unit, String help, String... labels) {
        this.title = title;
        this.type = type;
        this.unit = unit;
        this.help = help;
        this.labels = List.of(labels);
    }

    /** Its name in Prometheus. */
    public String title() {
        return title;
    }

    public Type type() {
        return type;
    }

    /** The type as Prometheus writes it. */
    String typeText() {
        return type.name().toLowerCase(Locale.ROOT);
    }

    /** What its values count. */
    public String unit() {
        return unit;
    }

    /** What it says, a sentence. */
    public String help() {
        return help;
    }

    /** By what it is split. */
    public List<String> labels() {
        return labels;
    }
}
