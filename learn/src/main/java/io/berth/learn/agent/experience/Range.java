package io.berth.learn.agent.experience;

/** Bounds of settings, and rates within them. */
public final class Range {
    private Range() {}

    /** @throws IllegalArgumentException where {@code value} is not from {@code low} to {@code high} */
    static void check(String name, double value, double low, double high) {
        if (!(value >= low && value <= high)) {
            throw new IllegalArgumentException(
                    "The setting (" + name + ") cannot be " + value + "; allowed: " + low + " to " + high + ".");
        }
    }

    /** @throws IllegalArgumentException where {@code value} is below {@code low} */
    static void atLeast(String name, long value, long low) {
        if (value < low) {
            throw new IllegalArgumentException(
                    "The setting (" + name + ") cannot be " + value + "; allowed: at least " + low + ".");
        }
    }

    /** What is left of a rate that falls to 0 in {@code all} updates, in {@code update} from 0; all of it where {@code all} is 0. */
    public static double left(long update, long all) {
        return all == 0 ? 1 : Math.max(0, 1 - (double) update / all);
    }
}
