package io.berth.kube.bind;

import java.util.concurrent.TimeUnit;

/** Lets so many a second through, and as many at once as in some seconds. From any thread. */
final class EventRate {
    /** Seconds of which nothing was used come at once. */
    private static final int BURST_SECONDS = 5;

    private final double perNano;
    private final double most;
    private double left;
    private long atNanos;

    EventRate(int perSecond, long nowNanos) {
        this.perNano = perSecond / (double) TimeUnit.SECONDS.toNanos(1);
        this.most = perSecond * (double) BURST_SECONDS;
        this.left = most;
        this.atNanos = nowNanos;
    }

    /** True where one more may come now. */
    synchronized boolean allows(long nowNanos) {
        left = Math.min(most, left + Math.max(0, nowNanos - atNanos) * perNano);
        atNanos = nowNanos;
        if (left < 1) {
            return false;
        }
        left--;
        return true;
    }
}
