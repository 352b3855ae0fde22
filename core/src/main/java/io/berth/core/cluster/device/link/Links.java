package io.berth.core.cluster.device.link;

import java.util.List;

/**
 * How fast the devices of a set reach one another, pair by pair and the same both ways. Nothing is known of a set whose links are
 * {@link #NONE}.
 *
 * @param devices how many; 0 where nothing is known
 * @param pairs of (0,1), (0,2), … (1,2), …; MB/s one way, 0 where two reach each other through nothing that is known
 */
public record Links(int devices, List<Integer> pairs) {
    /** Nothing is known. */
    public static final Links NONE = new Links(0, List.of());

    /** So many devices at most: all their sets are reckoned with. */
    public static final int MAX_DEVICES = 16;

    /**
     * Checks what is there.
     *
     * @throws IllegalArgumentException for 1 or more than {@link #MAX_DEVICES} devices, another number of pairs, or one below 0
     */
    public Links {
        pairs = List.copyOf(pairs);
        if (devices == 1 || devices < 0 || devices > MAX_DEVICES) {
            throw new IllegalArgumentException(
                    "The devices with links (" + devices + ") must be 2 to " + MAX_DEVICES + ".");
        }
        if (pairs.size() != devices * (devices - 1) / 2) {
            throw new IllegalArgumentException(devices + " devices have " + devices * (devices - 1) / 2
                    + " pairs, but the links are of " + pairs.size() + ".");
        }
        for (int pair : pairs) {
            if (pair < 0) {
                throw new IllegalArgumentException("The bandwidth of a link (" + pair + ") must be 0 MB/s or more.");
            }
        }
    }

    /** True where something is known. */
    public boolean known() {
        return devices > 0;
    }

    /** The bandwidth between two different devices; MB/s. */
    public int between(int one, int other) {
        int low = StrictMath.min(one, other);
        int high = StrictMath.max(one, other);
        return pairs.get(low * (2 * devices - low - 1) / 2 + high - low - 1);
    }
}
