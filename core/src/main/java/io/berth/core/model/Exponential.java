package io.berth.core.model;

/**
 * The exponential of what is not above 0, of sums and products alone: the same bits on every machine.
 *
 * <p>Algorithm: the fourth-order polynomial of a 256th part, squared eight times.
 */
public final class Exponential {
    /** Below that it is nothing beside 1. */
    private static final float LEAST = -64;

    /** The exponential of so small a part is its polynomial; squared eight times it is that of the whole. */
    private static final float PART = 1 / 256f;

    private Exponential() {}

    /** That of {@code exponent}, which is 0 or less; of what is below -64 as if it were that. */
    public static float of(float exponent) {
        float x = StrictMath.max(exponent, LEAST) * PART;
        float e = 1 + x * (1 + x * (0.5f + x * (1 / 6f + x * (1 / 24f))));
        e *= e;
        e *= e;
        e *= e;
        e *= e;
        e *= e;
        e *= e;
        e *= e;
        e *= e;
        return e;
    }
}
