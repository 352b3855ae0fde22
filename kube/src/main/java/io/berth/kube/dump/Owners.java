package io.berth.kube.dump;

import io.berth.kube.object.Branches;
import io.berth.kube.object.Meta;
import io.berth.kube.queue.QueueConvention;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What pods belong to and says something of them: Jobs, Workloads of Kueue, PodGroups of KAI and Volcano. */
final class Owners {
    private final DumpKind kind;
    private final QueueConvention queues;
    private final DumpNotes notes;
    private final Map<String, Tree> jobs = new TreeMap<>();
    private final List<Tree> workloads = new ArrayList<>();
    /** How many pods start together, by namespace and name of their PodGroup. */
    private final Map<String, Integer> groups = new HashMap<>();

    Owners(DumpKind kind, DumpNotes notes) {
        this.kind = kind;
        this.queues = kind.queues();
        this.notes = notes;
    }

    /** Takes one of them; false where it is none. @param called its group and kind */
    boolean take(Tree object, String called) {
        switch (called) {
            case "batch/Job" -> jobs.put(uid(object), suspended(object) ? object : Branches.only(object, "metadata"));
            case "kueue.x-k8s.io/Workload" -> {
                if (kind != DumpKind.KUEUE) {
                    return false;
                }
                uid(object);
                workloads.add(
                        Belonging.holds(object, "Finished") ? Branches.only(object, "metadata", "status") : object);
            }
            case "scheduling.run.ai/PodGroup", "scheduling.volcano.sh/PodGroup" -> {
                if (kind != (called.startsWith("scheduling.run.ai") ? DumpKind.KAI : DumpKind.VOLCANO)) {
                    return false;
                }
                Tree least = Branches.at(object, "spec", "minMember");
                groups.put(key(object), least == null ? 1 : Math.clamp(least.whole(), 0, Integer.MAX_VALUE));
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private static String uid(Tree object) {
        String uid = Branches.text(object, "metadata", "uid");
        if (uid.isEmpty()) {
            throw InputException.at(object, "has no UID (metadata.uid)");
        }
        return uid;
    }

    private static boolean suspended(Tree job) {
        return Branches.text(job, "spec", "suspend").equals("true");
    }

    private static String key(Tree object) {
        return Branches.text(object, "metadata", "namespace") + "/" + Branches.text(object, "metadata", "name");
    }

    /** {@code pods} as their owners have them, and those that are not there yet. */
    List<DumpedPod> owned(List<DumpedPod> pods, PodDump reading) {
        return switch (kind) {
            case KUBERNETES -> withJobs(pods, new HashSet<>(), reading);
            case KUEUE -> withWorkloads(pods, reading);
            case KAI, VOLCANO -> withJobs(inGroups(pods), new HashSet<>(), reading);
        };
    }

    /** With those of suspended Jobs. @param others UIDs of Jobs whose pods somebody else says */
    private List<DumpedPod> withJobs(List<DumpedPod> pods, Set<String> others, PodDump reading) {
        Set<String> owners = new HashSet<>(others);
        pods.forEach(pod -> owners.add(owner(pod)));
        List<DumpedPod> all = new ArrayList<>(pods);
        jobs.forEach((uid, job) -> {
            if (!owners.contains(uid) && suspended(job)) {
                add(job, all, () -> SuspendedPods.ofJob(job, reading));
            }
        });
        return all;
    }

    private interface Making {
        List<DumpedPod> pods();
    }

    private void add(Tree owner, List<DumpedPod> all, Making making) {
        try {
            List<DumpedPod> made = making.pods();
            all.addAll(made);
            notes.count(
                    "pods that are not there yet, and wait since their " + Branches.text(owner, "kind") + " was made",
                    made.size());
        } catch (InputException e) {
            notes.malformed(e);
        }
    }

    private static String owner(DumpedPod pod) {
        Meta.Owner owner = pod.pod().meta().owner();
        return owner == null ? "" : owner.uid();
    }

    private List<DumpedPod> withWorkloads(List<DumpedPod> pods, PodDump reading) {
        Belonging belonging = new Belonging(pods, jobs);
        Map<String, String> queues = new HashMap<>();
        Set<String> said = new HashSet<>();
        List<DumpedPod> made = new ArrayList<>();
        for (Tree workload : workloads) {
            said.addAll(Belonging.owners(workload));
            Set<String> there = belonging.podsOf(workload);
            there.forEach(uid -> queues.put(uid, Branches.text(workload, "spec", "queueName")));
            if (there.isEmpty()) {
                waiting(workload, made, reading);
            }
        }
        List<DumpedPod> all = new ArrayList<>();
        for (DumpedPod pod : pods) {
            String queue = queues.getOrDefault(pod.uid(), "");
            all.add(queue.isEmpty() ? pod : pod.with(pod.wish().ofQueue(queue)));
        }
        all.addAll(made);
        return withJobs(all, said, reading);
    }

    private void waiting(Tree workload, List<DumpedPod> made, PodDump reading) {
        if (Belonging.holds(workload, "Finished")) {
            notes.count("Workloads left out, as they are finished and their pods are gone");
        } else if (Branches.text(workload, "spec", "active").equals("false")) {
            notes.count("Workloads left out, as they are not active");
        } else {
            add(workload, made, () -> SuspendedPods.ofWorkload(workload, reading));
        }
    }

    /** With the gangs that PodGroups of KAI or Volcano say, without the pods that stand for GPUs that others share. */
    private List<DumpedPod> inGroups(List<DumpedPod> pods) {
        List<DumpedPod> all = new ArrayList<>();
        for (DumpedPod pod : pods) {
            Meta meta = pod.pod().meta();
            if (meta.key().namespace().equals(KaiPods.RESERVATIONS)) {
                notes.count("pods left out, as they hold a GPU for others that share it and count themselves");
                continue;
            }
            String group = queues.bearer(pod.pod());
            int least = groups.getOrDefault(group, 0);
            all.add(least > 1 ? pod.ofGang(group.substring(group.indexOf('/') + 1), least) : pod);
        }
        return all;
    }
}
