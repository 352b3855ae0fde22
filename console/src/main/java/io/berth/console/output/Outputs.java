package io.berth.console.output;

import io.berth.console.view.job.JobEntry;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where the output of tasks is. The boundary to whoever runs them. */
@FunctionalInterface
public interface Outputs {
    /** A reader of what {@code task} of {@code job} wrote. A task that has not written yet has a reader too. */
    Reader open(JobEntry job, int task, Begin begin) throws IOException;

    /** The file that {@code task} of {@code job} writes into; null where there is none yet, or it is not kept. */
    default @Nullable String file(JobEntry job, int task) {
        return null;
    }

    /**
     * Where reading begins.
     *
     * @param offset how many of the bytes that are kept are left out
     * @param lines how many of the last lines are read, and what comes after; -1 for all
     */
    record Begin(long offset, long lines) {}

    /** Reads the output of one task from front to back. */
    @FunctionalInterface
    interface Reader {
        /** The next bytes, at most {@code most}; none where there are no more so far. */
        byte[] next(int most) throws IOException;
    }
}
