package io.berth.core.workload;

/**
 * What is read of the output of a job's tasks: the values of its training, and how far it is. Berth carries it to whoever reads
 * that output.
 *
 * @param read false where nothing is read
 * @param pattern a regular expression with named groups that finds the values in a line; empty for the usual forms
 * @param steps how many steps the job takes in all; 0 where only its output tells
 */
public record Metrics(boolean read, String pattern, long steps) {
    /** The usual forms are read. */
    public static final Metrics USUAL = new Metrics(true, "", 0);

    /** Nothing is read. */
    public static final Metrics OFF = new Metrics(false, "", 0);

    public Metrics {
        if (steps < 0) {
            throw new IllegalArgumentException("The steps (" + steps + ") of a job must not be negative.");
        }
    }
}
