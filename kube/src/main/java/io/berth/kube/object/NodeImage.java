package io.berth.kube.object;

import io.berth.kube.wire.Message;
import java.util.List;

/**
 * An image that a node holds, under one of its names. Nodes hold much the same images, so equal names are one text.
 *
 * @param name as the runtime of the node has it
 * @param bytes its size, unpacked or not as the runtime counts
 */
public record NodeImage(String name, long bytes) {
    private static final String LATEST = ":latest";

    /** {@code v1 ContainerImage}, once for each of its names, into {@code into}. */
    static boolean read(Message message, List<NodeImage> into) {
        int first = into.size();
        long bytes = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> into.add(new NodeImage(message.text().intern(), 0));
                case 2 -> bytes = Math.max(0, message.number());
                default -> message.skip();
            }
        }
        for (int at = first; at < into.size(); at++) {
            into.set(at, new NodeImage(into.get(at).name, bytes));
        }
        return into.size() > first;
    }

    /**
     * By which name a node has what a pod calls {@code asked}: with a tag (k8s.io/kubernetes,
     * pkg/scheduler/framework/plugins/imagelocality/image_locality.go, normalizedImageName).
     */
    static String named(String asked) {
        return (asked.lastIndexOf(':') <= asked.lastIndexOf('/') ? asked + LATEST : asked).intern();
    }
}
