package io.berth.sim.report;

import java.util.Locale;

/** Why a job of a run was rejected, as exactly as its cluster tells. */
public enum Rejection {
    GPU_MODEL("insist on a GPU model that no node has"),
    GPUS("ask for more GPUs of a node than any has"),
    GPU_MEMORY("ask for more memory of a GPU than any has"),
    CPU("ask for more CPUs of a node than any has"),
    MEMORY("ask for more memory of a node than any has"),
    DISK("ask for more disk of a node than any has"),
    DISK_IO("ask for more disk bandwidth of a node than any has"),
    NETWORK("ask for more network bandwidth of a node than any has"),
    EXTENDED_RESOURCE("ask for more of a resource known by name than any node has"),
    NODE_LABELS("ask for labels that no node has"),
    NODE_TAINTS("tolerate the taints of no node"),
    /** Each of what it asks for is on some node. */
    TOGETHER("ask for what no node has together"),
    TASKS("have more tasks than the empty cluster holds at once"),
    PATIENCE("did not start within their patience"),
    DEPENDENCY("come after a job that did not end as it must");

    private final String text;

    Rejection(String text) {
        this.text = text;
    }

    /** What jobs do that were rejected for it. */
    String text() {
        return text;
    }

    /** As it stands in files. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The figure that counts it. */
    String figure() {
        return "jobs_rejected_" + word();
    }
}
