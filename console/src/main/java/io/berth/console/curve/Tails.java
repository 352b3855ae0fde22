package io.berth.console.curve;

import java.io.IOException;

/** Where the output of running tasks comes from. The boundary to whoever runs them. */
@FunctionalInterface
public interface Tails {
    /** In place of a start decision: the last start. */
    long LAST = 0;

    /**
     * A reader of what one start of a task writes, from its first byte that is kept on, or from {@code mark} on.
     *
     * @param decision the start decision
     * @param mark what {@link Tail#mark} said of an earlier reader; empty for the beginning
     */
    Tail open(long job, int task, long decision, String mark);

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
