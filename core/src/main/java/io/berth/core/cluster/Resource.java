package io.berth.core.cluster;

import io.berth.core.decision.Reason;

/** What a node has beside its GPUs; the index of a column in the node table. */
public enum Resource {
    CPU(Reason.CPU),
    MEMORY(Reason.MEMORY),
    DISK(Reason.DISK),
    DISK_IO(Reason.DISK_IO),
    NETWORK(Reason.NETWORK),
    TASKS(Reason.TASK_SLOTS);

    /** How many there are. */
    public static final int COUNT = 6;

    static final Resource[] ALL = values();

    private final Reason shortage;

    Resource(Reason shortage) {
        this.shortage = shortage;
    }

    /** What is said where a node has too little of it. */
    public Reason shortage() {
        return shortage;
    }
}
