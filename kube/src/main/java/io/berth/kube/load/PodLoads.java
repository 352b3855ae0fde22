package io.berth.kube.load;

import io.berth.core.cluster.load.Freshness;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadSamples;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.alike.Likeness;
import io.berth.core.cluster.load.alike.TaskReports;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What pods use that are jobs of their own, which bear their names; those of gangs are known by no name and stay out. Who asks adds and reads; {@link
 * #events} alone is of the engine's thread.
 */
final class PodLoads {
    private final Map<String, LoadSamples> samples = new LinkedHashMap<>();
    private final TaskReports reports = new TaskReports();

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
        List<TaskReports.Measured> measured = new ArrayList<>();
        for (Job job : loads.isEmpty() ? List.<Job>of() : state.jobs()) {
            Load load = job.spec().tasks() == 1 && job.taskState(0) == JobState.RUNNING
                    ? loads.get(job.spec().name())
                    : null;
            if (load != null) {
                measured.add(new TaskReports.Measured(
                        job.id(), 0, job.decision(), Likeness.asked(job.spec().demand()), load));
            }
        }
        List<Event> events = new ArrayList<>();
        reports.of(measured).forEach(report -> events.add(Event.TaskMeasured.of(report)));
        return events;
    }
}
