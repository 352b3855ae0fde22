package io.berth.kube.object;

import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;

/** {@code v1 Namespace}, of which the labels count. */
public record Namespace(Meta meta) implements KubeObject {
    /** Reads one. */
    public static Namespace read(Message message) {
        Meta meta = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                meta = message.message(Meta::read);
            } else {
                message.skip();
            }
        }
        if (meta == null || !meta.named()) {
            throw new MalformedException("a namespace without name or UID");
        }
        return new Namespace(meta);
    }
}
