package io.berth.kube.volume;

import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.object.NodeAffinity;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Quantity;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * {@code v1 PersistentVolume}.
 *
 * @param is what it is
 * @param claim whose it is, or is to be; null for nobody's. Its UID is empty where a person chose the claim before there was one
 * @param affinity which nodes reach it; null for all
 * @param phase {@code Available}, {@code Bound} and the like
 */
public record Volume(
        Meta meta,
        Is is,
        @Nullable ObjectKey claim,
        @Nullable NodeAffinity affinity,
        String phase) implements KubeObject {
    /** Labels of volumes that say where they are, for nodes that have such labels too; several places stand between two underscores. */
    private static final List<String> PLACES = List.of(
            "topology.kubernetes.io/zone",
            "topology.kubernetes.io/region",
            "failure-domain.beta.kubernetes.io/zone",
            "failure-domain.beta.kubernetes.io/region");

    /**
     * What a volume is.
     *
     * @param storageClass empty for one of none
     * @param size a quantity of bytes
     * @param driver which CSI driver attaches it; empty for none
     */
    public record Is(Kind kind, String storageClass, String size, String driver) {}

    /** On which nodes it can be had: alternatives of each of several rules, all of which must hold. */
    List<List<NodeSelectorTerm>> where() {
        List<List<NodeSelectorTerm>> where = new ArrayList<>();
        if (affinity != null) {
            where.add(affinity.required().isEmpty() ? List.of(Alternatives.NEVER) : affinity.required());
        }
        PLACES.stream()
                .map(key -> place(key, meta.labels().getOrDefault(key, "")))
                .flatMap(Optional::stream)
                .forEach(where::add);
        return where;
    }

    /** Empty where it says none. A node of a cluster whose nodes say nothing of their places will do (pkg/scheduler/framework/plugins/volumezone). */
    private static Optional<List<NodeSelectorTerm>> place(String key, String values) {
        if (values.isEmpty()) {
            return Optional.empty();
        }
        Requirement there = new Requirement(key, Operator.IN, List.of(values.split("__")));
        List<Requirement> nowhere = PLACES.stream()
                .map(label -> new Requirement(label, Operator.DOES_NOT_EXIST, List.of()))
                .toList();
        return Optional.of(List.of(new NodeSelectorTerm(List.of(there)), new NodeSelectorTerm(nowhere)));
    }

    /** True where {@code asking} may have it, whoever else may. */
    boolean serves(Claim asking) {
        if (claim != null) {
            return isOf(asking);
        }
        Claim.Asks asks = asking.asks();
        return phase.equals("Available")
                && !meta.deleting()
                && is.storageClass.equals(asks.storageClass())
                && is.kind.serves(asks.kind())
                && Sizes.compare(is.size, asks.size()) >= 0
                && asks.labels().stream()
                        .allMatch(label -> label.holds(meta.labels().get(label.key())));
    }

    /** True where it was chosen for {@code asking}. */
    boolean isOf(Claim asking) {
        ObjectKey of = asking.meta().key();
        return claim != null
                && claim.name().equals(of.name())
                && claim.namespace().equals(of.namespace())
                && (claim.uid().isEmpty() || claim.uid().equals(of.uid()));
    }

    /** @throws MalformedException where it has no name or UID */
    public static Volume read(Message message) {
        Meta meta = null;
        Spec spec = new Spec();
        String phase = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> spec = message.message(Spec::read);
                case 3 -> phase = message.message(status -> status.only(1));
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named()) {
            throw new MalformedException("a volume without name or UID");
        }
        Is is = new Is(spec.kind.read(), spec.storageClass, Sizes.of(spec.capacity), spec.driver);
        return new Volume(meta, is, spec.claim, spec.affinity, phase);
    }

    /** {@code v1 PersistentVolumeSpec}. */
    private static final class Spec {
        private final Kind.Reader kind = new Kind.Reader();
        private final Map<String, String> capacity = Message.texts();
        private String storageClass = "";
        private String driver = "";
        private @Nullable ObjectKey claim;
        private @Nullable NodeAffinity affinity;

        static Spec read(Message message) {
            Spec spec = new Spec();
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 1 -> Quantity.entry(message, spec.capacity);
                    case 2 -> spec.driver = message.message(Spec::driver);
                    case 3 -> spec.kind.mode(message.text());
                    case 4 -> spec.claim = message.message(Spec::claim);
                    case 6 -> spec.storageClass = message.text();
                    case 8 -> spec.kind.form(message.text());
                    case 9 -> message.message(spec::affinity);
                    case 10 -> spec.kind.attributes(message.text());
                    default -> message.skip();
                }
            }
            return spec;
        }

        /** {@code v1 VolumeNodeAffinity}. */
        private boolean affinity(Message message) {
            for (int field = message.next(); field != 0; field = message.next()) {
                if (field == 1) {
                    affinity = message.message(NodeAffinity::ofSelector);
                } else {
                    message.skip();
                }
            }
            return true;
        }

        /** {@code v1 PersistentVolumeSource}, of which the one of CSI has a driver. */
        private static String driver(Message message) {
            String driver = "";
            for (int field = message.next(); field != 0; field = message.next()) {
                if (field == 22) {
                    driver = message.message(csi -> csi.only(1));
                } else {
                    message.skip();
                }
            }
            return driver;
        }

        /** {@code v1 ObjectReference}. */
        private static ObjectKey claim(Message message) {
            String namespace = "";
            String name = "";
            String uid = "";
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 2 -> namespace = message.text();
                    case 3 -> name = message.text();
                    case 4 -> uid = message.text();
                    default -> message.skip();
                }
            }
            return new ObjectKey(namespace, name, uid);
        }
    }
}
