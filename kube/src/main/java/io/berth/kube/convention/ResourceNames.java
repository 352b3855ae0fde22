package io.berth.kube.convention;

import java.util.List;

/** What resources of Kubernetes are called here. */
public final class ResourceNames {
    /** Those that are whole accelerators. */
    public static final List<String> ACCELERATORS = Accelerators.RESOURCES;

    private ResourceNames() {}

    /** What {@code resource}, which is no processor and no memory, is known by. */
    public static String extended(String resource) {
        return Quantities.name(resource);
    }
}
