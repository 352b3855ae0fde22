package io.berth.kube.dump;

import io.berth.kube.object.Branches;
import io.berth.kube.object.Pod;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;

/** What pods ask for and nothing here weighs, told by kind and number. */
final class Unweighed {
    /** What begins the keys of labels and annotations that ask for a place in a topology. */
    private static final List<String> TOPOLOGY = List.of(
            "kueue.x-k8s.io/podset-required-topology",
            "kueue.x-k8s.io/podset-preferred-topology",
            "kueue.x-k8s.io/podset-slice-required-topology",
            "kai.scheduler/topology");

    private Unweighed() {}

    static void note(Tree object, Pod pod, DumpNotes notes) {
        if (Branches.entries(object, "metadata", "annotations").stream()
                .anyMatch(entry -> TOPOLOGY.stream().anyMatch(entry.key()::startsWith))) {
            notes.count("pods whose place in a topology is not weighed");
        }
        if (!pod.spec().where().volumes().isEmpty()) {
            notes.count("pods whose claims of volumes are not weighed");
        }
        if (!pod.spec().needs().claims().isEmpty()) {
            notes.count("pods with claims of devices, which are not weighed, and count where they ran");
            return;
        }
        // Whether those are known is told when all was read.
        List<String> unknown = new ArrayList<>(pod.spec().where().unknown());
        unknown.remove(Pod.NAMESPACES);
        if (!unknown.isEmpty()) {
            notes.count("pods that ask for what is not weighed (" + String.join(", ", unknown)
                    + "), and count where they ran");
        }
        if (pod.spec().gated()) {
            notes.count("pods that are held back by a gate, and do not wait");
        }
    }
}
