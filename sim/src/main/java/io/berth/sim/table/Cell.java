package io.berth.sim.table;

import java.util.List;

/**
 * One number of a published table and ours.
 *
 * @param input what was run, such as a pod list
 * @param row the strategy
 * @param column the figure
 * @param seeds both numbers are means over these
 * @param difference ours less published
 * @param tolerance how far apart they may be; equal to chance and rounding of the original
 * @param within true where they are not further apart
 */
public record Cell(
        String input,
        String row,
        String column,
        List<Long> seeds,
        double published,
        double ours,
        double difference,
        double tolerance,
        boolean within) {
    public Cell {
        seeds = List.copyOf(seeds);
    }

    /** A cell whose difference follows from its numbers; NaN is never within. */
    public static Cell of(Address address, List<Long> seeds, double published, double ours, double tolerance) {
        double difference = ours - published;
        return new Cell(
                address.input(),
                address.row(),
                address.column(),
                seeds,
                published,
                ours,
                difference,
                tolerance,
                StrictMath.abs(difference) <= tolerance);
    }

    /** Where a cell stands. */
    public record Address(String input, String row, String column) {}
}
