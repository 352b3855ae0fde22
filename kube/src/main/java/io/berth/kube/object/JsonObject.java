package io.berth.kube.object;

import io.berth.kube.wire.MalformedException;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An object of a kind that was defined in the cluster, of which the server has JSON alone.
 *
 * @param meta what every object has; who owns it and when it was made are not looked at
 * @param tree all of it
 */
public record JsonObject(Meta meta, Tree tree) implements KubeObject {
    /** @throws MalformedException where its metadata is not as it must be */
    public static JsonObject of(Tree tree) {
        try {
            Tree meta = tree.require("metadata");
            ObjectKey key = new ObjectKey(
                    Branches.text(meta, "namespace"), Branches.text(meta, "name"), Branches.text(meta, "uid"));
            boolean deleting = Branches.at(meta, "deletionTimestamp") != null;
            Meta read = new Meta(
                    key,
                    Branches.text(meta, "resourceVersion"),
                    deleting,
                    0,
                    texts(Branches.entries(meta, "labels")),
                    texts(Branches.entries(meta, "annotations")),
                    null);
            return new JsonObject(read, tree);
        } catch (InputException e) {
            throw new MalformedException(String.valueOf(e.getMessage()));
        }
    }

    private static Map<String, String> texts(List<Tree.Entry> entries) {
        Map<String, String> texts = new TreeMap<>();
        entries.forEach(entry -> texts.put(
                entry.key(), entry.value().isNull() ? "" : entry.value().text()));
        return texts;
    }
}
