package io.berth.core.dispatch.predict;

import java.util.Arrays;

/** The latest lengths of one kind of answers, as they came and sorted; what they were before is forgotten. */
final class LengthWindow {
    private static final int FIRST = 16;

    private final int most;
    private double[] came = new double[FIRST];
    private double[] sorted = new double[FIRST];
    private int count;
    private int next;
    private double sum;

    /** @param most lengths that are kept, 16 at least */
    LengthWindow(int most) {
        this.most = most;
    }

    int count() {
        return count;
    }

    double mean() {
        return sum / count;
    }

    /**
     * The length below which the share {@code part} of the next answers is expected: as the next is as likely to come between any two of
     * those that came, the k-th of n is that of k / (n + 1).
     */
    double quantile(double part) {
        double rank = StrictMath.clamp(part * (count + 1) - 1, 0.0, count - 1.0);
        int below = (int) rank;
        double lower = sorted[below];
        return below + 1 < count ? lower + (rank - below) * (sorted[below + 1] - lower) : lower;
    }

    void add(double length) {
        if (count == most) {
            remove(came[next]);
        } else if (count == came.length) {
            came = Arrays.copyOf(came, StrictMath.min(most, 2 * count));
            sorted = Arrays.copyOf(sorted, StrictMath.min(most, 2 * count));
        }
        came[next] = length;
        next = next + 1 == most ? 0 : next + 1;
        int at = place(length);
        System.arraycopy(sorted, at, sorted, at + 1, count - at);
        sorted[at] = length;
        count++;
        sum += length;
    }

    void clear() {
        count = 0;
        next = 0;
        sum = 0;
    }

    private void remove(double length) {
        int at = place(length);
        count--;
        System.arraycopy(sorted, at + 1, sorted, at, count - at);
        sum -= length;
    }

    private int place(double length) {
        int found = Arrays.binarySearch(sorted, 0, count, length);
        return found < 0 ? -found - 1 : found;
    }
}
