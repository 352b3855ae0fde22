package io.berth.console.curve;

import io.berth.console.view.job.JobEntry;
import java.io.IOException;

/** Where the output of running tasks comes from. The boundary to whoever runs them. */
@FunctionalInterface
public interface Tails {
    /**
     * A reader of what one start of a task writes, from its first byte that is kept on, or from {@code mark} on: the start by which
     * {@code job} lives, or its last one where it has ended.
     *
     * @param mark what {@link Tail#mark} said of an earlier reader; empty for the beginning
     */
    Tail open(JobEntry job, int task, String mark);

    /** Reads the output of one start of a task as it grows. */
    interface Tail {
        /** The next bytes, at most {@code most}; none where there are no more so far. */
        byte[] next(int most) throws IOException;

        /** Leaves out what is still to be read but for the last {@code keep} bytes; at least so many were left out. */
        long skip(int keep) throws IOException;

        /** Where it stands, for {@link Tails#open}. */
        String mark();
    }
}
