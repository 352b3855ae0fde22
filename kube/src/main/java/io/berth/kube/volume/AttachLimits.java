package io.berth.kube.volume;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code storage.k8s.io/v1 CSINode}: how many volumes its node, which bears the same name, may have attached.
 *
 * @param most by driver; a driver that names no limit has none
 */
public record AttachLimits(Meta meta, Map<String, Integer> most) implements KubeObject {
    /** @throws MalformedException where it has no name or UID */
    public static AttachLimits read(Message message) {
        Meta meta = null;
        Map<String, Integer> most = new TreeMap<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> meta = message.message(Meta::read);
                case 2 -> message.message(spec -> spec.each(1, driver -> driver(driver, most)));
                default -> message.skip();
            }
        }
        if (meta == null || !meta.named()) {
            throw new MalformedException("a node of CSI without name or UID");
        }
        return new AttachLimits(meta, most);
    }

    /** {@code CSINodeDriver}; true where it has a limit. */
    private static boolean driver(Message message, Map<String, Integer> most) {
        String name = "";
        Integer count = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> name = message.text();
                case 4 -> count = message.message(AttachLimits::count);
                default -> message.skip();
            }
        }
        if (count != null && count >= 0 && !name.isEmpty()) {
            most.put(name, count);
        }
        return count != null;
    }

    /** {@code VolumeNodeResources}; -1 for no limit. */
    private static int count(Message message) {
        int count = -1;
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 1) {
                count = message.whole();
            } else {
                message.skip();
            }
        }
        return count;
    }
}
