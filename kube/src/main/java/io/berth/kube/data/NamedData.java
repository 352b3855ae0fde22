package io.berth.kube.data;

import io.berth.kube.object.Node;

/**
 * A data set that the settings name.
 *
 * @param name by which pods ask for it
 * @param bytes how large it is
 * @param label of nodes that hold all of it, whatever its value but {@code false}
 * @param claim a claim of a volume, {@code NAMESPACE/NAME}, by which pods read it too; empty for none
 */
public record NamedData(String name, long bytes, String label, String claim) {
    /** What labels of nodes begin with where the settings say no other. */
    public static final String LABEL = "data.berth.io/";

    /** True where {@code node} holds all of it. */
    public boolean heldBy(Node node) {
        String value = node.meta().labels().get(label);
        return value != null && !value.equals("false");
    }
}
