package io.berth.sim.table.muri;

/**
 * One published number.
 *
 * @param trace the trace, without what all their files begin with
 * @param value seconds
 * @param tolerance how far ours may be off, seconds
 */
record Target(String trace, Row row, Figure figure, double value, double tolerance) {
    /** The bar: both programs do the same operations on the same doubles. */
    private static final double EQUAL_SECONDS = 1e-3;

    /** Many figures are published with this many digits, so large ones are rounded to more than the bar. */
    private static final int DIGITS = 10;

    /** @param text the number as published */
    static Target of(String trace, Row row, Figure figure, double value, String text) {
        int point = text.indexOf('.');
        int digits = point < 0 ? text.length() : text.length() - 1;
        int wholeDigits = point < 0 ? digits : point;
        double tolerance = EQUAL_SECONDS;
        if (digits <= DIGITS) {
            tolerance = StrictMath.max(tolerance, 0.5 * StrictMath.pow(10, wholeDigits - DIGITS));
        }
        return new Target(trace, row, figure, value, tolerance);
    }
}
