package io.berth.local.load;

/**
 * One quantity over a window.
 *
 * @param mean of its samples; NaN where there is none
 * @param max of its samples; NaN where there is none
 * @param samples how many there were
 */
public record Figure(double mean, double max, int samples) {
    /** Of no samples. */
    public static final Figure NONE = new Figure(Double.NaN, Double.NaN, 0);

    /** The samples so far; those that are NaN are none. */
    static final class Sum {
        private double total;
        private double max = Double.NEGATIVE_INFINITY;
        private int samples;

        void add(double sample) {
            if (!Double.isNaN(sample)) {
                total += sample;
                max = Math.max(max, sample);
                samples++;
            }
        }

        Figure figure() {
            return samples == 0 ? NONE : new Figure(total / (double) samples, max, samples);
        }
    }
}
