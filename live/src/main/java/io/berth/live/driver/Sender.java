package io.berth.live.driver;

import java.util.function.LongPredicate;

/**
 * Who hands jobs in.
 *
 * @param tenant whose they are, by the queue that is his own; empty where only the bounds of all hold for them
 * @param visible the jobs that he may know of, asked on the engine's thread; to come after another is to come after none
 */
public record Sender(String tenant, LongPredicate visible) {
    /** Somebody who may know of all jobs, and for whom only the bounds of all hold. */
    public static final Sender ANYBODY = new Sender("", _ -> true);
}
