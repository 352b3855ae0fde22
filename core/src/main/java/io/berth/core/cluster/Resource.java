package io.berth.core.cluster;

import io.berth.core.decision.Reason;

/** What every node has beside its devices; the first columns of the node table. Extended resources follow ({@link ResourceNames}). */
public enum Resource {
    CPU(Reason.CPU),
    MEMORY(Reason.MEMORY),
    DISK(Reason.DISK),
    DISK_IO(Reason.DISK_IO),
    NETWORK(Reason.NETWORK),
    TASKS(Reason.TASK_SLOTS);

    /** How many there are. */
    public static final int COUNT = 6;

    private static final Resource[] ALL = values();

    private final Reason shortage;

    Resource(Reason shortage) {
        this.shortage = shortage;
    }

    /** What is said where a node has too little of it. */
    public Reason shortage() {
        return shortage;
    }

    /** What is said where a node has too little of what stands in {@code column}. */
    static Reason shortage(int column) {
        return column < COUNT ? ALL[column].shortage : Reason.EXTENDED_RESOURCE;
    }
}
