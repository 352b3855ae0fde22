package io.berth.kube.object;

import io.berth.core.workload.Label;
import io.berth.core.workload.Taint;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code v1 Node}.
 *
 * @param unschedulable true where new pods keep away
 * @param taints as they are said, soft ones too
 * @param allocatable quantities by resource
 * @param images that it holds: the largest, as its kubelet says no more than 50
 */
public record Node(
        Meta meta, boolean unschedulable, List<Taint> taints, Map<String, String> allocatable, List<NodeImage> images)
        implements KubeObject {
    public static Node read(Message message) {
        Meta meta = null;
        Spec spec = new Spec(false, List.of());
        Status status = new Status(Map.of(), List.of());
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> spec = message.message(Spec::read);
                case 3 -> status = message.message(Status::read);
                default -> message.skip();
            }
        }
        if (meta == null || meta.name().isBlank()) {
            throw new MalformedException("a node without a name");
        }
        return new Node(meta, spec.unschedulable, spec.taints, status.allocatable, status.images);
    }

    /** The same, of which is not said what it holds. */
    public Node withoutImages() {
        return images.isEmpty() ? this : new Node(meta, unschedulable, taints, allocatable, List.of());
    }

    /** Its labels, sorted, and its name as one of them. */
    public List<Label> labelled() {
        Map<String, String> labels = new TreeMap<>(meta.labels());
        labels.put(NodeAffinity.NAME, meta.name());
        return labels.entrySet().stream()
                .map(label -> new Label(label.getKey(), label.getValue()))
                .toList();
    }

    /** {@code v1 NodeSpec}. */
    private record Spec(boolean unschedulable, List<Taint> taints) {
        static Spec read(Message message) {
            boolean unschedulable = false;
            List<Taint> taints = new ArrayList<>();
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 4 -> unschedulable = message.flag();
                    case 5 -> taints.add(message.message(Tainting::taint));
                    default -> message.skip();
                }
            }
            return new Spec(unschedulable, taints);
        }
    }

    /** {@code v1 NodeStatus}. */
    private record Status(Map<String, String> allocatable, List<NodeImage> images) {
        static Status read(Message message) {
            Map<String, String> allocatable = Message.texts();
            List<NodeImage> images = new ArrayList<>();
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 2 -> Quantity.entry(message, allocatable);
                    case 8 -> message.message(image -> NodeImage.read(image, images));
                    default -> message.skip();
                }
            }
            return new Status(allocatable, images);
        }
    }
}
