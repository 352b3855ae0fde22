package io.berth.kube.queue;

import io.berth.kube.object.Pod;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** By whose words a cluster says which queues there are, and its pods in which of them they are. */
public interface QueueConvention {
    /** What settings call it. */
    String name();

    /** The kinds of objects that say something of queues. */
    List<QueueKind> kinds();

    /** The queues that {@code objects} say. What of them cannot be read, or is not kept here, is in its notes. */
    DeclaredQueues read(QueueObjects objects);

    /**
     * What {@code pod} says of its queue by itself, as a place of {@link DeclaredQueues}; empty where it says nothing.
     *
     * @param pod of which labels and annotations count
     */
    String named(Pod pod);

    /** The annotations of pods that are looked at. */
    default List<String> annotations() {
        return List.of();
    }

    /** Which other object may say it, by its key of {@link #bearing}; empty for none. */
    default String bearer(Pod pod) {
        return "";
    }

    /** True where a pod that names such an object waits until that is there. */
    default boolean awaitsBearer() {
        return false;
    }

    /** The other objects that may say it; null where none do. */
    default @Nullable Bearing<?> bearing() {
        return null;
    }

    /**
     * Where it is when neither says anything; empty for nowhere.
     *
     * @param namespace labels and annotations of its namespace
     * @param known true for what means a queue, or one that something keeps
     */
    String fallback(Pod pod, Map<String, String> namespace, Predicate<String> known);

    /** Why a pod waits that is nowhere, in words. */
    String nowhere(Pod pod);

    /** Why a pod waits that says {@code place}, of which there is no such thing; empty where that is a queue, declared or not. */
    default String unknown(String place) {
        return "";
    }

    /** Where the statuses of its queues are written, in front of the name; empty for nowhere. */
    default String statuses() {
        return "";
    }
}
