package io.berth.kube.queue;

import io.berth.kube.object.JsonObject;
import io.berth.kube.watch.Resource;
import java.util.List;
import java.util.stream.Stream;

/**
 * A kind of objects that says something of queues.
 *
 * @param group as {@code kueue.x-k8s.io}
 * @param kind as {@code ClusterQueue}
 * @param ways in which it may be served, the newest version first
 */
public record QueueKind(String group, String kind, List<Resource<JsonObject>> ways) {
    /** @param versions the newest first */
    static QueueKind of(String group, String kind, String plural, String... versions) {
        return new QueueKind(
                group,
                kind,
                Stream.of(versions)
                        .map(version -> Resource.defined("/apis/" + group + "/" + version + "/" + plural, kind + "s"))
                        .toList());
    }
}
