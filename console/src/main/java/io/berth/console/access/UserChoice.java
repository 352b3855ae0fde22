package io.berth.console.access;

import io.berth.console.http.message.Problem;
import io.berth.edge.access.Users;
import io.berth.spec.input.Quote;
import java.util.Map;
import java.util.TreeSet;

/** Which of the users that a caller's jobs may run as a job has. */
public final class UserChoice {
    private UserChoice() {}

    /**
     * The user of a job that names {@code asked}.
     *
     * @param users whom its caller's jobs may run as
     * @param asked empty for none
     * @param own the user of its jobs that name none
     * @throws io.berth.console.http.message.ProblemException where it may not be that one
     */
    public static String of(Users users, String asked, String own) {
        if (asked.isEmpty() || asked.equals(own)) {
            return own;
        }
        if (!users.others().contains(asked)) {
            TreeSet<String> allowed = new TreeSet<>(users.others());
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
