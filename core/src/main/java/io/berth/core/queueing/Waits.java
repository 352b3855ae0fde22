package io.berth.core.queueing;

/**
 * How long arrivals wait for a server.
 *
 * @param utilisation the part of the time that a server is busy; 1 and more where more comes than can be served
 * @param delayed the part of arrivals that wait at all
 * @param mean over all arrivals, also those that do not wait; infinite where more comes than can be served
 */
public record Waits(double utilisation, double delayed, double mean) {
    /** The wait that a part of all arrivals does not exceed, such as 0.9: whoever waits does so as long as an exponential time is. */
    public double percentile(double part) {
        if (part <= 1 - delayed) {
            return 0;
        }
        return mean / delayed * StrictMath.log(delayed / (1 - part));
    }
}
