package io.berth.local.launch.folder;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One start of one task: what is started at most once. A journal that lost its end gives numbers of jobs and decisions again;
 * moments do not come again, so they tell a start from that of another history.
 *
 * @param job number of the job
 * @param task number of the task in its job
 * @param decision the start decision; another start of the same task has another one
 * @param submitNanos when the job was submitted, UTC nanoseconds since 1970; 0 where that is not known
 * @param decidedNanos when it was decided, UTC nanoseconds since 1970; 0 where that is not known
 */
public record TaskKey(long job, int task, long decision, long submitNanos, long decidedNanos) {
    private static final int RADIX = 36;
    private static final String MOMENT = "-([0-9a-z]{1,12})";
    private static final Pattern NAME =
            Pattern.compile("(\\d{1,18})-(\\d{1,9})-(\\d{1,18})(?:" + MOMENT + MOMENT + ")?");

    /** @throws IllegalArgumentException where a number is negative */
    public TaskKey {
        if (job < 0 || task < 0 || decision < 0 || submitNanos < 0 || decidedNanos < 0) {
            throw new IllegalArgumentException(
                    "numbers of a task are 0 or more: job " + job + ", task " + task + ", decision " + decision);
        }
    }

    /** A start by its numbers alone, as the builds before moments were part of names knew it. */
    public TaskKey(long job, int task, long decision) {
        this(job, task, decision, 0, 0);
    }

    /** True where moments are part of it. */
    boolean dated() {
        return submitNanos > 0 || decidedNanos > 0;
    }

    /** The same by its numbers alone. */
    TaskKey undated() {
        return new TaskKey(job, task, decision);
    }

    /** The same start of the same job, decided nobody knows when. */
    TaskKey undecided() {
        return new TaskKey(job, task, decision, submitNanos, 0);
    }

    /** True for a start of the same task of the same job, whichever of its starts. */
    boolean sameTask(TaskKey other) {
        return job == other.job && task == other.task && submitNanos == other.submitNanos;
    }

    /** Its numbers in the names of files, and its moments in base 36 where it has them. */
    public String name() {
        String numbers = job + "-" + task + "-" + decision;
        return dated()
                ? numbers + "-" + Long.toString(submitNanos, RADIX) + "-" + Long.toString(decidedNanos, RADIX)
                : numbers;
    }

    /** The key whose {@link #name} this is, null where it is none. */
    public static @Nullable TaskKey parse(String name) {
        Matcher parts = NAME.matcher(name);
        return parts.matches()
                ? new TaskKey(
                        Long.parseLong(parts.group(1)),
                        Integer.parseInt(parts.group(2)),
                        Long.parseLong(parts.group(3)),
                        moment(parts.group(4)),
                        moment(parts.group(5)))
                : null;
    }

    private static long moment(@Nullable String text) {
        return text == null ? 0 : Long.parseLong(text, RADIX);
    }

    /**
     * The folder of this start under the {@code state} folder of its launcher, whether it is there or not.
     *
     * @see TaskFolder#of
     */
    public Path folder(Path state) {
        return new TaskFolders(state).of(this).path();
    }

    /** The file under the {@code state} folder that all tasks of this start of its job share; it goes with its first task's folder. */
    public Path peers(Path state) {
        return state.resolve("peers").resolve(new TaskKey(job, 0, decision, submitNanos, decidedNanos).name());
    }

    /** The file under the {@code state} folder that holds the port of this start of a replica of a service; it goes with its folder. */
    public Path port(Path state) {
        return state.resolve("ports").resolve(name());
    }

    /**
     * The folder of the last start of this task of this job that there is, whatever decision this names; null for none.
     *
     * @see TaskFolder#last
     */
    public @Nullable Path lastFolder(Path state) {
        TaskFolder last = new TaskFolders(state).last(this);
        return last == null ? null : last.path();
    }

    @Override
    public String toString() {
        return "task " + task + " of job " + job + " (decision " + decision + ")";
    }
}
