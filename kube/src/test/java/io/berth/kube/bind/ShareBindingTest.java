package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.strategy.StrategySpec;
import io.berth.kube.server.FakeServer;
import io.berth.kube.server.ServedPod;
import io.kubernetes.client.proto.Resource.Quantity;
import io.kubernetes.client.proto.V1;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pods with shares by HAMi, where the test is the agent that takes the lock of a node away. */
class ShareBindingTest {
    private static final String LOCK = "hami.io/mutex.lock";
    private static final String ALLOCATED = "hami.io/vgpu-devices-allocated";
    private static final String REGISTER = "[{\"id\":\"GPU-a\",\"count\":10,\"devmem\":10000,\"type\":\"V100\","
            + "\"health\":true},{\"id\":\"GPU-b\",\"count\":10,\"devmem\":10000,\"type\":\"V100\",\"health\":true}]";

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private Scheduling berth() {
        return new Scheduling(server, null, StrategySpec.of("test", "priority", "best-fit", "greedy"), "hami");
    }

    private void node() {
        V1.Node node = ServedPod.node("n", 20);
        server.add(node.toBuilder()
                .setMetadata(node.getMetadata().toBuilder().putAnnotations("hami.io/node-nvidia-register", REGISTER))
                .build());
    }

    private static V1.Pod pod(String name, int mib, int cores) {
        V1.Pod pod = ServedPod.pod(name, 1);
        V1.Container.Builder main = pod.getSpec().getContainers(0).toBuilder();
        main.getResourcesBuilder()
                .putRequests("nvidia.com/gpumem", quantity(mib))
                .putRequests("nvidia.com/gpucores", quantity(cores));
        return pod.toBuilder()
                .setSpec(pod.getSpec().toBuilder().setContainers(0, main))
                .build();
    }

    private static Quantity quantity(int amount) {
        return Quantity.newBuilder().setString(Integer.toString(amount)).build();
    }

    private String annotation(String pod, String key) {
        return server.annotations("pods", pod).getOrDefault(key, "");
    }

    /** As the agent does when the pod has its devices. */
    private void unlock() {
        server.change(
                "n",
                node -> node.toBuilder()
                        .setMetadata(node.getMetadata().toBuilder().removeAnnotations(LOCK))
                        .build());
    }

    private void awaitBound(String... pods) {
        for (String pod : pods) {
            until(pod + " is bound", () -> {
                if (server.where().get(pod).isEmpty() && !server.bindings().isEmpty()) {
                    unlock();
                }
                return !server.where().get(pod).isEmpty();
            });
        }
    }

    @Test
    void one_pod_at_a_time_is_told_of_its_share_and_bound() {
        node();
        server.add(pod("a", 6000, 60));
        server.add(pod("b", 6000, 60));
        try (Scheduling _ = berth()) {
            until("one is bound", () -> server.bindings().size() == 1);
            String first = server.bindings().getFirst().startsWith("a") ? "a" : "b";
            String second = first.equals("a") ? "b" : "a";
            assertThat(annotation(first, ALLOCATED)).matches("GPU-[ab],NVIDIA,6000,60:;");
            assertThat(annotation(first, "hami.io/bind-phase")).isEqualTo("allocating");
            assertThat(server.annotations("nodes", "n").get(LOCK)).endsWith(",team," + first);
            assertThat(annotation(second, ALLOCATED)).isEmpty();
            awaitBound(second);
            assertThat(annotation(second, ALLOCATED))
                    .matches("GPU-[ab],NVIDIA,6000,60:;")
                    .isNotEqualTo(annotation(first, ALLOCATED));
        }
    }

    @Test
    void what_others_gave_away_is_held() {
        node();
        V1.Pod theirs = ServedPod.bound(ServedPod.pod("theirs", "hami-scheduler", 1), "n");
        server.add(theirs.toBuilder()
                .setMetadata(theirs.getMetadata().toBuilder().putAnnotations(ALLOCATED, "GPU-b,NVIDIA,7000,10:;"))
                .build());
        server.add(pod("a", 5000, 0));
        server.add(pod("b", 5000, 0));
        server.add(pod("c", 3000, 0));
        try (Scheduling berth = berth()) {
            awaitBound("a", "b", "c");
            assertThat(List.of(annotation("a", ALLOCATED), annotation("b", ALLOCATED)))
                    .allMatch(text -> text.startsWith("GPU-a,"));
            assertThat(annotation("c", ALLOCATED)).startsWith("GPU-b,NVIDIA,3000,");
            server.add(pod("d", 1, 0));
            berth.settle(server);
            assertThat(server.where().get("d")).isEmpty();
        }
    }

    @Test
    void a_pod_that_is_not_bound_is_told_nothing_and_leaves_no_lock() {
        node();
        server.refuse((_, _) -> true);
        server.add(pod("a", 6000, 60));
        try (Scheduling berth = berth()) {
            until("it failed", () -> !berth.notes().isEmpty());
            until("it is told nothing", () -> annotation("a", ALLOCATED).isEmpty());
            server.refuse((_, _) -> false);
            until(
                    "nobody keeps others away",
                    () -> !server.annotations("nodes", "n").containsKey(LOCK)
                            || !server.where().get("a").isEmpty());
        }
    }
}
