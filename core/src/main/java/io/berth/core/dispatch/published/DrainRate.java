package io.berth.core.dispatch.published;

import io.berth.core.time.Nanos;

/** Answers of one server in the last minute, counted by the second. */
final class DrainRate {
    private static final int SECONDS = 60;

    private final int[] answers = new int[SECONDS];
    private long second;
    private int sum;

    /** One more answer. */
    void answered(long nowNanos) {
        advance(nowNanos);
        answers[(int) StrictMath.floorMod(second, (long) SECONDS)]++;
        sum++;
    }

    /** How many there were; this second and the 59 before. */
    int inMinute(long nowNanos) {
        advance(nowNanos);
        return sum;
    }

    void clear() {
        for (int at = 0; at < SECONDS; at++) {
            answers[at] = 0;
        }
        sum = 0;
    }

    private void advance(long nowNanos) {
        long now = StrictMath.floorDiv(nowNanos, Nanos.SECOND);
        // A clock may begin below 0.
        if (now < second || now - second >= SECONDS) {
            clear();
            second = now;
        }
        while (second < now) {
            int at = (int) StrictMath.floorMod(++second, (long) SECONDS);
            sum -= answers[at];
            answers[at] = 0;
        }
    }
}
