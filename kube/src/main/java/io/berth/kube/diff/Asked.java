package io.berth.kube.diff;

import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.Preference;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.convention.GangName;
import io.berth.kube.convention.GangRank;
import io.berth.kube.convention.GangTopology;
import io.berth.kube.convention.PodJob;
import io.berth.kube.convention.TopologyRequest;
import io.berth.kube.mirror.Company;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.object.PodGroup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What pods that wait ask for, together with what their gangs ask. Of one comparison: where pods are is looked at once. */
final class Asked {
    private final Mirror mirror;
    private final State state;
    private final Refusals refusals;
    private final Map<Placed, SortedMap<String, String>> domains = new HashMap<>();
    private final TreeSet<String> images = new TreeSet<>();

    /** Where the pods of a gang are, by a rule. */
    private record Placed(GangName gang, Within rule) {}

    /** @param refusals of pods that had better go elsewhere */
    Asked(Mirror mirror, State state, Refusals refusals) {
        this.mirror = mirror;
        this.state = state;
        this.refusals = refusals;
    }

    /** {@code pod}, which starts in {@code company}, as a job that begins to wait. Whether it looks at images is asked now, and stays so while it waits. */
    JobSpec of(Pod pod, Company company) {
        return of(pod, company, mirror.images().matterTo(pod));
    }

    /** {@code pod} as a job that waits already, and asks for {@code demand}. */
    JobSpec as(Pod pod, Company company, Demand demand) {
        boolean looked = mirror.images().followed()
                && !pod.spec().needs().images().isEmpty()
                && demand.preferences().stream().anyMatch(Preference.OfImages.class::isInstance);
        return of(pod, company, looked);
    }

    /** {@code pod}, which holds room for {@code held} and was not bound there, as it begins to look for a place again. */
    Demand again(Pod pod, Demand held) {
        Demand now = as(pod, Company.NONE, held).demand();
        return held.where(now.where()).withPeers(now.peers()).preferring(now.preferences());
    }

    /** Images that pods were said to ask for, and of which the state was not told how they are. */
    Set<String> images() {
        return images;
    }

    private JobSpec of(Pod pod, Company company, boolean looksAtImages) {
        JobSpec asked = without(pod, company);
        if (!looksAtImages) {
            return asked;
        }
        images.addAll(mirror.images().follow(pod));
        return PodJob.wantingImages(asked, pod);
    }

    private JobSpec without(Pod pod, Company company) {
        List<String> refused = refusals.nodes(pod.meta().uid());
        JobSpec reading =
                mirror.data().asked(PodJob.waiting(pod, mirror.claims().needs(pod, company)), pod);
        JobSpec waiting = mirror.queues().asked(reading, pod);
        JobSpec alone = refused.isEmpty() ? waiting : PodJob.avoiding(waiting, refused);
        GangName gang = GangName.of(pod);
        if (gang == null) {
            return alone;
        }
        PodGroup group = mirror.group(gang);
        GangTopology topology = topology(gang, pod);
        JobSpec ranked = group == null ? alone : GangRank.asked(alone, gang, group.disruption());
        return topology == null ? ranked : topology.asked(ranked);
    }

    /** {@code pod} as a job that has its place, whose claims come to {@code needs}. */
    JobSpec bound(Pod pod, ClaimNeeds needs) {
        GangName gang = GangName.of(pod);
        String unit = gang == null && Parting.preempts(state) ? mirror.claims().unit(pod) : "";
        JobSpec itself =
                PodJob.bound(pod, needs).withQueue(mirror.queues().of(pod).queue());
        JobSpec alone = unit.isEmpty()
                ? itself
                : itself.withTerms(itself.terms()
                        .withInterruption(itself.terms().interruption().with(unit)));
        PodGroup group = gang == null ? null : mirror.group(gang);
        return gang == null || group == null ? alone : GangRank.asked(alone, gang, group.disruption());
    }

    /** Where {@code pod} of that gang is together with others; null where it may be anywhere. What the group says goes before what the pod says. */
    @Nullable
    GangTopology topology(GangName gang, Pod pod) {
        PodGroup group = mirror.group(gang);
        Within said =
                group == null || group.topology().isEmpty() ? TopologyRequest.of(pod) : new Within(group.topology());
        if (said == null) {
            return null;
        }
        Within rule = said.in(mirror.levels());
        return new GangTopology(
                rule,
                rule.required()
                        ? domains.computeIfAbsent(
                                new Placed(gang, rule), _ -> domain(gang, rule.key(), GangTopology.keys(rule)))
                        : GangTopology.NOWHERE);
    }

    /** The domain of the first pod that has a place. */
    private SortedMap<String, String> domain(GangName gang, String key, List<String> keys) {
        return mirror.podsOf(gang).stream()
                .filter(pod -> !pod.over())
                .map(this::node)
                .filter(Objects::nonNull)
                .map(node -> labels(node, keys))
                .filter(labels -> labels.containsKey(key))
                .findFirst()
                .orElse(GangTopology.NOWHERE);
    }

    private static SortedMap<String, String> labels(Node node, List<String> keys) {
        List<Label> all = node.meta().labels().entrySet().stream()
                .map(label -> new Label(label.getKey(), label.getValue()))
                .toList();
        SortedMap<String, String> labels = new TreeMap<>();
        for (String key : keys) {
            String value = Label.value(all, key);
            if (value != null) {
                labels.put(key, value);
            }
        }
        return labels;
    }

    private @Nullable Node node(Pod pod) {
        if (pod.bound()) {
            return mirror.node(pod.spec().node());
        }
        TaskOfJob known = state.taskByKey(pod.meta().uid());
        if (known == null || known.job().waiting() || !known.job().holds(known.task())) {
            return null;
        }
        return mirror.node(state.nodes().name(known.job().node(known.task())));
    }
}
