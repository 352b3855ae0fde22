package io.berth.kube.object;

import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;

/** {@code v1 Namespace}, of which the labels count. */
public record Namespace(Meta meta) implements KubeObject {
    /** Reads one. */
    public static Namespace read(Message message) {
        Meta meta = Meta.ofObject(message);
        if (!meta.named()) {
            throw new MalformedException("a namespace without name or UID");
        }
        return new Namespace(meta);
    }
}
