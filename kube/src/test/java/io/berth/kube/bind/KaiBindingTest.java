package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.strategy.StrategySpec;
import io.berth.kube.server.FakeServer;
import io.berth.kube.server.ServedPod;
import io.kubernetes.client.proto.V1;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Pods with shares by KAI, where the test is the binder that is asked. */
class KaiBindingTest {
    private static final Pattern ASKED = Pattern.compile(
            ".*/bindrequests/(\\w+) .*\"selectedNode\":\"(\\w+)\".*\"portion\":\"([^\"]*)\".*\"selectedGPUGroups\":\\[\"([^\"]*)\"\\].*");

    private final FakeServer server = new FakeServer();
    private final Set<String> done = new HashSet<>();

    @AfterEach
    void stop() {
        server.close();
    }

    private Scheduling berth() {
        return new Scheduling(server, null, StrategySpec.of("test", "priority", "best-fit", "greedy"), "kai");
    }

    private void node(int gpus) {
        V1.Node node = ServedPod.node("n", gpus);
        server.add(node.toBuilder()
                .setMetadata(node.getMetadata().toBuilder()
                        .putLabels("nvidia.com/gpu.memory", "10000")
                        .putLabels("nvidia.com/gpu.product", "A100"))
                .build());
    }

    private static V1.Pod pod(String name, String annotation, String value) {
        V1.Pod pod = ServedPod.pod(name, 0);
        return pod.toBuilder()
                .setMetadata(pod.getMetadata().toBuilder().putAnnotations(annotation, value))
                .build();
    }

    /** Binds as asked, and reserves a GPU for each group. */
    private void bind() {
        for (String patch : server.patches()) {
            Matcher asked = ASKED.matcher(patch);
            if (asked.matches() && done.add(asked.group(1))) {
                String group = asked.group(4);
                if (done.add("reserved " + group)) {
                    V1.Pod reserves = ServedPod.bound(ServedPod.pod("r" + done.size(), "kai", 1), asked.group(2));
                    server.add(reserves.toBuilder()
                            .setMetadata(reserves.getMetadata().toBuilder()
                                    .setNamespace("kai-resource-reservation")
                                    .putLabels("runai-gpu-group", group))
                            .build());
                }
                server.changePod(
                        asked.group(1),
                        pod -> ServedPod.bound(pod, asked.group(2)).toBuilder()
                                .setMetadata(pod.getMetadata().toBuilder().putLabels("runai-gpu-group", group))
                                .build());
            }
        }
    }

    private void awaitBound(String... names) {
        for (String name : names) {
            until(name + " is bound", () -> {
                bind();
                return !server.where().get(name).isEmpty();
            });
        }
    }

    private TreeMap<String, String> groups(String... names) {
        TreeMap<String, String> groups = new TreeMap<>();
        for (String name : names) {
            groups.put(name, server.labels(name).getOrDefault("runai-gpu-group", ""));
        }
        return groups;
    }

    @Test
    void pods_that_share_a_gpu_have_its_group_and_whole_ones_are_beside() {
        node(2);
        server.add(pod("a", "gpu-fraction", "0.5"));
        try (Scheduling berth = berth()) {
            awaitBound("a");
            server.add(pod("b", "gpu-memory", "5000"));
            awaitBound("b");
            server.add(ServedPod.pod("whole", 1));
            awaitBound("whole");
            server.add(pod("c", "gpu-fraction", "0.1"));
            berth.settle(server);
            assertThat(server.where().get("c")).isEmpty();
            assertThat(Set.copyOf(groups("a", "b").values())).hasSize(1).doesNotContain("");
            assertThat(server.bindings()).containsExactly("whole");
        }
        try (Scheduling berth = berth()) {
            berth.settle(server);
            assertThat(server.where().get("c")).isEmpty();
            server.deletePod("b");
            awaitBound("c");
            assertThat(Set.copyOf(groups("a", "c").values())).hasSize(1);
        }
    }

    @Test
    void what_cannot_be_is_said_and_no_binder_is_waited_for_long() {
        node(1);
        server.add(pod("a", "gpu-fraction", "0.33333"));
        try (Scheduling berth = berth()) {
            until("it hears why", () -> server.patches().stream().anyMatch(patch -> patch.contains("three decimals")));
            boolean nobody = berth.ask(state -> state.jobs().isEmpty());
            assertThat(nobody).isTrue();
            assertThat(List.copyOf(server.bindings())).isEmpty();
        }
    }
}
