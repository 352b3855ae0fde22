package io.berth.kube.extended;

import io.berth.kube.claim.DeviceClass;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which class of devices the name of an extended resource stands for. Of classes with one name the newest counts, and of those that were
 * made at one time the first by name (k8s.io/dynamic-resource-allocation, deviceclass/extendedresourcecache). For one thread at a time.
 */
public final class NamedClasses {
    /** Before the name of each class: a resource that every class has (k8s.io/api/resource/v1, ResourceDeviceClassPrefix). */
    public static final String IMPLICIT = "deviceclass.resource.kubernetes.io/";

    private static final Comparator<DeviceClass> LAST_COUNTS = Comparator.comparingLong(
                    (DeviceClass of) -> of.meta().createdSeconds())
            .thenComparing(of -> of.meta().name(), Comparator.reverseOrder());

    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<String, String> byResource = new HashMap<>();

    /** Class {@code name} is so; null where it is gone. */
    public void put(String name, @Nullable DeviceClass now) {
        if (now == null) {
            classes.remove(name);
        } else {
            classes.put(name, now);
        }
        byResource.clear();
        List<DeviceClass> inOrder =
                classes.values().stream().sorted(LAST_COUNTS).toList();
        for (DeviceClass of : inOrder) {
            String itself = of.meta().name();
            byResource.put(IMPLICIT + itself, itself);
            if (!of.extended().isEmpty()) {
                byResource.put(of.extended(), itself);
            }
        }
    }

    /** The name of the class that {@code resource} stands for; null where it stands for none. */
    public @Nullable String of(String resource) {
        return byResource.get(resource);
    }
}
