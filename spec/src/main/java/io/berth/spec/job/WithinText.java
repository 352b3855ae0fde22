package io.berth.spec.job;

import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;

/** In which domain all tasks of a job go, as scenarios and job files have it: the label of nodes, or {@code node} for one node. */
public final class WithinText {
    /** What the reference says of it. */
    public static final String WORDS =
            "A label of nodes: all tasks of a job go to nodes that have one value of it, whichever has room for all of them; node: to one"
                    + " node; absent: anywhere.";

    private static final String ONE_NODE = "node";

    private WithinText() {}

    public static Within parse(String label) {
        return new Within(label.equals(ONE_NODE) ? PeerRule.NODE : label);
    }

    public static String format(Within within) {
        return within.key().equals(PeerRule.NODE) ? ONE_NODE : within.key();
    }
}
