package io.berth.app.demo.screen;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** When a demo is over: somebody ended it, its time is up, or it ended by itself. */
public final class Ending {
    private static final long NO_END = Long.MAX_VALUE;

    private final CountDownLatch over = new CountDownLatch(1);
    private final long beganNanos = System.nanoTime();
    private final long lastsNanos;

    /** @param seconds of the wall clock; 0 for no end by itself */
    public Ending(double seconds) {
        lastsNanos = seconds == 0 ? NO_END : (long) (seconds * 1e9);
    }

    /** Ends it now; from any thread. */
    public void end() {
        over.countDown();
    }

    /** Waits so long, or less where the end comes before; true when it is over. */
    public boolean await(long nanos) {
        long left = lastsNanos == NO_END ? NO_END : lastsNanos - (System.nanoTime() - beganNanos);
        if (left <= 0) {
            return true;
        }
        try {
            return over.await(Math.min(nanos, left), TimeUnit.NANOSECONDS) || left <= nanos;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }
}
