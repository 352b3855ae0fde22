package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static io.berth.kube.server.ServedPod.bound;
import static io.berth.kube.server.ServedPod.gated;
import static io.berth.kube.server.ServedPod.node;
import static io.berth.kube.server.ServedPod.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.state.State;
import io.berth.kube.server.FakeServer;
import io.kubernetes.client.proto.Meta.LabelSelector;
import io.kubernetes.client.proto.Meta.Time;
import io.kubernetes.client.proto.V1;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubeWorldTest {
    private final FakeServer server = new FakeServer();

    @TempDir
    Path temp;

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void podsAreBoundWhereTheyFitAndNoFurther() {
        server.add(node("a", 2));
        server.add(node("b", 1));
        pods(4);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("three pods are bound", () -> count("a") == 2 && count("b") == 1);
            until("one is told why not", () -> server.patches().size() == 1);
            assertThat(server.patches().getFirst())
                    .contains("/status ", "Unschedulable", "2 × not enough nvidia.com/gpu");
            until("events say all of it", () -> server.events().size() == 4);
            assertThat(berth.notes()).isEmpty();
        }
        assertThat(server.bindings()).doesNotHaveDuplicates().hasSize(3);
    }

    @Test
    void whatWasSentIsAnsweredBeforeItEndsAndNothingMoreIsSent() {
        server.add(node("a", 100));
        pods(40);
        CompletableFuture<Void> ended = new CompletableFuture<>();
        server.holdBindings(() -> {
            Scheduling berth = new Scheduling(server, null);
            until("as many as go at once were sent", () -> server.heldBindings() == 32);
            Thread.ofPlatform().start(() -> {
                berth.close();
                ended.complete(null);
            });
            until("it ends", berth::closing);
            assertThat(ended).isNotDone();
        });
        ended.join();
        assertThat(server.bindings()).hasSize(32);
        until("their events were written", () -> server.events().size() == 32);
    }

    @Test
    void aNodeThatJoinsTakesWhatNoOtherCouldHold() {
        server.add(node("small", 1));
        server.add(pod("large", 4));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it says why it waits", () -> !server.patches().isEmpty());
            assertThat(server.where()).containsEntry("large", "");
            server.add(node("large", 4));
            until("it is bound", () -> count("large") == 1);
            assertThat((long) berth.ask(State::waitingJobs)).isZero();
        }
    }

    @Test
    void aNodeThatIsMadeAgainHoldsWhatIsOnIt() {
        server.add(node("a", 2));
        pods(2);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("both are bound", () -> count("a") == 2);
            server.deleteNode("a");
            until("it is gone", () -> berth.ask(state -> state.nodeNumber("a")) < 0);
            server.add(pod("late", 1));
            until("it is told why it waits", () -> server.patches().size() == 1);
            server.add(node("a", 2));
            until("they are found", () -> berth.ask(state -> state.nodes().tasks(0)) == 2);
            server.add(node("b", 1));
            until("there is room elsewhere", () -> count("b") == 1);
        }
        assertThat(server.where()).containsEntry("late", "b");
    }

    @Test
    void whatOthersBoundCountsEvenWhereItIsTooMuch() {
        server.add(node("a", 2));
        for (int i = 0; i < 3; i++) {
            server.add(bound(pod("other-" + i, "somebody", 1), "a"));
        }
        server.add(pod("mine", 1));
        try (Scheduling berth = new Scheduling(server, null)) {
            berth.settle(server);
            server.deletePod("other-0");
            until("two are left", () -> berth.ask(state -> state.nodes().tasks(0)) == 2);
            assertThat(server.where()).containsEntry("mine", "");
            server.deletePod("other-1");
            until("there is room now", () -> count("a") == 2);
            assertThat(server.where()).containsEntry("mine", "a");
        }
    }

    @Test
    void aPodThatSomebodyElseBoundWhileItWaitedCountsWhereItIs() {
        server.add(node("a", 1));
        server.add(bound(pod("first", "somebody", 1), "a"));
        server.add(pod("mine", 1));
        try (Scheduling berth = new Scheduling(server, null)) {
            berth.settle(server);
            server.add(node("b", 0));
            server.changePod("mine", pod -> bound(pod, "b"));
            until("both hold", () -> berth.ask(state -> state.nodes().tasks(1)) == 1);
            assertThat((long) berth.ask(State::waitingJobs)).isZero();
        }
        assertThat(server.bindings()).isEmpty();
    }

    @Test
    void aGateHoldsBackUntilItIsGone() {
        server.add(node("a", 1));
        server.add(gated(pod("gated", 1)));
        try (Scheduling berth = new Scheduling(server, null)) {
            berth.settle(server);
            assertThat((long) berth.ask(State::waitingJobs)).isZero();
            server.changePod(
                    "gated",
                    pod -> pod.toBuilder()
                            .setSpec(pod.getSpec().toBuilder().clearSchedulingGates())
                            .build());
            until("it is bound", () -> count("a") == 1);
        }
    }

    @Test
    void thoseThatAreGatedKeepNobodyFromHearingWhyItWaits() {
        for (int i = 0; i < 60; i++) {
            server.add(gated(pod("gated-" + i, 1)));
        }
        server.add(pod("waits", 1));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it hears", () -> server.patches().size() == 1);
            assertThat(server.patches().getFirst()).contains("/waits/status ", "Unschedulable");
            assertThat(berth.metrics())
                    .contains(
                            "scheduler_pending_pods{queue=\"active\"} 0",
                            "scheduler_pending_pods{queue=\"unschedulable\"} 1",
                            "scheduler_pending_pods{queue=\"gated\"} 60");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Succeeded", "Failed"})
    void aPodThatIsOverMakesRoom(String phase) {
        server.add(node("a", 1));
        pods(2);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("one is bound", () -> count("a") == 1);
            String first = server.bindings().getFirst();
            server.changePod(
                    first,
                    pod -> pod.toBuilder()
                            .setStatus(pod.getStatus().toBuilder().setPhase(phase))
                            .build());
            until("the other is bound", () -> count("a") == 2);
            assertThat(berth.notes()).isEmpty();
        }
        assertThat(server.bindings()).doesNotHaveDuplicates();
    }

    /** 0 is no answer at all. */
    @ParameterizedTest
    @CsvSource({"429,false", "500,false", "500,true", "503,false", "0,true", "409,false", "404,false"})
    void aBindingThatFailsIsMadeAgainAndNeverTwice(int code, boolean done) {
        server.add(node("a", 1));
        server.add(pod("it", 1));
        server.refuse(code, done);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it is bound", () -> count("a") == 1);
            until("it is known to be", () -> berth.ask(state -> state.nodes().tasks(0) == 1 && !state.dirty()));
        }
        assertThat(server.bindings()).containsExactly("it");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 500})
    void nobodyGetsTheRoomOfABindingOfWhichNobodyKnowsWhetherItWasDone(int code) {
        server.add(node("a", 1));
        server.add(pod("it", 1));
        server.refuse(code, true);
        server.refuseLooks(3);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it is bound", () -> count("a") == 1);
            server.add(pod("other", 1));
            until("the other is told why it waits", () -> !server.patches().isEmpty());
            assertThat(berth.notes()).isEmpty();
        }
        assertThat(server.bindings()).containsExactly("it");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatHappensWhileNobodyWatchesIsFoundLater(boolean forgotten) {
        server.add(node("a", 2));
        pods(3);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("two are bound", () -> count("a") == 2);
            server.pause();
            String gone = server.bindings().getFirst();
            server.deletePod(gone);
            server.add(node("b", 1));
            server.add(pod("late", 1));
            server.dropWatches(forgotten);
            server.resume();
            until("all are bound", () -> !server.where().containsValue(""));
            assertThat(berth.notes().stream().filter(note -> note.contains("bug")))
                    .isEmpty();
        }
        assertThat(count("a")).isEqualTo(2);
        assertThat(count("b")).isEqualTo(1);
        assertThat(server.bindings()).doesNotHaveDuplicates().hasSize(4);
    }

    @Test
    void podsOfANodeThatIsGoneAreNotPlacedAnew() {
        server.add(node("a", 2));
        server.add(node("b", 0));
        pods(2);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("both are bound", () -> count("a") == 2);
            berth.settle(server);
            server.deleteNode("a");
            until("it is forgotten", () -> berth.ask(state -> state.nodeNumber("a")) < 0);
            until("nobody waits for a place", () -> berth.ask(State::liveJobs) == 0);
            server.add(node("c", 2));
            until("the new node is known", () -> berth.ask(state -> state.nodeNumber("c")) >= 0);
            assertThat((int) berth.ask(State::liveJobs)).isZero();
            assertThat(berth.notes()).isEmpty();
        }
        assertThat(server.bindings()).hasSize(2);
    }

    @Test
    void aNodeThatIsMadeAgainUnderItsNameBeginsEmpty() {
        server.add(node("a", 2));
        pods(2);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("both are bound", () -> count("a") == 2);
            server.deleteNode("a");
            until("it is forgotten", () -> berth.ask(state -> state.nodeNumber("a")) < 0);
            List.copyOf(server.where().keySet()).forEach(server::deletePod);
            server.add(node("a", 2));
            server.add(pod("new", 2));
            until("the new pod is bound", () -> count("a") == 1);
            assertThat((int) berth.ask(state -> state.nodes().tasks(state.nodeNumber("a"))))
                    .isEqualTo(1);
        }
    }

    @Test
    void aPodThatAsksForARuleThatNobodyWeighsWaitsAndHearsWhich() {
        server.add(node("a", 4));
        V1.Pod claims = pod("claims", 1);
        server.add(claims.toBuilder()
                .setSpec(claims.getSpec().toBuilder()
                        .addResourceClaims(V1.PodResourceClaim.newBuilder().setName("gpu")))
                .build());
        server.add(pod("plain", 1));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it hears", () -> !server.patches().isEmpty());
            assertThat(server.patches().getFirst()).contains("claim gpu is not made yet");
            assertThat(berth.ask(State::waitingJobs)).isEqualTo(0L);
        }
        assertThat(server.bindings()).containsExactly("plain");
    }

    @Test
    void podsThatMustBeApartAreAndOneThatRunsKeepsOthersAway() {
        server.add(node("a", 4));
        server.add(node("b", 4));
        server.add(bound(apart("theirs", "db", "web"), "a"));
        server.add(apart("one", "web", "web"));
        server.add(apart("two", "web", "web"));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("one is bound", () -> count("b") == 1);
            until("the other hears why", () -> server.patches().size() == 1);
            assertThat(server.patches().getFirst())
                    .contains("1 × with tasks that the job must be apart from")
                    .contains("1 × with tasks that must be apart from the job");
            // Who runs is looked at by its labels of now.
            server.changePod("one", pod -> labelled(pod, "db"));
            server.changePod("two", pod -> labelled(pod, "cache"));
            until("it has its place", () -> !server.where().get("two").isEmpty());
            assertThat(berth.notes()).isEmpty();
        }
    }

    @Test
    void aSpreadDoesNotCountAPodThatIsToGo() {
        server.add(node("a", 4));
        server.add(node("b", 4));
        for (String there : List.of("a1", "a2")) {
            server.add(bound(labelled(pod(there, 0), "web"), "a"));
        }
        server.add(bound(labelled(pod("b1", 0), "web"), "b"));
        V1.Pod spread = labelled(pod("spread", 1), "web");
        server.add(spread.toBuilder()
                .setSpec(spread.getSpec().toBuilder()
                        .putNodeSelector("kubernetes.io/hostname", "a")
                        .addTopologySpreadConstraints(V1.TopologySpreadConstraint.newBuilder()
                                .setMaxSkew(1)
                                .setTopologyKey("kubernetes.io/hostname")
                                .setWhenUnsatisfiable("DoNotSchedule")
                                .setNodeAffinityPolicy("Ignore")
                                .setLabelSelector(LabelSelector.newBuilder().putMatchLabels("app", "web"))))
                .build());
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it hears why it waits", () -> !server.patches().isEmpty());
            assertThat(server.patches().getFirst()).contains("spread too unevenly");
            server.changePod(
                    "a1",
                    pod -> pod.toBuilder()
                            .setMetadata(pod.getMetadata().toBuilder()
                                    .setDeletionTimestamp(Time.newBuilder().setSeconds(1)))
                            .build());
            until("it is bound", () -> server.bindings().contains("spread"));
            assertThat(berth.notes()).isEmpty();
        }
    }

    /** Labelled {@code app=label}, and apart from all on its node that are labelled {@code app=from}. */
    private static V1.Pod apart(String name, String label, String from) {
        V1.Pod pod = labelled(pod(name, 1), label);
        return pod.toBuilder()
                .setSpec(pod.getSpec().toBuilder()
                        .setAffinity(V1.Affinity.newBuilder()
                                .setPodAntiAffinity(V1.PodAntiAffinity.newBuilder()
                                        .addRequiredDuringSchedulingIgnoredDuringExecution(
                                                V1.PodAffinityTerm.newBuilder()
                                                        .setTopologyKey("kubernetes.io/hostname")
                                                        .setLabelSelector(LabelSelector.newBuilder()
                                                                .putMatchLabels("app", from))))))
                .build();
    }

    private static V1.Pod labelled(V1.Pod pod, String app) {
        return pod.toBuilder()
                .setMetadata(pod.getMetadata().toBuilder().putLabels("app", app))
                .build();
    }

    @Test
    void aCordonedNodeTakesNothingMore() {
        server.add(node("a", 4));
        server.add(pod("before", 1));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it is bound", () -> count("a") == 1);
            server.change(
                    "a",
                    node -> node.toBuilder()
                            .setSpec(node.getSpec().toBuilder().setUnschedulable(true))
                            .build());
            until(
                    "it is known",
                    () -> !berth.ask(state -> state.nodeTable().spec(0).taints().isEmpty()));
            server.add(pod("after", 1));
            until("it says why", () -> !server.patches().isEmpty());
            assertThat(server.patches().getFirst()).contains("tainted");
            server.change(
                    "a",
                    node -> node.toBuilder()
                            .setSpec(node.getSpec().toBuilder().setUnschedulable(false))
                            .build());
            until("it goes on", () -> count("a") == 2);
        }
    }

    @Test
    void aRestartGoesOnWithItsJournalAndTheServerIsRight() {
        Path journal = temp.resolve("journal");
        server.add(node("a", 3));
        pods(2);
        try (Scheduling berth = new Scheduling(server, journal)) {
            until("both are bound", () -> count("a") == 2);
            berth.settle(server);
        }
        server.deletePod(server.bindings().getFirst());
        server.add(pod("one", 1));
        server.add(pod("two", 1));
        server.add(pod("three", 1));
        try (Scheduling berth = new Scheduling(server, journal)) {
            until("the node is full", () -> count("a") == 3);
            until("it is known", () -> berth.ask(state -> state.nodes().tasks(0)) == 3);
            assertThat((long) berth.ask(State::waitingJobs)).isEqualTo(1);
        }
        assertThat(server.bindings()).doesNotHaveDuplicates().hasSize(4);
    }

    @Test
    void thousandsOfPodsAreEachBoundOnce() {
        for (int i = 0; i < 50; i++) {
            server.add(node("node-" + i, 8));
        }
        try (Scheduling berth = new Scheduling(server, null)) {
            pods(500);
            until("all room is taken", () -> boundPods().size() == 400);
            assertThat((long) berth.ask(State::waitingJobs)).isEqualTo(100);
        }
        assertThat(server.bindings()).doesNotHaveDuplicates();
    }

    private void pods(int count) {
        for (int i = 0; i < count; i++) {
            server.add(pod("pod-" + i, 1));
        }
    }

    private Set<String> boundPods() {
        TreeSet<String> bound = new TreeSet<>();
        server.where().forEach((pod, node) -> {
            if (!node.isEmpty()) {
                bound.add(pod);
            }
        });
        return bound;
    }

    private long count(String node) {
        return server.where().values().stream().filter(node::equals).count();
    }
}
