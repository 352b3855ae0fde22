package io.berth.console.access;

import io.berth.console.http.message.Problem;
import io.berth.spec.input.Quote;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

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

    /**
     * The user of a job that names {@code asked}.
     *
     * @param asked empty for none
     * @param own the user of its jobs that name none
     * @throws io.berth.console.http.message.ProblemException where it may not be that one
     */
    public String choose(String asked, String own) {
        if (asked.isEmpty() || asked.equals(own)) {
            return own;
        }
        if (!others.contains(asked)) {
            TreeSet<String> allowed = new TreeSet<>(others);
            allowed.add(own);
            throw forbidden(
                    "user: must be one of " + String.join(", ", allowed) + " for who asks, but is " + Quote.of(asked));
        }
        return asked;
    }

    /** That the user of a job is not allowed. */
    public static RuntimeException forbidden(String detail) {
        return new Problem(403, "forbidden", "this is not allowed", detail, "user", 0, 0, Map.of()).exception();
    }
}
