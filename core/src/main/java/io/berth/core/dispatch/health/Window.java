package io.berth.core.dispatch.health;

import io.berth.core.dispatch.health.HealthRules.Outliers.Rate;

/** What became of the requests of the last while: of one window and of the part of the next that has been. */
final class Window {
    private long beganNanos;
    private long lengthNanos;
    private long nowNanos;
    private int answered;
    private int failed;
    /** Since the last answer. */
    private int busy;

    private long busySinceNanos = Long.MAX_VALUE;
    private int answeredBefore;
    private int failedBefore;

    Window(long nowNanos) {
        beganNanos = nowNanos;
    }

    void add(Condition.End end, long length, long now) {
        lengthNanos = length;
        nowNanos = now;
        long past = (now - beganNanos) / length;
        if (past > 0) {
            answeredBefore = past == 1 ? answered : 0;
            failedBefore = past == 1 ? failed : 0;
            answered = 0;
            failed = 0;
            beganNanos += past * length;
        }
        switch (end) {
            case ANSWERED -> {
                answered++;
                busy = 0;
                busySinceNanos = Long.MAX_VALUE;
            }
            case BUSY -> {
                busy++;
                busySinceNanos = StrictMath.min(busySinceNanos, now);
            }
            case FAILED, REFUSED -> failed++;
        }
    }

    /** Whether so many failed that it cannot be chance. */
    boolean tooMany(Rate rate) {
        int bad = failed + failedBefore;
        int all = bad + answered + answeredBefore;
        return all >= rate.requests() && bad >= rate.share() * all;
    }

    /** Whether it has said nothing but that it is busy for a whole window: one that is only busy answers somebody. */
    boolean onlyBusy(Rate rate) {
        return busy >= rate.requests() && nowNanos - busySinceNanos >= lengthNanos;
    }
}
