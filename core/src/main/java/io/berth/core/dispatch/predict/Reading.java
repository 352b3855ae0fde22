package io.berth.core.dispatch.predict;

/**
 * What the reading of a byte of a prompt takes, against a nanosecond of work: the slope of how long answers took beside their work,
 * over the bytes that were new to their servers. What else made them long moves the line, not its slope. Where prompts are all about
 * as long, or the slope may be chance, it is taken for nothing; it never explains more than all that answers took beside their work.
 */
final class Reading {
    /** Over so many answers go its means. */
    private static final double MANY = 500;
    /** Before so many the slope says nothing. */
    private static final int FEW = 20;
    /** The least standard deviation of the bytes, as a part of their mean, from which a slope can be told. */
    private static final double LEAST_SPREAD = 0.1;
    /** So many standard errors a slope must be above 0. */
    private static final double ERRORS = 3;

    private long answers;
    private double bytes;
    private double nanos;
    private double most;
    private double bytesSquared;
    private double nanosSquared;
    private double products;

    /**
     * An answer took {@code took} nanoseconds of a server of speed 1 beside its work, of which {@code unread} bytes were new.
     *
     * @param longest what all that it read may have taken at most
     */
    void answered(double unread, double took, double longest) {
        answers++;
        double part = 1 / StrictMath.min((double) answers, MANY);
        bytes += part * (unread - bytes);
        nanos += part * (took - nanos);
        most += part * (longest - most);
        bytesSquared += part * (unread * unread - bytesSquared);
        nanosSquared += part * (took * took - nanosSquared);
        products += part * (unread * took - products);
    }

    /** Nanoseconds of work; 0 before anything is known. */
    double perByte() {
        double spread = bytesSquared - bytes * bytes;
        if (answers < FEW || spread <= LEAST_SPREAD * LEAST_SPREAD * bytes * bytes) {
            return 0;
        }
        double slope = (products - bytes * nanos) / spread;
        double noise = nanosSquared - nanos * nanos;
        double error = StrictMath.sqrt(noise / (spread * StrictMath.min((double) answers, MANY)));
        return slope < ERRORS * error ? 0 : StrictMath.max(0, StrictMath.min(slope, most / bytes));
    }
}
