package io.berth.console.api.job;

import io.berth.console.api.call.Parameter;
import io.berth.console.view.job.JobEntry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The order of a list of jobs, by what stands in its columns. */
public final class JobOrder {
    public static final Parameter SORT = Parameter.words(
            "sort",
            "The order, first things first; with - the greatest first. Absent: by number. In an order of its own a list goes on by"
                    + " offset rather than by after.",
            words());

    public static final Parameter OFFSET =
            Parameter.whole("offset", "Leaves out so many, where sort is named.", 0, 0, Integer.MAX_VALUE);

    private enum Column {
        ID(Comparator.comparingLong(JobEntry::id)),
        NAME(Comparator.comparing(job -> job.spec().name())),
        QUEUE(Comparator.comparing(job -> job.spec().queue())),
        USER(Comparator.comparing(job -> String.valueOf(job.user()))),
        STATE(Comparator.comparing(JobEntry::phase)),
        PRIORITY(Comparator.comparingInt(job -> job.spec().priority())),
        TASKS(Comparator.comparingInt(job -> job.spec().tasks())),
        GPUS(Comparator.comparingLong(JobEntry::gpuMilli)),
        CPUS(Comparator.comparingLong(
                job -> job.spec().demand().cpuMilli() * job.spec().tasks())),
        MEMORY(Comparator.comparingLong(
                job -> job.spec().demand().memoryBytes() * job.spec().tasks())),
        SUBMITTED(Comparator.comparingLong(JobEntry::submitNanos)),
        STARTED(Comparator.comparingLong(JobEntry::startNanos)),
        ENDED(Comparator.comparingLong(JobEntry::endNanos)),
        WAIT(Comparator.comparingLong(
                job -> length(job.submitNanos(), job.startNanos() < 0 ? job.endNanos() : job.startNanos()))),
        RUN(Comparator.comparingLong(job -> job.startNanos() < 0 ? -1 : length(job.startNanos(), job.endNanos())));

        private final Comparator<JobEntry> ascending;

        Column(Comparator<JobEntry> ascending) {
            this.ascending = ascending;
        }
    }

    private JobOrder() {}

    /** From {@code begin} to {@code end}; what goes on is longer the earlier it began, and no shorter than what is over. */
    private static long length(long begin, long end) {
        return end < 0 ? Long.MAX_VALUE - begin : end - begin;
    }

    private static List<String> words() {
        List<String> words = new ArrayList<>();
        for (Column column : Column.values()) {
            String word = column.name().toLowerCase(Locale.ROOT);
            words.add(word);
            words.add("-" + word);
        }
        return words;
    }

    /** The order that {@code words} name. */
    static Comparator<JobEntry> of(List<String> words) {
        Comparator<JobEntry> order = (_, _) -> 0;
        for (String word : words) {
            boolean down = word.startsWith("-");
            Comparator<JobEntry> ascending =
                    Column.valueOf((down ? word.substring(1) : word).toUpperCase(Locale.ROOT)).ascending;
            order = order.thenComparing(down ? ascending.reversed() : ascending);
        }
        // Jobs that are alike otherwise stay in one order, or pages would show some twice.
        return order.thenComparing(Comparator.comparingLong(JobEntry::id).reversed());
    }
}
