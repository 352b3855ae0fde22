package io.berth.kube.dump;

import io.berth.kube.object.Pod;
import io.berth.spec.input.Tree;
import java.util.List;

/** What pods ask for and nothing here weighs, told by kind and number. */
final class Unweighed {
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    /** What begins the keys of labels and annotations that ask for a place in a topology. */
    private static final List<String> TOPOLOGY = List.of(
            "kueue.x-k8s.io/podset-required-topology",
            "kueue.x-k8s.io/podset-preferred-topology",
            "kueue.x-k8s.io/podset-slice-required-topology",
            "kai.scheduler/topology");

    private Unweighed() {}

    static void note(Tree object, Pod pod, DumpNotes notes) {
        Tree affinity = Branches.at(object, "spec", "affinity");
        if (!Branches.items(affinity, "nodeAffinity", PREFERRED).isEmpty()) {
            notes.pod("preferences for nodes are not weighed");
        }
        if (!Branches.items(affinity, "podAffinity", PREFERRED).isEmpty()
                || !Branches.items(affinity, "podAntiAffinity", PREFERRED).isEmpty()) {
            notes.pod("preferences for places beside other pods are not weighed");
        }
        boolean soft = Branches.items(object, "spec", "topologySpreadConstraints").stream()
                .anyMatch(spread -> Branches.text(spread, "whenUnsatisfiable").equals("ScheduleAnyway"));
        if (soft) {
            notes.pod("spreads that may be broken are not weighed");
        }
        if (Branches.entries(object, "metadata", "annotations").stream()
                .anyMatch(entry -> TOPOLOGY.stream().anyMatch(entry.key()::startsWith))) {
            notes.pod("where in a topology they ask to be is not weighed");
        }
        if (!pod.spec().where().volumes().isEmpty()) {
            notes.pod("claims of volumes are not weighed");
        }
        if (!pod.spec().needs().claims().isEmpty()) {
            notes.pod("claims of devices are not weighed, so that these count where they ran");
        } else if (!pod.spec().where().unknown().isEmpty()) {
            notes.pod("ask for what is not weighed ("
                    + String.join(", ", pod.spec().where().unknown()) + "), so that these count where they ran");
        }
        if (pod.spec().gated()) {
            notes.pod("are held back by a gate, and do not wait");
        }
    }
}
