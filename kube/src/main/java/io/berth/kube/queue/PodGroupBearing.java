package io.berth.kube.queue;

import io.berth.kube.object.Branches;
import io.berth.kube.object.JsonObject;
import io.berth.kube.object.Pod;
import io.berth.kube.watch.Reflector.Need;
import io.berth.kube.watch.Resource;
import java.util.List;

/**
 * PodGroups that say the queue of their pods, which name them by an annotation.
 *
 * @param annotation of pods: the name of the group in their namespace
 * @param path where the groups are served
 * @param name what messages call them
 */
record PodGroupBearing(String annotation, String path, String name) {
    /** The key of the group of {@code pod}; empty for none. */
    String of(Pod pod) {
        String group = pod.meta().annotations().getOrDefault(annotation, "");
        return group.isEmpty() ? "" : pod.meta().key().namespace() + "/" + group;
    }

    /** The groups. */
    Bearing<JsonObject> bearing() {
        return new Bearing<>(
                List.of(Resource.defined(path, name)),
                Need.ONCE_SERVED,
                QueueObjects::key,
                group -> Branches.text(group.tree(), "spec", "queue"));
    }
}
