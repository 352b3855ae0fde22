package io.berth.console.api.call;

import io.berth.console.access.StartCheck;
import io.berth.console.insight.Insight;
import io.berth.console.output.Outputs;
import io.berth.console.service.Replicas;
import io.berth.console.setting.Settings;
import io.berth.console.view.DeviceLinks;
import io.berth.edge.metric.MetricSource;
import io.berth.live.disk.DiskGuard;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a console shows beside what the engine knows.
 *
 * @param outputs what tasks wrote; null where tasks are no real programs. Where they are, a job needs a command
 * @param insight what is learnt from running jobs; null where nothing is
 * @param settings what the settings of the system are, and how they are read again
 * @param links how the GPUs of nodes reach each other
 * @param disk whether there is room to take more work
 * @param starts which programs can never be started
 * @param metrics what is counted by others than the console and written with its metrics
 * @param replicas how the replicas of services do
 */
public record Sources(
        @Nullable Outputs outputs,
        @Nullable Insight insight,
        Settings settings,
        DeviceLinks links,
        DiskGuard disk,
        StartCheck starts,
        List<MetricSource> metrics,
        Replicas replicas) {
    public Sources {
        metrics = List.copyOf(metrics);
    }

    /** Nothing more. */
    public static final Sources NONE = new Sources(
            null, null, Settings.NONE, DeviceLinks.UNKNOWN, DiskGuard.NONE, StartCheck.NONE, List.of(), Replicas.NONE);

    /** The same for tasks that are real programs, whose output is in {@code known}. */
    public Sources withOutputs(Outputs known) {
        return new Sources(known, insight, settings, links, disk, starts, metrics, replicas);
    }

    /** The same, showing what {@code known} learns from running jobs. */
    public Sources withInsight(Insight known) {
        return new Sources(outputs, known, settings, links, disk, starts, metrics, replicas);
    }

    /** The same with settings that are shown and read again as {@code known} says. */
    public Sources withSettings(Settings known) {
        return new Sources(outputs, insight, known, links, disk, starts, metrics, replicas);
    }

    /** The same, knowing how the GPUs of nodes reach each other. */
    public Sources withLinks(DeviceLinks known) {
        return new Sources(outputs, insight, settings, known, disk, starts, metrics, replicas);
    }

    /** The same, taking submissions only where {@code guard} has room. */
    public Sources withDisk(DiskGuard guard) {
        return new Sources(outputs, insight, settings, links, guard, starts, metrics, replicas);
    }

    /** The same, taking jobs only whose programs {@code check} has nothing against. */
    public Sources withStarts(StartCheck check) {
        return new Sources(outputs, insight, settings, links, disk, check, metrics, replicas);
    }

    /** The same with replicas of services, of which {@code known} says how they do. */
    public Sources withReplicas(Replicas known) {
        return new Sources(outputs, insight, settings, links, disk, starts, metrics, known);
    }

    /** The same, writing what {@code source} counts with the other metrics. */
    public Sources withMetrics(MetricSource source) {
        return new Sources(
                outputs,
                insight,
                settings,
                links,
                disk,
                starts,
                Stream.concat(metrics.stream(), Stream.of(source)).toList(),
                replicas);
    }
}
