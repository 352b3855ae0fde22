package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;
import static io.berth.kube.server.ServedPod.bound;
import static io.berth.kube.server.ServedPod.gated;
import static io.berth.kube.server.ServedPod.node;
import static io.berth.kube.server.ServedPod.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.kube.server.FakeServer;
import io.kubernetes.client.proto.Meta.OwnerReference;
import io.kubernetes.client.proto.Meta.Time;
import io.kubernetes.client.proto.V1;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GangsTest {
    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void podsOfAGangAreBoundWhenAllAreThere() {
        server.add(node("a", 2));
        server.add(node("b", 2));
        try (Scheduling berth = new Scheduling(server, null)) {
            server.add(member("g-0", "g", 3));
            server.add(member("g-1", "g", 3));
            until("they are told", () -> server.patches().size() == 2);
            assertThat(server.patches().getFirst())
                    .contains("of the 3 pods that start together as team/g, 2 may start");
            assertThat(placed()).isEmpty();

            server.add(member("g-2", "g", 3));
            until("all are bound", () -> placed().size() == 3);
            until("they run as one", () -> berth.ask(State::liveJobs) == 1);
            assertThat(berth.notes()).isEmpty();
        }
    }

    @Test
    void podsOfAGangAreToldWhatIsWithThoseThatItLacks() {
        server.add(node("a", 6));
        server.add(member("g-0", "g", 6));
        server.add(gated(member("g-1", "g", 6)));
        server.add(gated(member("g-2", "g", 6)));
        server.add(deleting(member("g-3", "g", 6)));
        try (Scheduling _ = new Scheduling(server, null)) {
            until(
                    "it is told",
                    () -> server.patches().stream()
                            .anyMatch(patch -> patch.contains("of the 6 pods that start together as team/g, 1 may start"
                                    + " (2 not there, 2 behind a gate, 1 being deleted).")));
        }
    }

    @Test
    void aGangThatDoesNotFitLeavesTheRoomToOthers() {
        server.add(node("a", 3));
        members("first", 2);
        try (Scheduling _ = new Scheduling(server, null)) {
            until("the first is bound", () -> placed().size() == 2);
            members("second", 2);
            until("each of the second is told", () -> server.patches().size() == 2);
            assertThat(server.patches())
                    .allSatisfy(patch -> assertThat(patch)
                            .contains("of the 2 pods that start together as team/second, 1 have room: "));
            server.add(pod("single", 1));
            until("what fits is bound", () -> placed().contains("single"));
            assertThat(placed()).containsExactly("first-0", "first-1", "single");

            server.add(node("b", 1));
            server.deletePod("single");
            until("there is room for both", () -> placed().containsAll(List.of("second-0", "second-1")));
        }
    }

    @Test
    void onesBeyondThoseThatMustBeThereStartOneByOne() {
        server.add(node("a", 3));
        try (Scheduling berth = new Scheduling(server, null)) {
            server.add(gated(member("g-0", "g", 2)));
            for (int i = 1; i < 4; i++) {
                server.add(member("g-" + i, "g", 2));
            }
            until("three are bound", () -> placed().size() == 3);
            until("one is a job by itself", () -> berth.ask(State::liveJobs) == 2);
        }
    }

    @Test
    void membersThatAskForOtherThingsStartTogether() {
        server.add(node("a", 4));
        server.add(node("b", 1));
        server.add(member("driver", "g", 3));
        server.add(in(pod("worker-0", 2), "g", 3));
        server.add(in(pod("worker-1", 2), "g", 3));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("all are bound", () -> placed().size() == 3);
            Job gang = berth.ask(State::jobs).getFirst();
            assertThat(gang.spec().groups()).hasSize(2);
            assertThat(gang.spec().name()).isEqualTo("team/g");
        }
        assertThat(server.where()).containsEntry("driver", "b");
    }

    @Test
    void whenOneIsDeletedBeforeItStartsTheOthersWaitForAnother() {
        server.add(node("a", 1));
        try (Scheduling berth = new Scheduling(server, null)) {
            members("g", 2);
            until("both are told", () -> server.patches().size() == 2);
            server.deletePod("g-0");
            until("the gang waits no more", () -> berth.ask(State::liveJobs) == 0);
            server.add(node("b", 1));
            berth.settle(server);
            assertThat(placed()).isEmpty();
            server.add(member("g-2", "g", 2));
            until("both are bound", () -> placed().equals(new TreeSet<>(List.of("g-1", "g-2"))));
        }
    }

    @Test
    void whatBecomesOfOneThatRunsDoesNotStopTheOthers() {
        server.add(node("a", 4));
        members("g", 4);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("they run", () -> berth.ask(state -> running(state) == 4));
            server.changePod("g-0", before -> phase(before, "Failed"));
            server.changePod("g-1", before -> phase(before, "Succeeded"));
            until(
                    "two hold their places",
                    () -> berth.ask(state -> state.nodes().tasks(0)) == 2);
            server.changePod("g-2", GangsTest::deleting);
            server.deletePod("g-3");
            until("one is left", () -> berth.ask(state -> state.nodes().tasks(0)) == 1);
            assertThat(server.where()).containsOnlyKeys("g-0", "g-1", "g-2");

            server.deletePod("g-2");
            until("nothing is left", () -> berth.ask(State::liveJobs) == 0);
        }
    }

    @Test
    void aNodeThatIsGoneTakesOnlyWhatWasOnIt() {
        server.add(node("a", 1));
        server.add(node("b", 1));
        members("g", 2);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("they run", () -> berth.ask(state -> running(state) == 2));
            server.deleteNode("a");
            until("it is gone", () -> berth.ask(state -> state.nodeNumber("a")) < 0);
            berth.settle(server);
            assertThat(server.where()).containsKeys("g-0", "g-1");
            assertThat((int) berth.ask(state -> state.nodes().tasks(state.nodeNumber("b"))))
                    .isEqualTo(1);
        }
    }

    @Test
    void oneThatTheServerRefusesIsTriedAgainAndKeepsItsRoom() {
        server.add(node("a", 3));
        members("g", 3);
        AtomicInteger tries = new AtomicInteger();
        server.refuse((pod, _) -> pod.equals("g-0") && tries.incrementAndGet() <= 6);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("two are bound", () -> placed().size() == 2);
            server.add(pod("later", 1));
            until("it was tried again", () -> tries.get() > 3);
            until("it is told", () -> server.patches().stream().anyMatch(patch -> patch.contains("is tried again")));
            until("all are bound", () -> placed().containsAll(List.of("g-0", "g-1", "g-2")));
            berth.settle(server);
            assertThat(placed()).doesNotContain("later");
            assertThat(tries).hasValue(7);
            assertThat(berth.notes()).singleElement().asString().contains("cannot bind pod team/g-0 to a: 422");
        }
    }

    @Test
    void oneThatANodeRefusesGoesToAnother() {
        server.add(node("a", 3));
        server.add(node("b", 3));
        members("g", 3);
        AtomicReference<String> first = new AtomicReference<>("");
        server.refuse((pod, node) -> pod.equals("g-0")
                && (first.compareAndSet("", node) || first.get().equals(node)));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("all are bound", () -> placed().size() == 3);
            assertThat(first.get()).isNotEmpty();
            assertThat(server.where()).doesNotContainEntry("g-0", first.get());
            until("they run", () -> berth.ask(GangsTest::allRun));
        }
    }

    @Test
    void oneThatANodeRefusesHasTheFirstRoomElsewhere() {
        server.add(node("a", 3));
        members("g", 3);
        AtomicInteger tries = new AtomicInteger();
        server.refuse((pod, node) -> pod.equals("g-0") && node.equals("a") && tries.incrementAndGet() > 0);
        try (Scheduling berth = new Scheduling(server, null)) {
            until("two are bound", () -> placed().size() == 2);
            server.add(pod("later", 1));
            until(
                    "it pauses for long",
                    () -> berth.ask(state -> state.jobs().stream().anyMatch(job -> job.restarts() == 6)));
            server.add(node("b", 1));
            until("all are bound", () -> placed().size() == 4);
            assertThat(server.where()).containsEntry("g-0", "b").containsEntry("later", "a");
            assertThat(tries).hasValue(6);
        }
    }

    @Test
    void aGangOfWhichNoneCanBeBoundWaitsAsOneAndKeepsNoRoom() {
        server.add(node("a", 3));
        members("g", 3);
        server.refuse((pod, _) -> pod.startsWith("g-"));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("all were refused", () -> berth.notes().size() == 3);
            until("they wait", () -> berth.ask(State::waitingJobs) == 1);
            Job gang = berth.ask(State::jobs).getFirst();
            assertThat(gang.mostTasks()).isEqualTo(3);
            assertThat(gang.failures()).isEqualTo(1);
            server.add(pod("other", 1));
            until("its room is for others", () -> placed().equals(Set.of("other")));
        }
    }

    @Test
    void oneThatWaitsBehindItsGangStartsWithOthersThatItLacks() {
        server.add(node("a", 2));
        members("g", 2);
        server.refuse((pod, _) -> pod.equals("g-0"));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("one is bound", () -> placed().equals(Set.of("g-1")));
            server.add(urgent(pod("urgent", 1)));
            until("what goes before it has its room", () -> placed().contains("urgent"));
            server.deletePod("g-1");
            server.add(member("g-2", "g", 2));
            until(
                    "both wait as one",
                    () -> berth.ask(state ->
                            state.waitingJobs() == 1 && state.jobs().getLast().mostTasks() == 2));
            berth.settle(server);
            assertThat(placed()).containsExactly("urgent");
            server.refuse((_, _) -> false);
            server.deletePod("urgent");
            until("both are bound", () -> placed().equals(Set.of("g-0", "g-2")));
        }
    }

    @Test
    void theNextLifeGoesOnTrying(@TempDir Path journal) {
        server.add(node("a", 3));
        members("g", 3);
        server.refuse((pod, _) -> pod.equals("g-0"));
        try (Scheduling _ = new Scheduling(server, journal)) {
            until("two are bound", () -> placed().size() == 2);
            until("it is told", () -> !server.patches().isEmpty());
        }
        server.refuse((_, _) -> false);
        try (Scheduling berth = new Scheduling(server, journal)) {
            until("they run", () -> placed().size() == 3 && berth.ask(GangsTest::allRun));
        }
        // As if Berth had ended on the way from one node to another.
        server.changePod("g-0", before -> bound(before, ""));
        try (Scheduling _ = new Scheduling(server, journal)) {
            until("it is bound again", () -> placed().size() == 3);
        }
    }

    private static V1.Pod urgent(V1.Pod pod) {
        return pod.toBuilder()
                .setSpec(pod.getSpec().toBuilder().setPriority(100))
                .build();
    }

    @Test
    void aGangThatIsBoundInPartIsMadeWhole() {
        server.add(node("a", 3));
        server.add(bound(member("g-0", "g", 3), "a"));
        server.add(pod("a-before", 1));
        server.add(member("g-1", "g", 3));
        server.add(member("g-2", "g", 3));
        try (Scheduling berth = new Scheduling(server, null)) {
            until("it is whole", () -> placed().equals(new TreeSet<>(List.of("g-0", "g-1", "g-2"))));
            assertThat(berth.notes()).isEmpty();
        }
    }

    @Test
    void whatAnotherRunLeftBehindUnderItsNameDoesNotCount() {
        server.add(node("a", 1));
        server.add(owned(phase(bound(member("old-0", "g", 2), "a"), "Succeeded"), "monday"));
        server.add(owned(phase(bound(member("old-1", "g", 2), "a"), "Succeeded"), "monday"));
        server.add(owned(member("new-0", "g", 2), "tuesday"));
        server.add(owned(member("new-1", "g", 2), "tuesday"));
        try (Scheduling _ = new Scheduling(server, null)) {
            until("both wait for each other", () -> server.patches().size() == 2);
            assertThat(server.where()).containsEntry("new-0", "").containsEntry("new-1", "");
            server.deletePod("new-0");
            server.add(owned(phase(bound(member("new-2", "g", 2), "a"), "Succeeded"), "tuesday"));
            until("the one that is left starts", () -> placed().contains("new-1"));
        }
    }

    private static V1.Pod owned(V1.Pod pod, String owner) {
        V1.Pod.Builder owned = pod.toBuilder();
        owned.getMetadataBuilder()
                .addOwnerReferences(OwnerReference.newBuilder()
                        .setKind("Job")
                        .setName(owner)
                        .setUid(owner)
                        .setController(true));
        return owned.build();
    }

    @Test
    void aGangOfWhichNobodySaysHowLargeItIsIsToldSo() {
        server.add(node("a", 3));
        V1.Pod.Builder pod = pod("p", 1).toBuilder();
        pod.getMetadataBuilder().putLabels("scheduling.x-k8s.io/pod-group", "g");
        server.add(pod.build());
        V1.Pod.Builder other = pod("q", 1).toBuilder();
        other.getSpecBuilder()
                .setSchedulingGroup(V1.PodSchedulingGroup.newBuilder().setPodGroupName("absent"));
        server.add(other.build());
        try (Scheduling _ = new Scheduling(server, null)) {
            until("both are told", () -> server.patches().size() == 2);
            assertThat(String.join("\n", server.patches()))
                    .contains("berth.io/gang-min would", "the PodGroup team/absent is not there");
        }
        assertThat(placed()).isEmpty();
    }

    private void members(String gang, int count) {
        for (int i = 0; i < count; i++) {
            server.add(member(gang + "-" + i, gang, count));
        }
    }

    private static V1.Pod member(String name, String gang, int least) {
        return in(pod(name, 1), gang, least);
    }

    private static V1.Pod in(V1.Pod pod, String gang, int least) {
        V1.Pod.Builder in = pod.toBuilder();
        in.getMetadataBuilder()
                .putLabels("index", pod.getMetadata().getName())
                .putAnnotations("berth.io/gang", gang)
                .putAnnotations("berth.io/gang-min", Integer.toString(least));
        return in.build();
    }

    private static V1.Pod phase(V1.Pod pod, String phase) {
        return pod.toBuilder()
                .setStatus(pod.getStatus().toBuilder().setPhase(phase))
                .build();
    }

    private static V1.Pod deleting(V1.Pod pod) {
        V1.Pod.Builder deleting = pod.toBuilder();
        deleting.getMetadataBuilder().setDeletionTimestamp(Time.newBuilder().setSeconds(1));
        return deleting.build();
    }

    private static int running(State state) {
        return state.jobs().stream()
                .filter(job -> job.startNanos() >= 0)
                .mapToInt(Job::startedTasks)
                .sum();
    }

    private static boolean allRun(State state) {
        return state.jobs().stream().allMatch(job -> job.startNanos() >= 0);
    }

    private TreeSet<String> placed() {
        TreeSet<String> bound = new TreeSet<>();
        server.where().forEach((name, node) -> {
            if (!node.isEmpty()) {
                bound.add(name);
            }
        });
        return bound;
    }
}
