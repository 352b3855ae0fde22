package io.berth.testkit.architecture;

/**
 * One counted thing.
 *
 * @param place the file, from the root of the checkout, and for a method {@code #name} behind it
 * @param line where it begins
 */
record Size(Measure measure, String place, long line, long value) {

    boolean isOverSoftLimit() {
        return value > measure.soft;
    }

    boolean isOverHardLimit() {
        return value > measure.hard;
    }

    String sentence() {
        return "%s line %d: %s %d, limit %d. Way out: %s"
                .formatted(place, line, measure.title, value, measure.hard, measure.wayOut);
    }
}
