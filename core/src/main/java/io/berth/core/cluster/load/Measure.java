package io.berth.core.cluster.load;

/** What is measured of a node; the order is a part of the journal's format, and more may come at its end. */
public enum Measure {
    /** Thousandths of a CPU in use. */
    CPU("CPU"),
    /** Bytes of memory in use. */
    MEMORY("memory"),
    /** Thousandths of devices whose engines work, all devices of the node together. */
    GPU_ENGINE("GPU"),
    /** Thousandths of devices whose memory is read or written, all devices of the node together. */
    GPU_DRAM("GPU memory bandwidth"),
    /** Bytes of memory of devices in use, all devices of the node together. */
    GPU_MEMORY("GPU memory"),
    /** Thousandths of the time in which a disk worked. */
    DISK("disk"),
    /** Bytes a second that come and go. */
    NETWORK("network");

    /** How many there are. */
    public static final int COUNT = values().length;

    private final String text;

    Measure(String text) {
        this.text = text;
    }

    /** What people call it. */
    public String text() {
        return text;
    }
}
