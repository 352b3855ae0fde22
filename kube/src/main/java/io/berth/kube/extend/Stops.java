package io.berth.kube.extend;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whom a pass would stop for one job, were it the only one that waits. */
final class Stops {
    private Stops() {}

    /** The pods, by the name of their node; {@code state} stays as it is. */
    static Map<String, Victims> of(long job, State state, Catalog catalog) {
        State copy = state.image().state();
        copy.jobs().stream()
                .filter(other -> other.waiting() && other.id() != job)
                .map(other -> new Event.JobCancelled(other.id()))
                .toList()
                .forEach(event -> copy.apply(copy.nowNanos(), event));
        Map<String, List<String>> uids = new LinkedHashMap<>();
        for (Decision decision : new Planner(copy, catalog).plan().decisions()) {
            Job stopped = decision instanceof Decision.Stop stop ? copy.job(stop.job()) : null;
            List<String> keys =
                    stopped == null ? List.of() : stopped.spec().terms().keys().tasks();
            for (int task = 0; stopped != null && task < keys.size(); task++) {
                uids.computeIfAbsent(copy.nodes().name(stopped.node(task)), _ -> new ArrayList<>())
                        .add(keys.get(task));
            }
        }
        Map<String, Victims> victims = new LinkedHashMap<>();
        uids.forEach((node, pods) -> victims.put(node, new Victims(pods, 0)));
        return victims;
    }
}
