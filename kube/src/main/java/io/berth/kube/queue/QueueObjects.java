package io.berth.kube.queue;

import io.berth.kube.object.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The objects that say something of queues, by kind, and by namespace and name. */
public final class QueueObjects {
    private final SortedMap<String, SortedMap<String, JsonObject>> kinds = new TreeMap<>();

    /** By which objects of a kind are told apart: their names, with their namespaces where they have some. */
    public static String key(JsonObject object) {
        String namespace = object.meta().key().namespace();
        return namespace.isEmpty()
                ? object.meta().name()
                : namespace + "/" + object.meta().name();
    }

    /** One came, or is otherwise. */
    public void put(String kind, JsonObject object) {
        kinds.computeIfAbsent(kind, _ -> new TreeMap<>()).put(key(object), object);
    }

    /** These are all of that kind. */
    void all(String kind, List<JsonObject> objects) {
        kinds.remove(kind);
        objects.forEach(object -> put(kind, object));
    }

    /** One is gone. */
    void remove(String kind, JsonObject object) {
        kinds.getOrDefault(kind, new TreeMap<>()).remove(key(object));
    }

    /** Those of a kind, by their keys. */
    Collection<JsonObject> of(String kind) {
        return kinds.getOrDefault(kind, new TreeMap<>()).values();
    }

    /** The one of that key; null where there is none. */
    @Nullable
    JsonObject get(String kind, String key) {
        return kinds.getOrDefault(kind, new TreeMap<>()).get(key);
    }

    /** True where there is none at all. */
    public boolean none() {
        return kinds.values().stream().allMatch(SortedMap::isEmpty);
    }
}
