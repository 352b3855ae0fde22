package io.berth.edge.access;

import java.util.List;

/**
 * Whom the jobs of a caller may run as.
 *
 * @param owner true for who runs Berth: his jobs run as himself, or as whom they name
 * @param user the user of its jobs; empty where its tenant has one that Berth keeps for it
 * @param others whom else a job may name
 */
public record Users(boolean owner, String user, List<String> others) {
    /** Of who runs Berth. */
    public static final Users OWNER = new Users(true, "", List.of());

    /** Of a token that names nobody. */
    public static final Users KEPT = new Users(false, "", List.of());

    public Users {
        others = List.copyOf(others);
    }

    /** True where it says so in these letters. */
    public boolean names(String name) {
        return user.equals(name) || others.contains(name);
    }
}
