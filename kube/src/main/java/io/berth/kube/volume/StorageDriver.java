package io.berth.kube.volume;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;

/**
 * {@code storage.k8s.io/v1 CSIDriver}.
 *
 * @param tellsRoom true where it says how much it can still make, so that pods go where that is enough
 */
public record StorageDriver(Meta meta, boolean tellsRoom) implements KubeObject {
    /** @throws MalformedException where it has no name or UID */
    public static StorageDriver read(Message message) {
        Meta meta = null;
        boolean tellsRoom = false;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> tellsRoom = message.message(StorageDriver::tellsRoom);
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named()) {
            throw new MalformedException("a CSI driver without name or UID");
        }
        return new StorageDriver(meta, tellsRoom);
    }

    private static boolean tellsRoom(Message spec) {
        boolean tells = false;
        for (int field = spec.next(); field != 0; field = spec.next()) {
            if (field == 4) {
                tells = spec.flag();
            } else {
                spec.skip();
            }
        }
        return tells;
    }
}
