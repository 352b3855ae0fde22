package io.berth.sim.request;

/**
 * Of what a request is made that can be split and merged: equal items, each of its part of the work.
 *
 * @param count how many, at least 1
 * @param callNanos the work of a call beside its items, which each further call costs once more
 */
public record Items(int count, long callNanos) {
    /** Of {@code whole}, which is all of them, the part that {@code share} items are, beside others of the request where {@code beside}. */
    public Stage share(Stage whole, int share, boolean beside) {
        long work = callNanos + (whole.workNanos() - callNanos) * share / count;
        long expected = StrictMath.max(1, whole.expectedNanos() * share / count);
        return new Stage(
                whole.name(),
                whole.model(),
                StrictMath.max(1, work),
                expected,
                0,
                whole.memoryBytes(),
                beside,
                Stage.NOT_KEPT);
    }
}
