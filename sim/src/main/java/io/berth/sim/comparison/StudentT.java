package io.berth.sim.comparison;

/**
 * Student's t distribution with a whole number of degrees of freedom.
 *
 * <p>Source: Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4: with θ = atan(t/√ν) the
 * probability A(t|ν) that |T| is at most t is a finite sum in sin θ and cos θ.
 */
public final class StudentT {
    /** Beyond this t and its normal limit agree to five digits, and the sum would only be long. */
    private static final int MOST_FREEDOM = 20_000;

    /** Halvings after which the bounds are neighbouring doubles. */
    private static final int HALVINGS = 200;

    private StudentT() {}

    /**
     * The t that |T| does not exceed with probability {@code confidence}.
     *
     * @param confidence above 0 and below 1; 0.95 for the usual interval
     * @param freedom degrees of freedom, at least 1
     */
    public static double quantile(double confidence, int freedom) {
        if (!(confidence > 0 && confidence < 1) || freedom < 1) {
            throw new IllegalArgumentException(
                    "There is no t of confidence " + confidence + " with " + freedom + " degrees of freedom.");
        }
        int degrees = StrictMath.min(freedom, MOST_FREEDOM);
        double low = 0;
        double high = 1;
        while (within(high, degrees) < confidence) {
            low = high;
            high *= 2;
        }
        for (int i = 0; i < HALVINGS; i++) {
            double middle = (low + high) / 2;
            if (middle <= low || middle >= high) {
                break;
            }
            if (within(middle, degrees) < confidence) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** The probability that |T| is at most {@code t}; of many degrees of freedom, that of the normal limit. */
    public static double within(double t, int degrees) {
        int freedom = StrictMath.min(degrees, MOST_FREEDOM);
        double angle = StrictMath.atan(t / StrictMath.sqrt(freedom));
        double cosine = StrictMath.cos(angle);
        boolean odd = freedom % 2 == 1;
        // The terms are c, 2/3 c³, 2·4/(3·5) c⁵, … for odd and 1, 1/2 c², 1·3/(2·4) c⁴, … for even degrees.
        double term = odd ? cosine : 1;
        double sum = 0;
        for (int power = odd ? 1 : 0; power <= freedom - 2; power += 2) {
            sum += term;
            term *= (power + 1.0) / (power + 2.0) * cosine * cosine;
        }
        return odd ? 2 / StrictMath.PI * (angle + StrictMath.sin(angle) * sum) : StrictMath.sin(angle) * sum;
    }
}
