package io.berth.local.launch;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One start of one task: what is started at most once.
 *
 * @param job number of the job
 * @param task number of the task in its job
 * @param decision the start decision; another start of the same task has another one
 */
public record TaskKey(long job, int task, long decision) {
    private static final Pattern NAME = Pattern.compile("(\\d{1,18})-(\\d{1,9})-(\\d{1,18})");

    /** @throws IllegalArgumentException where a number is negative */
    public TaskKey {
        if (job < 0 || task < 0 || decision < 0) {
            throw new IllegalArgumentException(
                    "numbers of a task are 0 or more: job " + job + ", task " + task + ", decision " + decision);
        }
    }

    /** Job, task and decision in the names of files. */
    String name() {
        return job + "-" + task + "-" + decision;
    }

    /** The key whose {@link #name} this is, null where it is none. */
    static @Nullable TaskKey parse(String name) {
        Matcher numbers = NAME.matcher(name);
        return numbers.matches()
                ? new TaskKey(
                        Long.parseLong(numbers.group(1)),
                        Integer.parseInt(numbers.group(2)),
                        Long.parseLong(numbers.group(3)))
                : null;
    }

    @Override
    public String toString() {
        return "task " + task + " of job " + job + " (decision " + decision + ")";
    }
}
