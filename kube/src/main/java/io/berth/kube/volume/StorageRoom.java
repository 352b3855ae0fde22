package io.berth.kube.volume;

import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.LabelSelector;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code storage.k8s.io/v1 CSIStorageCapacity}: how much a driver can still make somewhere.
 *
 * @param where what must hold of the labels of nodes that reach it, nothing for all of them; null for none
 * @param storageClass the name of the class of which that is
 * @param most the largest volume that can be made, a quantity of bytes; empty where nobody says
 */
public record StorageRoom(Meta meta, @Nullable List<Requirement> where, String storageClass, String most)
        implements KubeObject {
    /** @throws MalformedException where it has no name or UID */
    public static StorageRoom read(Message message) {
        Meta meta = null;
        List<Requirement> where = null;
        String storageClass = "";
        String left = "";
        String largest = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> where = message.message(LabelSelector::read);
                case 3 -> storageClass = message.text();
                case 4 -> left = message.message(quantity -> quantity.only(1));
                case 5 -> largest = message.message(quantity -> quantity.only(1));
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named()) {
            throw new MalformedException("a storage capacity without name or UID");
        }
        return new StorageRoom(meta, where, storageClass, largest.isEmpty() ? left : largest);
    }

    /** True where a volume of {@code size} can be made. */
    boolean suffices(String size) {
        return Sizes.compare(most, size) >= 0;
    }
}
