package io.berth.live.driver;

import java.util.function.LongPredicate;

/**
 * Who hands jobs in.
 *
 * @param tenant whose they are, by the queue that is his own; empty for no tenant's
 * @param user whose they are, by the user that they run as; empty for no user's. Without both only the bounds of all hold for them.
 * @param visible the jobs that he may know of, asked on the engine's thread; to come after another is to come after none
 */
public record Sender(String tenant, String user, LongPredicate visible) {
    /** Somebody who may know of all jobs, and for whom only the bounds of all hold. */
    public static final Sender ANYBODY = new Sender("", "", _ -> true);

    /** True where he has bounds of his own. */
    boolean bounded() {
        return !tenant.isEmpty() || !user.isEmpty();
    }
}
