package io.berth.core.cluster.load.alike;

import io.berth.core.cluster.load.Estimate;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which measurements of tasks are worth an event: the first of each start, and those that differ from what was told last by a twentieth of
 * what the task asks for. Worlds that measure tasks keep one.
 */
public final class TaskReports {
    private static final int PARTS = 20;
    private static final long LEAST_MEMORY_BYTES = 1L << 20;

    private Map<Key, Expected> told = new LinkedHashMap<>();

    private record Key(long job, int task, long decision) {}

    /**
     * What a task that runs did in the last five minutes, or since it runs.
     *
     * @param decision the start decision that it runs by
     * @param asked what it asks for
     */
    public record Measured(long job, int task, long decision, Use asked, Load load) {
        /** What it used; of devices of which nobody knows that, what a task is taken to use that was never measured. */
        private Expected used() {
            return new Expected(used(Statistic.AVG), used(Statistic.P95));
        }

        private Use used(Statistic statistic) {
            long engines = value(Measure.GPU_ENGINE, statistic);
            return new Use(
                    StrictMath.max(0, value(Measure.CPU, statistic)),
                    StrictMath.max(0, value(Measure.MEMORY, statistic)),
                    engines == Load.UNKNOWN ? Estimate.KOORDINATOR.of(asked).gpuMilli() : engines);
        }

        private long value(Measure measure, Statistic statistic) {
            return load.value(Span.FIVE_MINUTES, measure, statistic);
        }
    }

    /** Those of {@code tasks}, which are all that are measured now, of which there is something to tell, each with what it used. */
    public List<Report> of(List<Measured> tasks) {
        Map<Key, Expected> still = new LinkedHashMap<>();
        List<Report> reports = new ArrayList<>();
        for (Measured task : tasks) {
            Key key = new Key(task.job, task.task, task.decision);
            Expected before = told.get(key);
            Expected now = task.used();
            boolean tell = differs(task.asked, before, now);
            if (tell) {
                reports.add(new Report(task, now));
            }
            still.put(key, before == null || tell ? now : before);
        }
        told = still;
        return reports;
    }

    /** A measurement that is worth an event. */
    public record Report(Measured task, Expected used) {}

    private static boolean differs(Use asked, @Nullable Expected before, Expected now) {
        return before == null || differs(asked, before.mean(), now.mean()) || differs(asked, before.most(), now.most());
    }

    private static boolean differs(Use asked, Use before, Use now) {
        return StrictMath.abs(now.cpuMilli() - before.cpuMilli()) >= StrictMath.max(1, asked.cpuMilli() / PARTS)
                || StrictMath.abs(now.memoryBytes() - before.memoryBytes())
                        >= StrictMath.max(LEAST_MEMORY_BYTES, asked.memoryBytes() / PARTS)
                || StrictMath.abs(now.gpuMilli() - before.gpuMilli()) >= StrictMath.max(1, asked.gpuMilli() / PARTS);
    }
}
