package io.berth.kube.volume;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code storage.k8s.io/v1 StorageClass}.
 *
 * @param provisioner who makes volumes
 * @param awaitsPod true where a volume is chosen or made for the node of the first pod that has the claim
 * @param topologies where volumes can be made: one of the terms holds of the node; empty for anywhere
 */
public record StorageClass(Meta meta, String provisioner, boolean awaitsPod, List<NodeSelectorTerm> topologies)
        implements KubeObject {
    private static final String NOBODY = "kubernetes.io/no-provisioner";

    /** True where somebody makes volumes of it. */
    boolean makes() {
        return !provisioner.isEmpty() && !provisioner.equals(NOBODY);
    }

    /** @throws MalformedException where it has no name or UID */
    public static StorageClass read(Message message) {
        Meta meta = null;
        String provisioner = "";
        boolean awaitsPod = false;
        List<NodeSelectorTerm> topologies = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> provisioner = message.text();
                case 7 -> awaitsPod = message.text().equals("WaitForFirstConsumer");
                case 8 -> {
                    List<Requirement> requirements = message.message(term -> term.each(1, StorageClass::requirement));
                    if (!requirements.isEmpty()) {
                        topologies.add(new NodeSelectorTerm(requirements));
                    }
                }
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named()) {
            throw new MalformedException("a storage class without name or UID");
        }
        return new StorageClass(meta, provisioner, awaitsPod, List.copyOf(topologies));
    }

    /** {@code v1 TopologySelectorLabelRequirement}. */
    private static Requirement requirement(Message message) {
        String key = "";
        List<String> values = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> key = message.text();
                case 2 -> values.add(message.text());
                default -> message.skip();
            }
        }
        return new Requirement(key, Operator.IN, values);
    }
}
