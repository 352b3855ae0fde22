package io.berth.core.scale;

/** What is measured of the requests that come, and of servers that answer them. */
public interface Measured {
    /** The seconds that a server needs for one; 0 where none was served yet. */
    double serviceSeconds();

    /** The variance of these over the square of their mean. */
    double serviceVariation();

    /** The same of the times between one request and the next. */
    double arrivalVariation();

    /** How long a server takes from when it is started until it answers, where that was seen; else {@code toldNanos}. */
    default long startNanos(long toldNanos) {
        return toldNanos;
    }
}
