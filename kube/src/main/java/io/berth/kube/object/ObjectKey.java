package io.berth.kube.object;

/**
 * Which object.
 *
 * @param namespace empty where it is of the whole cluster
 * @param uid tells apart those that bear the same name one after another
 */
public record ObjectKey(String namespace, String name, String uid) {
    /** As people write it. */
    public String text() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }
}
