package io.berth.kube.claim;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.Message;
import java.util.List;

/**
 * {@code v1 ResourceSlice}: a part of a pool of devices.
 *
 * @param shared counters that devices of its pool share
 */
public record Slice(Meta meta, PoolVersion pool, List<Device> devices, List<Counters> shared) implements KubeObject {
    /** @throws io.berth.kube.wire.MalformedException where it is none, or one that says what no device can be */
    public static Slice read(Message message) {
        return SliceReader.read(message);
    }
}
