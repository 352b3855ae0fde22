package io.berth.learn.transfer;

import java.util.Locale;

/** A figure of a workload as a whole. */
public enum Fact {
    LOAD("nodes x run time of all jobs / nodes x time of the machine, from the first submission to the last"),
    BURSTINESS("standard deviation / mean of the gaps between submissions; 1 where they come by pure chance"),
    RHYTHM("how much submissions keep to a time of day: 0 not at all, 1 all at the same"),
    SIZE_TIME("rank correlation of nodes and run time, -1 to 1");

    private final String doc;

    Fact(String doc) {
        this.doc = doc;
    }

    /** Its name. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it is. */
    public String doc() {
        return doc;
    }
}
