package io.berth.kube.dump;

import io.berth.kube.object.Branches;
import io.berth.kube.object.Meta;
import io.berth.spec.input.Tree;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which pods are those of a Workload of Kueue. */
final class Belonging {
    /** The UIDs of pods, by what says whose they are. */
    private final Map<String, Set<String>> pods = new HashMap<>();

    /** @param jobs by UID: the pods of a Job are also those of who owns it */
    Belonging(List<DumpedPod> all, Map<String, Tree> jobs) {
        for (DumpedPod pod : all) {
            Meta meta = pod.pod().meta();
            String namespace = meta.key().namespace();
            add(meta.uid(), pod);
            named(namespace, meta.annotations().getOrDefault(SuspendedPods.WORKLOAD, ""), pod);
            named(namespace, meta.labels().getOrDefault(SuspendedPods.GROUP, ""), pod);
            Meta.Owner owner = meta.owner();
            if (owner != null) {
                add(owner.uid(), pod);
                Tree job = jobs.get(owner.uid());
                if (job != null) {
                    owners(job).forEach(uid -> add(uid, pod));
                }
            }
        }
    }

    private void named(String namespace, String workload, DumpedPod pod) {
        if (!workload.isEmpty()) {
            add(namespace + "/" + workload, pod);
        }
    }

    private void add(String said, DumpedPod pod) {
        pods.computeIfAbsent(said, _ -> new HashSet<>()).add(pod.uid());
    }

    /** The UIDs of those of {@code workload}. */
    Set<String> podsOf(Tree workload) {
        String name =
                Branches.text(workload, "metadata", "namespace") + "/" + Branches.text(workload, "metadata", "name");
        Set<String> all = new HashSet<>(pods.getOrDefault(name, Set.of()));
        owners(workload).forEach(uid -> all.addAll(pods.getOrDefault(uid, Set.of())));
        return all;
    }

    /** The UIDs of the owners of {@code object}. */
    static List<String> owners(Tree object) {
        return Branches.items(object, "metadata", "ownerReferences").stream()
                .map(owner -> Branches.text(owner, "uid"))
                .filter(uid -> !uid.isEmpty())
                .toList();
    }

    /** True where a condition of {@code type} is true. */
    static boolean holds(Tree object, String type) {
        return Branches.items(object, "status", "conditions").stream()
                .anyMatch(condition -> Branches.text(condition, "type").equals(type)
                        && Branches.text(condition, "status").equals("True"));
    }
}
