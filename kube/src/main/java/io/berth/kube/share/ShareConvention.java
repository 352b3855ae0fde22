package io.berth.kube.share;

import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.spec.input.Tree;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How pods and the agents on nodes of one project speak of shares of devices. Each is a pure reading of what objects say; who reckons with
 * it is {@link Shares}.
 */
public interface ShareConvention {
    /** By which it is switched on. */
    String name();

    /**
     * What {@code pod} asks for.
     *
     * @return null where it asks for no device by this convention
     * @throws ShareException where that cannot be
     */
    @Nullable
    ShareAsk asked(Pod pod);

    /**
     * The devices of which {@code node} gives shares, always in one order.
     *
     * @return null where it gives none
     * @throws ShareException where what it says cannot be read
     */
    @Nullable
    List<SharedDevice> devices(Node node);

    /** The path of the objects, each of the name of a node, that say its devices; empty where nodes say them. */
    default String objects() {
        return "";
    }

    /**
     * The devices by such an object.
     *
     * @throws ShareException where what it says cannot be read
     */
    default List<SharedDevice> devices(Tree object) {
        throw new ShareException("there are no such objects");
    }

    /**
     * What {@code pod}, which is bound, was given.
     *
     * @return null where nobody says
     * @throws ShareException where that cannot be read
     */
    @Nullable
    ShareHeld held(Pod pod);

    /** Resources of pods that say what shares say, and are not counted a second time. */
    Set<String> instead();

    /** Resources that are devices only where {@link #devices} names them. */
    Set<String> counted();

    /**
     * The annotations that {@code pod} must have before it is bound.
     *
     * @param given in the order of containers
     * @param nowSeconds UTC
     */
    Map<String, String> written(Pod pod, String node, List<ShareGiven> given, long nowSeconds);

    /**
     * Which devices of its node {@code pod} shares, where they have names that those who share them have in common rather than numbers;
     * none else.
     */
    default List<String> groups(Pod pod) {
        return List.of();
    }

    /** True where {@code pod} holds a device for those that share it, who are counted themselves. */
    default boolean reserves(Pod pod) {
        return false;
    }

    /**
     * Where another program of the project binds pods with shares, what it is asked; null where Berth does.
     *
     * @param groups the name of each device that is given
     */
    default @Nullable BindAsk request(Pod pod, String node, List<ShareGiven> given, List<String> groups) {
        return null;
    }

    /** What keeps others from its node meanwhile; null where nothing needs to. */
    @Nullable
    NodeLock lock();

    /** True while {@code other}, which is bound, keeps further pods from its node, as its agent would not know which of them it is asked about. */
    default boolean busy(Pod other, long nowSeconds) {
        return false;
    }
}
