package io.berth.core.dispatch;

import java.util.Arrays;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/** By tenant and by subset: the servers that requests may go to. Of most requests nothing is said; they may go anywhere. */
final class Confinement {
    private @Nullable BitSet[] servers = {};
    private @Nullable BitSet[] subsets = {};

    /** @param allowed servers by number; null for all */
    void set(int tenant, @Nullable BitSet allowed) {
        servers = put(servers, tenant, allowed);
    }

    /** @param allowed the servers of {@code subset}; null for all */
    void subset(int subset, @Nullable BitSet allowed) {
        subsets = put(subsets, subset, allowed);
    }

    private static @Nullable BitSet[] put(@Nullable BitSet[] sets, int number, @Nullable BitSet allowed) {
        @Nullable BitSet[] grown = number < sets.length ? sets : Arrays.copyOf(sets, number + 1);
        grown[number] = allowed == null ? null : (BitSet) allowed.clone();
        return grown;
    }

    boolean confined(int tenant) {
        return tenant < servers.length && servers[tenant] != null;
    }

    boolean allows(Request request, int server) {
        return allows(servers, request.tenant(), server)
                && allows(subsets, request.need().subset(), server);
    }

    private static boolean allows(@Nullable BitSet[] sets, int number, int server) {
        if (number >= sets.length) {
            return true;
        }
        BitSet allowed = sets[number];
        return allowed == null || allowed.get(server);
    }
}
