package io.berth.app.solve;

import io.berth.app.solve.run.Deadline;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Somebody presses Ctrl-C: time is over, and the process stays until the best so far is printed. */
final class Interruption implements AutoCloseable {
    /** How long the process stays at most: solvers come back within half of it. */
    private static final long PATIENCE_MILLIS = 2000;

    private final CountDownLatch printed = new CountDownLatch(1);
    private final Thread hook;

    private Interruption(Deadline deadline) {
        hook = new Thread(
                () -> {
                    deadline.end();
                    try {
                        printed.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "berth-solve-interrupted");
    }

    static Interruption of(Deadline deadline) {
        Interruption interruption = new Interruption(deadline);
        Runtime.getRuntime().addShutdownHook(interruption.hook);
        return interruption;
    }

    /** All is printed. */
    void done() {
        printed.countDown();
    }

    @Override
    public void close() {
        printed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending by that hook.
        }
    }
}
