package io.berth.kube.extend;

import static io.berth.kube.server.ServedPod.bound;
import static io.berth.kube.server.ServedPod.node;
import static io.berth.kube.server.ServedPod.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.strategy.StrategySpec;
import io.berth.kube.api.ApiClient;
import io.berth.kube.bind.PodBinder;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Node;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.kube.server.Await;
import io.berth.kube.server.FakeServer;
import io.berth.kube.wire.Message;
import io.berth.live.clock.Clock;
import io.kubernetes.client.proto.V1;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExtenderTest {
    private static final StrategySpec BEST_FIT = StrategySpec.of("it", "priority", "best-fit", "greedy");
    private static final long LONG = TimeUnit.MINUTES.toNanos(10);

    private final Mirror mirror = new Mirror(_ -> true);
    private final List<String> notes = new ArrayList<>();
    private @Nullable Extender started;

    @AfterEach
    void close() {
        if (started != null) {
            started.close();
        }
        assertThat(notes).isEmpty();
    }

    @Test
    void theNodeThatTheStrategyWouldTakeHasTheMostAndNoOtherAsMuch() {
        nodes(8, 4, 2, 2);
        waits("p", 2);
        Extender extender = extender(BEST_FIT);

        assertThat(extender.prioritize(key("p"), List.of("n0", "n1", "n3", "n2")))
                .containsEntry("n2", Extender.HIGHEST)
                .hasSize(4)
                .allSatisfy((node, score) -> assertThat(node.equals("n2") || score < Extender.HIGHEST)
                        .isTrue());
    }

    @Test
    void aNodeWhereItCannotGoIsNamedWithTheReason() {
        nodes(8, 1, 4);
        waits("p", 4);
        binds("there", 3, "n2");
        Extender extender = extender(BEST_FIT);

        FilterAnswer answer = extender.filter(key("p"), List.of("n2", "n0", "n1", "elsewhere"));

        assertThat(answer.nodes()).containsExactly("n0");
        assertThat(answer.failed()).containsExactly(Map.entry("n2", "Berth: not enough nvidia.com/gpu"));
        assertThat(answer.unresolvable())
                .containsEntry("n1", "Berth: larger than the node")
                .containsEntry("elsewhere", "Berth: this node is not known");
    }

    /** Answers in a row, to pods that are bound later or never, with a count of each node kept by hand. */
    @Test
    void noRoomIsGivenAwayTwice() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Mirror cluster = new Mirror(_ -> true);
            int[] left = random.ints(6, 1, 9).toArray();
            for (int i = 0; i < left.length; i++) {
                cluster.nodeSink().put(read(node("n" + i, left[i])));
            }
            try (Extender extender = Extender.start(cluster, how(BEST_FIT, LONG), Clock.SYSTEM, null, notes::add)) {
                for (int i = 0; i < 40; i++) {
                    ask(extender, cluster, "p" + i, random, left);
                }
            }
        }
    }

    private static void ask(Extender extender, Mirror cluster, String name, Random random, int[] left) {
        int gpus = 1 + random.nextInt(4);
        Pod pod = read(pod(name, "other", gpus));
        cluster.podSink().put(pod);
        List<String> names =
                IntStream.range(0, left.length).mapToObj(i -> "n" + i).toList();
        List<String> fitting = extender.filter(pod.meta().key(), names).nodes();

        assertThat(fitting)
                .containsExactlyElementsOf(names.stream()
                        .filter(node -> left[node.charAt(1) - '0'] >= gpus)
                        .toList());
        if (fitting.isEmpty()) {
            return;
        }
        int best = best(extender.prioritize(pod.meta().key(), fitting));
        left[best] -= gpus;
        if (random.nextBoolean()) {
            cluster.podSink().put(pod.on("n" + best));
        }
    }

    @Test
    void roomThatNobodyTookIsGivenBackAfterAWhile() {
        nodes(4);
        waits("p", 4);
        waits("q", 4);
        Extender extender = extender(how(BEST_FIT, TimeUnit.MILLISECONDS.toNanos(1)), null);
        assertThat(extender.filter(key("p"), List.of("n0")).nodes()).hasSize(1);

        Await.until("the room is given back", () -> extender.holding() == 0);
        assertThat(extender.filter(key("q"), List.of("n0")).nodes()).hasSize(1);
    }

    @Test
    void onePodHoldsRoomOnce() {
        nodes(4);
        waits("p", 3);
        Extender extender = extender(BEST_FIT);
        for (int i = 0; i < 5; i++) {
            assertThat(extender.filter(key("p"), List.of("n0")).nodes()).hasSize(1);
        }
        assertThat(extender.holding()).isEqualTo(1);
    }

    @Test
    void aPodThatIsBoundElsewhereOrGoneLeavesItsRoom() {
        nodes(4, 4);
        waits("p", 4);
        waits("q", 4);
        Extender extender = extender(BEST_FIT);
        assertThat(extender.filter(key("p"), List.of("n0")).nodes()).hasSize(1);
        assertThat(extender.filter(key("q"), List.of("n1")).nodes()).hasSize(1);
        mirror.podSink().put(mirrored("p").on("n1"));
        mirror.podSink().remove(mirrored("q"));
        waits("r", 4);

        FilterAnswer answer = extender.filter(key("r"), List.of("n0", "n1"));

        assertThat(answer.nodes()).containsExactly("n0");
        assertThat(answer.failed()).containsOnlyKeys("n1");
    }

    @Test
    void whatIsNotWeighedIsLeftToWhoAsks() {
        nodes(4, 4);
        V1.Pod claims = pod("p", "other", 9);
        mirror.podSink()
                .put(read(claims.toBuilder()
                        .setSpec(claims.getSpec().toBuilder()
                                .addResourceClaims(
                                        V1.PodResourceClaim.newBuilder().setName("gpu")))
                        .build()));
        Extender extender = extender(BEST_FIT);

        assertThat(extender.filter(key("p"), List.of("n0", "n1")).nodes()).containsExactly("n0", "n1");
        assertThat(extender.prioritize(key("p"), List.of("n0", "n1")).values()).containsOnly(0L);
        assertThat(extender.holding()).isZero();
    }

    @Test
    void whoDoesNotWaitIsNotAnsweredFor() {
        nodes(4);
        binds("there", 1, "n0");
        Extender extender = extender(BEST_FIT);

        assertThatThrownBy(() -> extender.filter(key("nobody"), List.of("n0")))
                .isInstanceOf(ExtenderException.class)
                .hasMessageContaining("team/nobody is not known");
        assertThatThrownBy(() -> extender.prioritize(key("there"), List.of("n0")))
                .hasMessage("pod team/there does not wait");
        assertThatThrownBy(() -> extender.bind(key("there"), "n0")).hasMessageContaining("--bind on");
    }

    @Test
    void aPodThatTheServerTellsOfLaterIsWaitedFor() {
        nodes(4);
        Extender extender = extender(new ExtenderOptions(BEST_FIT, Catalog.standard(), LONG, LONG), null);
        Thread.ofVirtual().start(() -> waits("late", 1));

        assertThat(extender.filter(key("late"), List.of("n0")).nodes()).containsExactly("n0");
    }

    @Test
    void thoseWhomTheStrategyWouldStopMakeRoom() {
        nodes(4, 4);
        binds("low", 2, "n0", 1);
        binds("other", 2, "n0", 1);
        binds("high", 4, "n1", 50);
        waits("p", 2, 9);
        Map<String, Victims> asked = Map.of(
                "n0", new Victims(List.of("uid-low", "uid-other"), 1), "n1", new Victims(List.of("uid-high"), 0));

        assertThat(extender(BEST_FIT).preempt(key("p"), asked)).isEqualTo(asked);
        close();
        Map<String, Victims> narrowed =
                extender(BEST_FIT.preempting("by-order")).preempt(key("p"), asked);
        assertThat(narrowed).containsOnlyKeys("n0");
        assertThat(narrowed.values().iterator().next().uids()).hasSize(1).isSubsetOf("uid-low", "uid-other");
    }

    @Test
    void whoMustNotBeStoppedIsNot() {
        nodes(4);
        binds("low", 4, "n0", 1);
        waits("p", 2, 9);
        Map<String, Victims> asked = Map.of("n0", new Victims(List.of("uid-somebody"), 0));

        assertThat(extender(BEST_FIT.preempting("by-order")).preempt(key("p"), asked))
                .isEqualTo(asked);
    }

    @Test
    void itBindsWhereThereIsRoomAlone() throws Exception {
        nodes(4, 4);
        try (FakeServer server = new FakeServer();
                ApiClient client = new ApiClient(server.address());
                PodBinder binder = new PodBinder(client, "it", notes::add)) {
            server.add(pod("p", "other", 4));
            // The name that the server gives it.
            ObjectKey served = new ObjectKey("team", "p", "pod-1");
            mirror.podSink()
                    .put(Pod.read(
                            Message.of(named(pod("p", "other", 4), served.uid()).toByteArray())));
            waits("q", 1);
            Extender extender = extender(how(BEST_FIT, LONG), binder);
            best(extender.prioritize(served, List.of("n0", "n1")));

            assertThat(extender.bind(served, "n1").get(30, TimeUnit.SECONDS)).isEmpty();
            // Whoever waits for the answer may hear of it before the extender does.
            Await.until("it holds no room", () -> extender.holding() == 0);
            assertThatThrownBy(() -> extender.bind(key("q"), "n1"))
                    .hasMessage("node n1 has no room for it any more: not enough nvidia.com/gpu");
            assertThat(extender.bind(key("q"), "n0").get(30, TimeUnit.SECONDS)).isNotEmpty();
            Await.until("it holds no room again", () -> extender.holding() == 0);
            assertThat(server.bindings()).hasSize(1);
        }
    }

    private static int best(Map<String, Long> scores) {
        return scores.entrySet().stream()
                .filter(score -> score.getValue() == Extender.HIGHEST)
                .mapToInt(score -> score.getKey().charAt(1) - '0')
                .sum();
    }

    private Extender extender(StrategySpec strategy) {
        return extender(how(strategy, LONG), null);
    }

    private Extender extender(ExtenderOptions how, @Nullable PodBinder binder) {
        Extender extender = Extender.start(mirror, how, Clock.SYSTEM, binder, notes::add);
        started = extender;
        return extender;
    }

    private static ExtenderOptions how(StrategySpec strategy, long holdNanos) {
        return new ExtenderOptions(strategy, Catalog.standard(), holdNanos, TimeUnit.MILLISECONDS.toNanos(20));
    }

    private void nodes(int... gpus) {
        for (int i = 0; i < gpus.length; i++) {
            mirror.nodeSink().put(read(node("n" + i, gpus[i])));
        }
    }

    private void waits(String name, int gpus) {
        waits(name, gpus, 0);
    }

    private void waits(String name, int gpus, int priority) {
        mirror.podSink().put(read(urgent(pod(name, "other", gpus), priority)));
    }

    private void binds(String name, int gpus, String node) {
        binds(name, gpus, node, 0);
    }

    private void binds(String name, int gpus, String node, int priority) {
        mirror.podSink().put(read(urgent(bound(pod(name, "other", gpus), node), priority)));
    }

    private Pod mirrored(String name) {
        Pod pod = mirror.pod("uid-" + name);
        assertThat(pod).isNotNull();
        return pod;
    }

    private static V1.Pod urgent(V1.Pod pod, int priority) {
        return pod.toBuilder()
                .setSpec(pod.getSpec().toBuilder().setPriority(priority))
                .build();
    }

    private static ObjectKey key(String name) {
        return new ObjectKey("team", name, "uid-" + name);
    }

    private static V1.Pod named(V1.Pod pod, String uid) {
        return pod.toBuilder()
                .setMetadata(pod.getMetadata().toBuilder().setUid(uid))
                .build();
    }

    private static Pod read(V1.Pod pod) {
        return Pod.read(
                Message.of(named(pod, "uid-" + pod.getMetadata().getName()).toByteArray()));
    }

    private static Node read(V1.Node node) {
        return Node.read(Message.of(node.toByteArray()));
    }
}
