package io.berth.core.cluster.load.alike;

import io.berth.core.cluster.load.Use;

/**
 * A task on a node of which more is known than what it asks for.
 *
 * @param expected what it used where it was measured; else what tasks like it tell
 * @param measured true where it was measured
 */
public record TaskUse(long job, int task, Use asked, Expected expected, boolean measured) {
    /** True where it is that one. */
    boolean is(long aJob, int aTask) {
        return job == aJob && task == aTask;
    }
}
