package io.berth.kube.volume;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.LabelSelector;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.List;

/**
 * {@code v1 PersistentVolumeClaim}.
 *
 * @param asks what its volume must be
 * @param volume the name of its volume; empty where it has none yet
 * @param lost true where its volume is gone
 */
public record Claim(Meta meta, Asks asks, String volume, boolean lost) implements KubeObject {
    /** Which node its volume is to be made for (k8s.io/component-helpers, storage/volume). */
    public static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private static final String BOUND = "pv.kubernetes.io/bind-completed";

    /**
     * What a claim asks of a volume.
     *
     * @param storageClass the name of its class; empty where it asks for one of none
     * @param size a quantity of bytes
     * @param labels what its labels must be; empty for any
     */
    public record Asks(Kind kind, String storageClass, String size, List<Requirement> labels) {}

    /** True where it has its volume, and both say so. */
    public boolean bound() {
        return !volume.isEmpty() && meta.annotations().containsKey(BOUND);
    }

    /** True where a single pod may have it. */
    public boolean exclusive() {
        return asks.kind.modes().contains("ReadWriteOncePod");
    }

    /** The node that its volume is being made for; empty where none was chosen. */
    public String selectedNode() {
        return meta.annotations().getOrDefault(SELECTED_NODE, "");
    }

    /** @throws MalformedException where it has no name or UID */
    public static Claim read(Message message) {
        Meta meta = null;
        Spec spec = new Spec(new Asks(Kind.NONE, "", "0", List.of()), "");
        boolean lost = false;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> spec = message.message(Spec::read);
                case 3 -> lost = message.message(status -> status.only(1)).equals("Lost");
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named()) {
            throw new MalformedException("a claim of a volume without name or UID");
        }
        return new Claim(meta, spec.asks, spec.volume, lost);
    }

    /** {@code v1 PersistentVolumeClaimSpec}. */
    private record Spec(Asks asks, String volume) {
        static Spec read(Message message) {
            Kind.Reader kind = new Kind.Reader();
            String storageClass = "";
            String size = "0";
            List<Requirement> labels = List.of();
            String volume = "";
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 1 -> kind.mode(message.text());
                    case 2 -> size = message.message(Sizes::requested);
                    case 3 -> volume = message.text();
                    case 4 -> labels = message.message(LabelSelector::read);
                    case 5 -> storageClass = message.text();
                    case 6 -> kind.form(message.text());
                    case 9 -> kind.attributes(message.text());
                    default -> message.skip();
                }
            }
            return new Spec(new Asks(kind.read(), storageClass, size, labels), volume);
        }
    }
}
