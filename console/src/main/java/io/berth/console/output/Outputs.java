package io.berth.console.output;

import io.berth.console.view.JobEntry;
import java.io.IOException;

/** Where the output of tasks is. The boundary to whoever runs them. */
@FunctionalInterface
public interface Outputs {
    /**
     * A reader of what {@code task} of {@code job} wrote, from byte {@code offset} of what is kept of it on. A task that has not
     * written yet has a reader too.
     */
    Reader open(JobEntry job, int task, long offset) throws IOException;

    /** Reads the output of one task from front to back. */
    @FunctionalInterface
    interface Reader {
        /** The next bytes, at most {@code most}; none where there are no more so far. */
        byte[] next(int most) throws IOException;
    }
}
