package io.berth.console.access;

/**
 * Who sent a request.
 *
 * @param name of its token; {@link #LOCAL} where none is needed
 * @param tenant the queue that is its own, with those below it; empty for all
 */
public record Caller(String name, Role role, String tenant) {
    /** Somebody on this machine, where no tokens are configured. */
    public static final Caller LOCAL = new Caller("local", Role.OPERATOR, "");

    /** A task of {@code job}, submitted at {@code submitNanos}; 0 where its token does not say. */
    static Caller task(long job, long submitNanos) {
        return new Caller(taskName(job, submitNanos), Role.TASK, "");
    }

    private static String taskName(long job, long submitNanos) {
        return submitNanos == 0 ? "job " + job : "job " + job + " of " + submitNanos;
    }

    /** True where it may say how far {@code job} of {@code queue} is: a task of it, or somebody who may submit such jobs. */
    public boolean reportsOn(long job, long submitNanos, String queue) {
        return role == Role.TASK
                ? name.equals(taskName(job, submitNanos)) || name.equals(taskName(job, 0))
                : role.covers(Role.SUBMITTER) && owns(queue);
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
