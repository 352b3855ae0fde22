package io.berth.core.dispatch.predict;

/**
 * How long an answer is expected to be, in whatever its lengths are counted.
 *
 * @param low one answer in ten is shorter
 * @param median as many are longer as shorter
 * @param high one answer in ten is longer
 * @param mean the work that so many answers are together, by answer
 */
public record LengthRange(double low, double median, double high, double mean) {
    /** The same of answers that are cut at {@code most}; 0 for no limit. */
    LengthRange atMost(long most) {
        if (most <= 0 || high <= most && mean <= most) {
            return this;
        }
        return new LengthRange(
                StrictMath.min(low, (double) most),
                StrictMath.min(median, (double) most),
                StrictMath.min(high, (double) most),
                StrictMath.min(mean, (double) most));
    }

    /** Whether {@code length} lies between the two ends, which belong to it. */
    public boolean holds(double length) {
        return low <= length && length <= high;
    }
}
