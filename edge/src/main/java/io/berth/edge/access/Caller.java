package io.berth.edge.access;

import io.berth.core.workload.JobSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who sent a request.
 *
 * @param name of its token; {@link #LOCAL} where none is needed
 * @param scope which jobs are its own
 * @param users whom its jobs run as
 * @param start of the task that it is; null for people and programs
 */
public record Caller(
        String name,
        Role role,
        Scope scope,
        Users users,
        @Nullable TaskStart start) {
    /** Somebody on this machine, where no tokens are configured: as good as who runs Berth. */
    public static final Caller LOCAL = new Caller("local", Role.OPERATOR, Scope.ALL, Users.OWNER, null);

    /** The user as whom this program runs, or root, whom the kernel named; as with the token in the home. */
    public static final Caller OWNER = new Caller("owner", Role.OPERATOR, Scope.ALL, Users.OWNER, null);

    /**
     * Whoever has a token.
     *
     * @param tenant the queue that is its own, with those below it; empty for all
     */
    public Caller(String name, Role role, String tenant, Users users) {
        this(name, role, tenant.isEmpty() ? Scope.ALL : new Scope.Tenant(tenant), users, null);
    }

    /** Whoever has a token that says nothing of the users of its jobs. */
    public Caller(String name, Role role, String tenant) {
        this(name, role, tenant, Users.KEPT);
    }

    /** The user of this machine with the account {@code name}, whom the kernel named. */
    public static Caller user(String name) {
        return new Caller(
                "user " + name, Role.SUBMITTER, new Scope.User(name), new Users(false, name, List.of()), null);
    }

    /** The task of {@code start}. */
    public static Caller task(TaskStart start) {
        return new Caller("job " + start.job(), Role.TASK, Scope.ALL, Users.KEPT, start);
    }

    /**
     * True where it may say how far a job of {@code spec} is that was started as {@code reported} says: a task of that start, or
     * somebody who may submit such jobs.
     */
    public boolean reportsOn(TaskStart reported, JobSpec spec) {
        return start == null
                ? role.covers(Role.SUBMITTER) && owns(spec)
                : start.job() == reported.job()
                        && start.decision() == reported.decision()
                        && start.submitNanos() == reported.submitNanos();
    }

    /** True where a job of {@code spec} is its own. */
    public boolean owns(JobSpec spec) {
        return scope.owns(spec);
    }

    /** True where a job of {@code spec} is there for it, be it in outlines. */
    public boolean sees(JobSpec spec) {
        return scope.seesOutlines() || scope.owns(spec);
    }

    /** True where it may hand jobs in to {@code queue}, and sees what that queue holds. */
    public boolean enters(String queue) {
        return !(scope instanceof Scope.Tenant tenant) || isBelow(queue, tenant.queue());
    }

    /** True where all jobs are its own. */
    public boolean seesAll() {
        return scope instanceof Scope.All;
    }

    /** The queue that is its own, with those below it; empty where none is. */
    public String tenant() {
        return scope instanceof Scope.Tenant tenant ? tenant.queue() : "";
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
