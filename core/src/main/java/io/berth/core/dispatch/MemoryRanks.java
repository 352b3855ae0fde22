package io.berth.core.dispatch;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/** The servers of a fleet in the order of their memory, the smallest first, of equal ones the lower number; made anew when one joins or leaves. */
final class MemoryRanks {
    private final int[] servers;
    private final long[] memoryBytes;
    /** By server number: which of the different sizes it has. */
    private final int[] size;

    private final int sizes;

    /**
     * @param present by server number: whether it is in the fleet
     * @param bytes by server number: its memory
     */
    MemoryRanks(boolean[] present, long[] bytes) {
        servers = IntStream.range(0, present.length)
                .filter(server -> present[server])
                .boxed()
                .sorted(Comparator.comparingLong(server -> bytes[server]))
                .mapToInt(Integer::intValue)
                .toArray();
        memoryBytes = Arrays.stream(servers).mapToLong(server -> bytes[server]).toArray();
        size = new int[present.length];
        int different = servers.length == 0 ? 0 : 1;
        for (int rank = 1; rank < servers.length; rank++) {
            different += memoryBytes[rank] > memoryBytes[rank - 1] ? 1 : 0;
            size[servers[rank]] = different - 1;
        }
        sizes = different;
    }

    int count() {
        return servers.length;
    }

    int server(int rank) {
        return servers[rank];
    }

    /** The first rank whose memory is {@code need} or more; the count where there is none. */
    int first(long need) {
        int low = 0;
        int high = memoryBytes.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (memoryBytes[middle] < need) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** How many different sizes there are. */
    int sizes() {
        return sizes;
    }

    /** Which of them {@code server} has, 0 for the smallest. */
    int size(int server) {
        return size[server];
    }
}
