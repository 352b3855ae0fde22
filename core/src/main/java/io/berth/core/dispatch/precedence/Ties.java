package io.berth.core.dispatch.precedence;

import io.berth.core.dispatch.Need;
import java.util.List;

/**
 * What binds a request to others of its tenant.
 *
 * @param session whose it is; empty for none
 * @param name by which later ones may name it; empty for none
 * @param after the names of those that must have been answered before it
 */
public record Ties(String session, String name, List<String> after) {
    /** Nothing. */
    public static final Ties NONE = new Ties("", "", List.of());

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    public Ties {
        after = List.copyOf(after);
    }

    /** By what balancers know the session where it is one of {@code tenant}; {@link Need#NO_SESSION} for none. */
    public long sessionOf(int tenant) {
        if (session.isEmpty()) {
            return Need.NO_SESSION;
        }
        long hash = tenant;
        for (int i = 0; i < session.length(); i++) {
            hash = (hash ^ session.charAt(i)) * SPREAD;
            hash ^= hash >>> 29;
        }
        return hash == Need.NO_SESSION ? 1 : hash;
    }
}
