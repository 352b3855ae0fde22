package io.berth.kube.bind;

import io.berth.kube.api.ApiClient;
import io.berth.kube.convention.GangName;
import io.berth.kube.diff.GangNeeds;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;
import io.berth.spec.json.Json;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Writes into PodGroups whether they started: the condition that each version has for it ({@code PodGroupScheduled}, {@code
 * PodGroupInitiallyScheduled}) becomes true once as many of its pods as must start together are bound, and is not taken back; before that it is false, with
 * what a pod of it was told.
 */
final class GangReports {
    private static final String STARTED = "";

    /** A condition costs the server as much as a binding, which goes before it. */
    private static final int MOST_AT_A_LOOK = 50;

    private final ApiClient client;
    private final Mirror mirror;
    private final String scheduler;
    private final MissingRights rights;
    /** What was written last, by the UID of the group; {@link #STARTED} where it is said to have started. */
    private final Map<String, String> told = new ConcurrentHashMap<>();

    /** @param scheduler whose groups these are: all that their pods name */
    GangReports(ApiClient client, Mirror mirror, String scheduler, MissingRights rights) {
        this.client = client;
        this.mirror = mirror;
        this.scheduler = scheduler;
        this.rights = rights;
    }

    /** @param why what the pod of a UID was told of why it waits; null where it was told nothing */
    void look(Function<String, @Nullable String> why) {
        List<PodGroup> groups = mirror.groupsToStart();
        told.keySet().retainAll(groups.stream().map(group -> group.meta().uid()).collect(Collectors.toSet()));
        int written = 0;
        for (PodGroup group : groups) {
            String state = written < MOST_AT_A_LOOK ? state(group, why) : null;
            if (state != null && !state.equals(told.put(group.meta().uid(), state))) {
                write(group, state);
                written++;
            }
        }
    }

    /** What is to be said; null where nothing is, as nobody waits for it, or not for long. */
    private @Nullable String state(PodGroup group, Function<String, @Nullable String> why) {
        GangName gang =
                new GangName(group.meta().key().namespace(), group.meta().name(), true);
        List<Pod> pods = mirror.podsOf(gang);
        if (!pods.stream().allMatch(pod -> pod.spec().scheduler().equals(scheduler))) {
            return null;
        }
        if (GangNeeds.placed(pods) >= Math.max(1, group.least())) {
            return STARTED;
        }
        return pods.stream()
                .filter(pod -> !pod.bound())
                .map(pod -> why.apply(pod.meta().uid()))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    private void write(PodGroup group, String state) {
        boolean started = state.equals(STARTED);
        Map<String, Object> condition = Map.of(
                "type",
                group.version().condition(),
                "status",
                started ? "True" : "False",
                "reason",
                started ? "Scheduled" : "Unschedulable",
                "message",
                started ? "its pods are bound" : state,
                "lastTransitionTime",
                Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS).toString());
        ObjectKey key = group.meta().key();
        String patch = Json.line(
                Map.of("metadata", Map.of("uid", key.uid()), "status", Map.of("conditions", List.of(condition))));
        String path = "/apis/scheduling.k8s.io/" + group.version().text() + "/namespaces/" + key.namespace()
                + "/podgroups/" + key.name() + "/status";
        client.patch(path, ApiClient.STRATEGIC_PATCH, patch).whenComplete((answer, _) -> {
            boolean missed = rights.missed(MissingRights.Work.GROUPS, answer);
            if (!missed && (answer == null || answer.again())) {
                told.remove(key.uid(), state);
            }
        });
    }
}
