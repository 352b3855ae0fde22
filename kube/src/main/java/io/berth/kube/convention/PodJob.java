package io.berth.kube.convention;

import io.berth.core.event.Event;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.Preference;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Standing;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.WorldKeys;
import io.berth.kube.object.NodeAffinity;
import io.berth.kube.object.Pod;
import io.berth.kube.volume.Alternatives;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * A pod as a job of one task. It waits for nodes that may join, as autoscalers make some for it; it is never started twice, since whoever
 * made it makes another in its place.
 */
public final class PodJob {
    private PodJob() {}

    /** One that waits. */
    public static JobSpec waiting(Pod pod, ClaimNeeds claims) {
        List<PeerRule> rules = new ArrayList<>(PodPeers.rules(pod));
        if (claims.within() != null) {
            rules.add(new PeerRule.Within(claims.within()));
        }
        return spec(pod, where(pod.spec().where(), claims.where()), rules, claims)
                .withEach(group -> group.withDemand(group.demand().preferring(PodPeers.preferences(pod))));
    }

    /** {@code waiting} as one that would rather find the images of {@code pod} on its node. */
    public static JobSpec wantingImages(JobSpec waiting, Pod pod) {
        return waiting.withEach(group -> {
            List<Preference> preferences = new ArrayList<>(group.demand().preferences());
            preferences.add(new Preference.OfImages(pod.spec().needs().images()));
            return group.withDemand(group.demand().preferring(preferences));
        });
    }

    /** {@code waiting} as one that goes to another than {@code nodes} where it can: that counts for more than all else that it would rather have. */
    public static JobSpec avoiding(JobSpec waiting, List<String> nodes) {
        NodeSelectorTerm there = new NodeSelectorTerm(List.of(new Requirement(NodeAffinity.NAME, Operator.IN, nodes)));
        Preference elsewhere = new Preference.OfNodes(there, -Preference.HEAVIEST);
        return waiting.withEach(group -> {
            List<Preference> preferences = new ArrayList<>(group.demand().preferences());
            preferences.addAll(Collections.nCopies(preferences.size() + 1, elsewhere));
            return group.withDemand(group.demand().preferring(preferences));
        });
    }

    /** One that is bound: where it may go does not matter any more, but who may come to it does. */
    public static JobSpec bound(Pod pod, ClaimNeeds claims) {
        return spec(pod, NodeTerms.ANY, PodPeers.apart(pod), claims);
    }

    /**
     * Pods that wait and start together, as one job: those that ask for the same are a group, of which is said what is said of all of them.
     * It is as urgent as the most urgent, preempts others where all of them may, and is expected to run for as long as the longest. Empty where they ask for too many different things.
     *
     * @param pods not empty
     * @param asked each by itself
     */
    public static Optional<JobSpec> gang(GangName name, List<Pod> pods, Function<Pod, JobSpec> asked) {
        Map<Demand, List<Pod>> alike = new LinkedHashMap<>();
        List<JobSpec> jobs = pods.stream().map(asked).toList();
        for (int i = 0; i < pods.size(); i++) {
            alike.computeIfAbsent(jobs.get(i).demand(), _ -> new ArrayList<>()).add(pods.get(i));
        }
        if (alike.size() > JobSpec.MOST_GROUPS) {
            return Optional.empty();
        }
        List<TaskGroup> groups = new ArrayList<>();
        List<String> keys = new ArrayList<>();
        alike.forEach((demand, members) -> {
            TaskGroup group = TaskGroup.of(members.size(), demand).withLabels(PodPeers.common(members));
            groups.add(
                    alike.size() == 1
                            ? group
                            : group.withName(members.getFirst().meta().name()));
            members.forEach(member -> keys.add(member.meta().uid()));
        });
        JobSpec first = jobs.getFirst();
        int priority = jobs.stream().mapToInt(JobSpec::priority).max().orElse(0);
        long estimate = jobs.stream().mapToLong(JobSpec::estimateNanos).max().orElse(Nanos.NEVER);
        boolean preempts = jobs.stream().allMatch(job -> job.terms().preempts());
        Terms terms = first.terms().withKeys(new WorldKeys("", keys));
        return Optional.of(first.withName(name.text())
                .withPriority(priority)
                .withEstimate(estimate)
                .withGroups(groups)
                .withTerms(preempts ? terms : terms.sparing()));
    }

    /** Since when {@code pod} is where it is, on its node or waiting; seconds of UTC. */
    public static long sinceSeconds(Pod pod) {
        return pod.bound() && pod.status().boundSeconds() > 0
                ? pod.status().boundSeconds()
                : pod.meta().createdSeconds();
    }

    /** The same in nanoseconds; {@link Event.JobFound#NOW} where nobody says. */
    public static long sinceNanos(Pod pod) {
        long seconds = sinceSeconds(pod);
        return seconds == 0 ? Event.JobFound.NOW : seconds * Nanos.SECOND;
    }

    /** True where {@code pod} takes as much of processors and memory as {@code demand} says: nothing else of it is resized in place. */
    public static boolean sameSize(Pod pod, Demand demand) {
        Amounts now = Quantities.amounts(PodRequests.of(pod.spec().needs()));
        return now.cpuMilli() == demand.amounts().cpuMilli()
                && now.memoryBytes() == demand.amounts().memoryBytes();
    }

    /** Task {@code task} of {@code gang} by itself. */
    public static JobSpec alone(JobSpec gang, int task) {
        TaskGroup group = gang.groups().get(gang.groupOf(task));
        return gang.withGroups(List.of(group.withName("").withTasks(1, 1)))
                .withTerms(gang.terms()
                        .withKeys(new WorldKeys(
                                "", List.of(gang.terms().keys().tasks().get(task)))));
    }

    private static JobSpec spec(Pod pod, NodeTerms where, List<PeerRule> peers, ClaimNeeds claims) {
        Map<String, Long> requests = PodRequests.of(pod.spec().needs());
        requests.putAll(claims.amounts());
        SharedNeed shared = claims.shared();
        if (shared != null) {
            requests.keySet().removeAll(shared.instead());
        }
        DeviceDemand devices = shared == null ? devices(requests) : shared.devices();
        Demand demand = new Demand(Quantities.amounts(requests), devices, where, peers);
        long deadline = pod.spec().deadlineSeconds();
        long estimate = deadline <= 0 || deadline >= Nanos.NEVER / Nanos.SECOND ? Nanos.NEVER : deadline * Nanos.SECOND;
        return new JobSpec(
                pod.meta().key().text(),
                pod.meta().key().namespace(),
                JobKind.BATCH,
                pod.spec().priority(),
                TaskGroup.of(1, demand).withLabels(PodPeers.labels(pod)),
                new Timing(estimate, Nanos.NEVER, Nanos.NEVER),
                terms(pod));
    }

    private static Terms terms(Pod pod) {
        Interruption gone = new Interruption(false, Interruption.USUAL_GRACE);
        return new Terms(
                Nanos.NEVER,
                0,
                List.of(),
                JobArray.NONE,
                gone,
                new WorldKeys("", List.of(pod.meta().uid())),
                new Standing(true, pod.spec().urgency().preempts(), ""));
    }

    /** Its accelerators, where they are of one resource; {@link Amounts} count those of all. */
    private static DeviceDemand devices(Map<String, Long> requests) {
        for (String resource : Accelerators.RESOURCES) {
            long count = requests.getOrDefault(resource, 0L);
            if (count > 0) {
                return DeviceDemand.of(
                        (int) Math.min(Integer.MAX_VALUE, count), DeviceDemand.WHOLE_MILLI, 0, Acceptable.ANY_GPU);
            }
        }
        return DeviceDemand.NONE;
    }

    private static NodeTerms where(Pod.Where where, List<NodeSelectorTerm> ofClaims) {
        List<Label> labels = new ArrayList<>();
        where.labels().forEach((key, value) -> labels.add(new Label(key, value)));
        NodeAffinity affinity = where.affinity();
        List<NodeSelectorTerm> asked = affinity == null
                ? List.of()
                : affinity.required().isEmpty() ? List.of(Alternatives.NEVER) : affinity.required();
        List<NodeSelectorTerm> selector = Alternatives.and(asked, ofClaims);
        if (labels.isEmpty() && where.tolerations().isEmpty() && selector.isEmpty()) {
            return NodeTerms.ANY;
        }
        return new NodeTerms(labels, where.tolerations(), selector);
    }
}
