package io.berth.kube.queue;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Toleration;
import io.berth.kube.dump.form.JsonMessage;
import io.berth.kube.dump.form.ObjectForms;
import io.berth.kube.object.Branches;
import io.berth.kube.object.LabelSelector;
import io.berth.kube.object.Tainting;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What queues say of namespaces and nodes, read as pods say it. */
final class Selectors {
    private Selectors() {}

    /** The {@code LabelSelector} that {@code selector} is; nothing is asked where it is not there. */
    static List<Requirement> labels(@Nullable Tree selector) {
        return selector == null
                ? List.of()
                : JsonMessage.read(selector, ObjectForms.LABEL_SELECTOR, LabelSelector::read);
    }

    /** The tolerations of a flavor. */
    static List<Toleration> tolerations(Tree flavor) {
        List<Toleration> tolerations = new ArrayList<>();
        for (Tree toleration : Branches.items(flavor, "spec", "tolerations")) {
            Toleration read = JsonMessage.read(
                            toleration,
                            ObjectForms.TOLERATION,
                            message -> Optional.ofNullable(Tainting.toleration(message)))
                    .orElse(null);
            if (read != null) {
                tolerations.add(read);
            }
        }
        return tolerations;
    }
}
