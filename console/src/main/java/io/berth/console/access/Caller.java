package io.berth.console.access;

import org.jspecify.annotations.Nullable;

/**
 * Who sent a request.
 *
 * @param name of its token; {@link #LOCAL} where none is needed
 * @param tenant the queue that is its own, with those below it; empty for all
 * @param users whom its jobs run as
 * @param start of the task that it is; null for people and programs
 */
public record Caller(
        String name,
        Role role,
        String tenant,
        Users users,
        @Nullable TaskStart start) {
    /** Somebody on this machine, where no tokens are configured: as good as who runs Berth. */
    public static final Caller LOCAL = new Caller("local", Role.OPERATOR, "", Users.OWNER, null);

    /** The user as whom this program runs, or root, whom the kernel named; as with the token in the home. */
    public static final Caller OWNER = new Caller("owner", Role.OPERATOR, "", Users.OWNER, null);

    /** Whoever has a token. */
    public Caller(String name, Role role, String tenant, Users users) {
        this(name, role, tenant, users, null);
    }

    /** Whoever has a token that says nothing of the users of its jobs. */
    public Caller(String name, Role role, String tenant) {
        this(name, role, tenant, Users.KEPT);
    }

    /** The task of {@code start}. */
    static Caller task(TaskStart start) {
        return new Caller("job " + start.job(), Role.TASK, "", Users.KEPT, start);
    }

    /**
     * True where it may say how far a job of {@code queue} is that was started as {@code reported} says: a task of that start, or
     * somebody who may submit such jobs.
     */
    public boolean reportsOn(TaskStart reported, String queue) {
        return start == null
                ? role.covers(Role.SUBMITTER) && owns(queue)
                : start.job() == reported.job()
                        && start.decision() == reported.decision()
                        && start.submitNanos() == reported.submitNanos();
    }

    /** True where jobs of {@code queue} are its own: of its tenant's queue, or of one below it such as {@code tenant/research}. */
    public boolean owns(String queue) {
        return seesAll() || isBelow(queue, tenant);
    }

    /** True where no job is hidden from it. */
    public boolean seesAll() {
        return tenant.isEmpty();
    }

    /** True where {@code queue} is {@code root} or below it; levels are separated by {@code /} or {@code .}. */
    public static boolean isBelow(String queue, String root) {
        if (!queue.startsWith(root)) {
            return false;
        }
        return queue.length() == root.length()
                || queue.charAt(root.length()) == '/'
                || queue.charAt(root.length()) == '.';
    }
}
