package io.berth.learn.transfer;

/** A figure of a workload as a whole. */
public enum Fact {
    LOAD("load", "nodes x run time of all jobs / nodes x time of the machine, from the first submission to the last"),
    BURSTINESS(
            "burstiness",
            "standard deviation / mean of the gaps between submissions; 1 where they come by pure chance"),
    RHYTHM("rhythm", "how much submissions keep to a time of day: 0 not at all, 1 all at the same"),
    SIZE_TIME("size_time", "rank correlation of nodes and run time, -1 to 1");

    private final String key;
    private final String doc;

    Fact(String key, String doc) {
        this.key = key;
        this.doc = doc;
    }

    /** Its name. */
    public String key() {
        return key;
    }

    /** What it is. */
    public String doc() {
        return doc;
    }
}
