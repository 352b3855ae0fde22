package io.berth.core.cluster.device.link;

import java.util.Arrays;
import java.util.List;

/**
 * How fast the devices of a set reach one another, pair by pair and the same both ways. Nothing is known of a set whose links are
 * {@link #NONE}. A value: equal where all pairs are.
 */
public final class Links {
    /** Nothing is known. */
    public static final Links NONE = new Links(0, new int[0]);

    /** So many devices at most: all their sets are reckoned with. */
    public static final int MAX_DEVICES = 16;

    private final int devices;
    /** Of the pairs (0,1), (0,2), … (1,2), …; MB/s. */
    private final int[] pairs;

    private final LinkTable table;

    private Links(int devices, int[] pairs) {
        this.devices = devices;
        this.pairs = pairs;
        this.table = new LinkTable(devices, this::between);
    }

    /**
     * Links of {@code devices} devices.
     *
     * @param pairs of (0,1), (0,2), … (1,2), …; MB/s one way, 0 where two reach each other through nothing that is known
     * @throws IllegalArgumentException for less than 2 or more than {@link #MAX_DEVICES} devices, another number of pairs, or one below 0
     */
    public static Links of(int devices, List<Integer> pairs) {
        if (devices < 2 || devices > MAX_DEVICES) {
            throw new IllegalArgumentException(
                    "The devices with links (" + devices + ") must be 2 to " + MAX_DEVICES + ".");
        }
        if (pairs.size() != devices * (devices - 1) / 2) {
            throw new IllegalArgumentException(devices + " devices have " + devices * (devices - 1) / 2
                    + " pairs, but the links are of " + pairs.size() + ".");
        }
        int[] copy = new int[pairs.size()];
        for (int pair = 0; pair < copy.length; pair++) {
            copy[pair] = pairs.get(pair);
            if (copy[pair] < 0) {
                throw new IllegalArgumentException(
                        "The bandwidth of a link (" + copy[pair] + ") must be 0 MB/s or more.");
            }
        }
        return new Links(devices, copy);
    }

    /** True where something is known. */
    public boolean known() {
        return devices > 0;
    }

    /** How many devices; 0 where nothing is known. */
    public int devices() {
        return devices;
    }

    /** Of the pairs (0,1), (0,2), … (1,2), …; MB/s. */
    public List<Integer> pairs() {
        return Arrays.stream(pairs).boxed().toList();
    }

    /** The bandwidth between two different devices; MB/s. */
    public int between(int one, int other) {
        int low = StrictMath.min(one, other);
        int high = StrictMath.max(one, other);
        return pairs[low * (2 * devices - low - 1) / 2 + high - low - 1];
    }

    /** Which devices go together; see there. Only where something is known. */
    public LinkTable table() {
        return table;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Links links && devices == links.devices && Arrays.equals(pairs, links.pairs);
    }

    @Override
    public int hashCode() {
        return 31 * devices + Arrays.hashCode(pairs);
    }

    @Override
    public String toString() {
        return devices + " devices, MB/s " + Arrays.toString(pairs);
    }
}
