package io.berth.kube.load;

import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadSamples;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Statistic;
import io.berth.core.cluster.load.Use;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What pods use that are jobs of their own, which bear their names; those of gangs are known by no name and stay out. A pod is told of when
 * it was first measured, and when it uses a twentieth more or less of what it asks for than was told. Who asks adds and reads; {@link
 * #events} alone is of the engine's thread.
 */
final class PodLoads {
    private static final int PARTS = 20;

    private final Map<String, LoadSamples> samples = new LinkedHashMap<>();
    private Map<String, Told> told = new LinkedHashMap<>();

    /** What was told last of the job with a decision. */
    private record Told(long decision, Use mean, Use most) {}

    /** All pods were measured that are there; those of which nothing is said are gone. */
    void add(long nanos, Map<String, Measured> pods) {
        samples.keySet().retainAll(pods.keySet());
        pods.forEach((pod, measured) -> {
            if (Freshness.of(Math.max(0, measured.ageNanos())) != Freshness.BLIND) {
                samples.computeIfAbsent(pod, _ -> new LoadSamples(List.of(Span.FIVE_MINUTES)))
                        .add(nanos, measured.values());
            }
        });
    }

    /** What each uses now, by name. */
    Map<String, Load> loads() {
        Map<String, Load> loads = new LinkedHashMap<>();
        samples.forEach((pod, ofPod) -> loads.put(pod, ofPod.load()));
        return loads;
    }

    /** What of that is new; on the thread of the engine. */
    List<Event> events(State state, Map<String, Load> loads) {
        List<Event> events = new ArrayList<>();
        if (loads.isEmpty()) {
            return events;
        }
        Map<String, Told> still = new LinkedHashMap<>();
        for (Job job : state.jobs()) {
            Load load = job.spec().tasks() == 1 && job.taskState(0) == JobState.RUNNING
                    ? loads.get(job.spec().name())
                    : null;
            if (load != null) {
                Told now = new Told(job.decision(), use(load, Statistic.AVG), use(load, Statistic.P95));
                Told before = told.get(job.spec().name());
                boolean differs = before == null
                        || before.decision != now.decision
                        || differs(job, before.mean, now.mean)
                        || differs(job, before.most, now.most);
                if (differs) {
                    events.add(new Event.TaskMeasured(job.id(), 0, now.decision, now.mean, now.most));
                }
                still.put(job.spec().name(), before == null || differs ? now : before);
            }
        }
        told = still;
        return events;
    }

    private static boolean differs(Job job, Use before, Use now) {
        long cpu = Math.max(1, job.spec().demand().cpuMilli() / PARTS);
        long memory = Math.max(1 << 20, job.spec().demand().memoryBytes() / PARTS);
        return Math.abs(now.cpuMilli() - before.cpuMilli()) >= cpu
                || Math.abs(now.memoryBytes() - before.memoryBytes()) >= memory;
    }

    private static Use use(Load load, Statistic statistic) {
        return new Use(
                Math.max(0, load.value(Span.FIVE_MINUTES, Measure.CPU, statistic)),
                Math.max(0, load.value(Span.FIVE_MINUTES, Measure.MEMORY, statistic)),
                0);
    }
}
