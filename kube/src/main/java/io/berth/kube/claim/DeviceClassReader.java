package io.berth.kube.claim;

import io.berth.kube.object.Meta;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How one class is read. */
final class DeviceClassReader {
    private final List<String> selectors = new ArrayList<>();
    private final List<Configuration> configuration = new ArrayList<>();
    private @Nullable Meta meta;
    private String extended = "";

    private DeviceClassReader() {}

    static DeviceClass read(Message message) {
        DeviceClassReader reader = new DeviceClassReader();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> reader.meta = message.message(Meta::read);
                case 2 -> message.message(reader::spec);
                default -> message.skip();
            }
        }
        Meta meta = reader.meta;
        if (meta == null || !meta.named()) {
            throw new MalformedException("a class of devices without name or UID");
        }
        return new DeviceClass(meta, List.copyOf(reader.selectors), List.copyOf(reader.configuration), reader.extended);
    }

    /** {@code v1 DeviceClassSpec}. */
    private boolean spec(Message message) {
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> selectors.add(message.message(Parts::selector));
                case 2 -> configuration.add(message.message(inner -> Parts.configuration(inner, 0, 0, 1, true)));
                case 4 -> extended = message.text();
                default -> message.skip();
            }
        }
        return true;
    }
}
