package io.berth.kube.mirror;

import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Message;
import java.util.function.Function;

/**
 * A kind of objects.
 *
 * @param path of all of them
 * @param name as people call them
 * @param reading one of them
 */
public record Resource<T extends KubeObject>(String path, String name, Function<Message, T> reading) {
    public static final Resource<Pod> PODS = new Resource<>("/api/v1/pods", "pods", Pod::read);
    public static final Resource<Node> NODES = new Resource<>("/api/v1/nodes", "nodes", Node::read);
}
