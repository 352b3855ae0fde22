package io.berth.core.cluster.device;

/**
 * What a device costs while it is held.
 *
 * @param micros of money an hour, millionths of whatever currency the cluster reckons in; 0 where no price is told
 * @param watts it draws; 0 where that is not told
 */
public record Rate(long micros, int watts) {
    /** The unit of prices is a million of these. */
    public static final long UNIT = 1_000_000;

    /** Nothing is told. */
    public static final Rate NONE = new Rate(0, 0);

    public Rate {
        if (micros < 0 || watts < 0) {
            throw new IllegalArgumentException(
                    "The price (" + micros + ") and the watts (" + watts + ") of devices must not be negative.");
        }
    }

    /** True where something is told. */
    public boolean told() {
        return micros > 0 || watts > 0;
    }
}
