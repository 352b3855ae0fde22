package io.berth.core.dispatch.predict;

/**
 * What the reading of a byte of a prompt takes, against a nanosecond of work: the slope of how long answers took beside their work,
 * over the bytes that were new to their servers. What else made them long moves the line, not its slope.
 */
final class Reading {
    /** Over so many answers go its means. */
    private static final double MANY = 500;
    /** Before so many the slope says nothing. */
    private static final int FEW = 20;

    private long answers;
    private double bytes;
    private double nanos;
    private double squares;
    private double products;

    /** An answer took {@code took} nanoseconds of a server of speed 1 beside its work, of which {@code unread} bytes were new. */
    void answered(double unread, double took) {
        answers++;
        double part = 1 / StrictMath.min((double) answers, MANY);
        bytes += part * (unread - bytes);
        nanos += part * (took - nanos);
        squares += part * (unread * unread - squares);
        products += part * (unread * took - products);
    }

    /** Nanoseconds of work; 0 before anything is known. */
    double perByte() {
        double spread = squares - bytes * bytes;
        boolean known = answers >= FEW && spread > 1e-6 * squares;
        return known ? StrictMath.max(0, (products - bytes * nanos) / spread) : 0;
    }
}
