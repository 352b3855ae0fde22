package io.berth.core.strategy;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Which jobs are of a class: those that meet all that is said.
 *
 * @param kinds what they are for; empty for anything
 * @param gpuMilli GPUs of all their tasks together, in thousandths; the memory of a share does not count
 * @param tasks how many they may have
 * @param seconds how long their users expect them to run, cut off to whole seconds; what nobody expects is longer than anything
 * @param restarts how often they were started before: by their history
 * @param queues whose they are, patterns in which * stands for anything; empty for any
 * @param names likewise what their users call them
 * @param links true for those alone whose devices must be linked, or exchange something in each step; false for all
 */
public record WorkRule(
        List<JobKind> kinds,
        WorkRange gpuMilli,
        WorkRange tasks,
        WorkRange seconds,
        WorkRange restarts,
        List<String> queues,
        List<String> names,
        boolean links) {
    /** All jobs. */
    public static final WorkRule ANY = new WorkRule(
            List.of(), WorkRange.ANY, WorkRange.ANY, WorkRange.ANY, WorkRange.ANY, List.of(), List.of(), false);

    public WorkRule {
        kinds = List.copyOf(kinds);
        queues = List.copyOf(queues);
        names = List.copyOf(names);
    }

    /** The same of jobs with so many GPUs. */
    public WorkRule ofGpus(WorkRange newGpuMilli) {
        return new WorkRule(kinds, newGpuMilli, tasks, seconds, restarts, queues, names, links);
    }

    /** The same of jobs of these kinds. */
    public WorkRule ofKinds(List<JobKind> newKinds) {
        return new WorkRule(newKinds, gpuMilli, tasks, seconds, restarts, queues, names, links);
    }

    /** True where {@code job}, started {@code restarts} times before, is one of them. */
    public boolean takes(JobSpec job, int restartsOf) {
        return (kinds.isEmpty() || kinds.contains(job.kind()))
                && (gpuMilli.any() || gpuMilli.holds(job.total(Demand::totalGpuMilli)))
                && tasks.holds(job.tasks())
                && seconds.holds(job.timing().estimateNanos() / Nanos.SECOND)
                && restarts.holds(restartsOf)
                && takes(queues, job.queue())
                && takes(names, job.name())
                && (!links || linked(job));
    }

    private static boolean linked(JobSpec job) {
        if (job.profile().traffic() != null) {
            return true;
        }
        for (TaskGroup group : job.groups()) {
            if (group.demand().devices().linkMegabytes() > 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean takes(List<String> patterns, String text) {
        for (String pattern : patterns) {
            if (takes(pattern, text)) {
                return true;
            }
        }
        return patterns.isEmpty();
    }

    /** True where {@code pattern}, in which * stands for anything, is {@code text}. */
    static boolean takes(String pattern, String text) {
        String[] parts = pattern.split("\\*", -1);
        if (parts.length == 1) {
            return pattern.equals(text);
        }
        String last = parts[parts.length - 1];
        if (!text.startsWith(parts[0]) || !text.endsWith(last) || text.length() < parts[0].length() + last.length()) {
            return false;
        }
        int at = parts[0].length();
        int end = text.length() - last.length();
        for (int i = 1; i < parts.length - 1; i++) {
            int found = text.indexOf(parts[i], at);
            if (found < 0 || found + parts[i].length() > end) {
                return false;
            }
            at = found + parts[i].length();
        }
        return true;
    }

    /** What is said, each as {@code key condition}; empty for all jobs. */
    public List<String> told() {
        List<String> told = new ArrayList<>();
        if (!kinds.isEmpty()) {
            told.add("kind "
                    + String.join(" or ", kinds.stream().map(WorkRule::word).toList()));
        }
        tell("gpus", gpuMilli, Demand.WHOLE_GPU_MILLI, told);
        tell("tasks", tasks, 1, told);
        tell("expected", seconds, 1, told);
        tell("restarts", restarts, 1, told);
        if (!queues.isEmpty()) {
            told.add("queue " + String.join(" or ", queues));
        }
        if (!names.isEmpty()) {
            told.add("name " + String.join(" or ", names));
        }
        if (links) {
            told.add("links");
        }
        return told;
    }

    /** What a kind of job is called. */
    public static String word(JobKind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static void tell(String key, WorkRange range, int unit, List<String> told) {
        if (!range.any()) {
            told.add(key + " " + text(range, unit));
        }
    }

    /** A range as it is written: {@code 8}, {@code >=8}, {@code <=0.999} or {@code 1..8}, in units of so many. */
    public static String text(WorkRange range, int unit) {
        if (range.least() == range.most()) {
            return number(range.least(), unit);
        }
        if (range.most() == Long.MAX_VALUE) {
            return ">=" + number(range.least(), unit);
        }
        return range.least() == 0
                ? "<=" + number(range.most(), unit)
                : number(range.least(), unit) + ".." + number(range.most(), unit);
    }

    private static String number(long number, int unit) {
        return BigDecimal.valueOf(number).divide(BigDecimal.valueOf(unit)).toPlainString();
    }
}
