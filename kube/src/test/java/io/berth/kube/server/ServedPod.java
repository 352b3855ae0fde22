package io.berth.kube.server;

import io.kubernetes.client.proto.Meta.ObjectMeta;
import io.kubernetes.client.proto.Resource.Quantity;
import io.kubernetes.client.proto.V1;

/** Pods and nodes as a cluster has them, made by the classes of its makers. */
public final class ServedPod {
    public static final String GPU = "nvidia.com/gpu";

    private ServedPod() {}

    /** A pod of Berth's that asks for {@code gpus}. */
    public static V1.Pod pod(String name, int gpus) {
        return pod(name, "berth", gpus);
    }

    /** A pod of {@code scheduler}'s. */
    public static V1.Pod pod(String name, String scheduler, int gpus) {
        V1.ResourceRequirements.Builder needs = V1.ResourceRequirements.newBuilder()
                .putRequests("cpu", quantity("1"))
                .putRequests("memory", quantity("1Gi"));
        if (gpus > 0) {
            needs.putRequests(GPU, quantity(Integer.toString(gpus)));
        }
        return V1.Pod.newBuilder()
                .setMetadata(ObjectMeta.newBuilder().setName(name).setNamespace("team"))
                .setSpec(V1.PodSpec.newBuilder()
                        .setSchedulerName(scheduler)
                        .addContainers(V1.Container.newBuilder().setName("main").setResources(needs)))
                .setStatus(V1.PodStatus.newBuilder().setPhase("Pending"))
                .build();
    }

    /** The same, held back by a gate. */
    public static V1.Pod gated(V1.Pod pod) {
        return pod.toBuilder()
                .setSpec(pod.getSpec().toBuilder()
                        .addSchedulingGates(V1.PodSchedulingGate.newBuilder().setName("example.com/quota")))
                .build();
    }

    /** The same, told of a claim that was made for it. */
    static V1.Pod told(V1.Pod pod) {
        return pod.toBuilder()
                .setStatus(pod.getStatus().toBuilder()
                        .setExtendedResourceClaimStatus(
                                V1.PodExtendedResourceClaimStatus.newBuilder().setResourceClaimName("its")))
                .build();
    }

    /** The same on {@code node}. */
    public static V1.Pod bound(V1.Pod pod, String node) {
        return pod.toBuilder()
                .setSpec(pod.getSpec().toBuilder().setNodeName(node))
                .build();
    }

    /** A node with {@code gpus}, and more than enough of all else. */
    public static V1.Node node(String name, int gpus) {
        V1.NodeStatus.Builder status = V1.NodeStatus.newBuilder()
                .putAllocatable("cpu", quantity("64"))
                .putAllocatable("memory", quantity("512Gi"))
                .putAllocatable("pods", quantity("110"));
        if (gpus > 0) {
            status.putAllocatable(GPU, quantity(Integer.toString(gpus)));
        }
        return V1.Node.newBuilder()
                .setMetadata(ObjectMeta.newBuilder().setName(name).putLabels("kubernetes.io/hostname", name))
                .setStatus(status)
                .build();
    }

    private static Quantity quantity(String text) {
        return Quantity.newBuilder().setString(text).build();
    }
}
