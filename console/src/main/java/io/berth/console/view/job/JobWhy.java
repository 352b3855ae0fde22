package io.berth.console.view.job;

import io.berth.core.decision.Reason;
import io.berth.core.explain.Explanation;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.After;
import io.berth.spec.quantity.Bytes;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Why a job is where it is, in words: of one that ended, how; of one that waits, as far as that is known without asking the engine. */
public final class JobWhy {
    /** What a shell adds to the number of the signal that ended a program (POSIX, Shell Command Language, 2.8.2). */
    private static final int SIGNALLED = 128;

    /** Of Linux, signal(7). */
    private static final Map<Integer, String> SIGNALS = Map.ofEntries(
            Map.entry(1, "SIGHUP"),
            Map.entry(2, "SIGINT"),
            Map.entry(3, "SIGQUIT"),
            Map.entry(4, "SIGILL"),
            Map.entry(6, "SIGABRT"),
            Map.entry(7, "SIGBUS"),
            Map.entry(8, "SIGFPE"),
            Map.entry(9, "SIGKILL"),
            Map.entry(10, "SIGUSR1"),
            Map.entry(11, "SIGSEGV"),
            Map.entry(12, "SIGUSR2"),
            Map.entry(13, "SIGPIPE"),
            Map.entry(14, "SIGALRM"),
            Map.entry(15, "SIGTERM"),
            Map.entry(24, "SIGXCPU"),
            Map.entry(25, "SIGXFSZ"));

    /** Of the jobs that one waits for, so many are named. */
    private static final int MOST_AFTER = 3;

    private JobWhy() {}

    /** A phrase; null for a job that runs, that did its work or was cancelled, and for one that waits for room or its turn. */
    public static @Nullable String phrase(JobEntry job) {
        return switch (job.phase()) {
            case PENDING -> waiting(job);
            case RESERVED, STARTING, RUNNING, STOPPING, FINISHED, CANCELLED -> null;
            case FAILED, REJECTED, OUT_OF_MEMORY, TIMED_OUT -> ending(job);
        };
    }

    /** A sentence about a job that does not wait, without a full stop. */
    public static String settled(JobEntry job) {
        return switch (job.phase()) {
            case PENDING -> "it waits";
            case RESERVED, STARTING, RUNNING, STOPPING -> job.trouble().isEmpty() ? "it does not wait" : job.trouble();
            case FINISHED, CANCELLED, FAILED, REJECTED, OUT_OF_MEMORY, TIMED_OUT -> ending(job);
        };
    }

    private static @Nullable String waiting(JobEntry job) {
        if (!job.trouble().isEmpty()) {
            return job.trouble();
        }
        if (job.onHold()) {
            return Reason.HELD.text();
        }
        List<After> unmet = job.unmet();
        if (unmet.isEmpty()) {
            return null;
        }
        List<After> told = unmet.subList(0, Math.min(MOST_AFTER, unmet.size()));
        int more = unmet.size() - told.size();
        return "after " + Explanation.text(told) + (more == 0 ? "" : " and " + more + " more");
    }

    private static String ending(JobEntry job) {
        JobSpec spec = job.spec();
        return switch (job.phase()) {
            case FINISHED -> "it did its work" + ran(job);
            case CANCELLED -> job.startNanos() < 0 ? "it was cancelled before it ran" : "it was cancelled" + ran(job);
            case OUT_OF_MEMORY -> "a task used more memory than the " + memory(spec) + " it asked for";
            case TIMED_OUT ->
                "it ran for as long as its time limit of "
                        + Nanos.format(spec.terms().timeLimitNanos());
            default -> job.trouble().isEmpty() ? exit(job) : job.trouble();
        };
    }

    /** Which task it was is not known, so of groups that ask for different amounts it is any of them. */
    private static String memory(JobSpec spec) {
        return spec.groups().stream()
                .map(group -> group.demand().memoryBytes())
                .filter(bytes -> bytes > 0 || spec.uniform())
                .distinct()
                .map(Bytes::format)
                .collect(Collectors.joining(" or "));
    }

    private static String ran(JobEntry job) {
        return job.startNanos() < 0 ? "" : " after it ran for " + Nanos.format(job.endNanos() - job.startNanos());
    }

    private static String exit(JobEntry job) {
        Integer code = job.knownExitCode();
        if (code == null) {
            return "it never ran, and nobody knows why";
        }
        String signal = SIGNALS.get(code - SIGNALLED);
        String who = job.spec().tasks() > 1 ? "a task ended with exit code " : "ended with exit code ";
        return who + code + (signal == null ? "" : " (" + signal + ")");
    }
}
