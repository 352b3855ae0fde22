package io.berth.kube.queue;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;

/** An object of which the labels alone count, such as a Job that says the queue of its pods. */
public record BearingObject(Meta meta) implements KubeObject {
    /** Reads one. */
    static BearingObject read(Message message) {
        Meta meta = Meta.ofObject(message);
        if (!meta.named()) {
            throw new MalformedException("an object without name or UID");
        }
        return new BearingObject(meta);
    }
}
