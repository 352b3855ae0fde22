package io.berth.kube.claim;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.Message;
import java.util.List;

/**
 * {@code v1 DeviceClass}: which devices a name stands for.
 *
 * @param selectors expressions that all must hold
 * @param extended the extended resource by which pods may ask for such devices; empty for none of its own
 */
public record DeviceClass(Meta meta, List<String> selectors, List<Configuration> configuration, String extended)
        implements KubeObject {
    /** @throws io.berth.kube.wire.MalformedException where it is none */
    public static DeviceClass read(Message message) {
        return DeviceClassReader.read(message);
    }
}
