package io.berth.kube.record;

import static io.berth.kube.server.ServedPod.bound;
import static io.berth.kube.server.ServedPod.node;
import static io.berth.kube.server.ServedPod.pod;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.kube.api.ApiClient;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Watches;
import io.berth.kube.server.Await;
import io.berth.kube.server.FakeServer;
import io.berth.live.clock.Clock;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.RecoveredJournal;
import io.kubernetes.client.proto.Meta.Time;
import io.kubernetes.client.proto.V1;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecorderTest {
    /** Of the cluster, in seconds; turned by hand. */
    private final AtomicLong now = new AtomicLong(1_700_000_000);

    private final FakeServer server = new FakeServer();
    private final List<String> notes = new ArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void nothingWasWrittenThere() {
        assertThat(server.bindings()).isEmpty();
        assertThat(server.patches()).isEmpty();
        assertThat(server.events()).isEmpty();
        server.close();
    }

    /** What was written: seconds since the begin and what happened. */
    private List<String> told() {
        List<String> told = new ArrayList<>();
        JournalReader.open(folder)
                .forEachRemaining(frame -> frame.events().forEach(event -> told.add(text(frame, event))));
        return told;
    }

    private static String text(Frame frame, Event event) {
        long seconds = frame.atNanos() / Nanos.SECOND - 1_700_000_000;
        return seconds + " "
                + switch (event) {
                    case Event.NodeJoined joined -> "node " + joined.spec().name();
                    case Event.JobSubmitted made -> "made " + made.spec().name();
                    case Event.JobFound found ->
                        found.spec().name() + " on "
                                + found.placements().getFirst().node();
                    case Event.TaskEnded ended -> "end " + ended.job() + " " + ended.exitCode();
                    default -> event.getClass().getSimpleName();
                };
    }

    @Test
    void whatSomebodyElseStartedIsAWaitAStartAndAnEnd() {
        server.add(node("a", 2));
        server.add(created(bound(pod("old", "other", 1), "a")));
        try (Recording recording = new Recording()) {
            server.add(created(pod("new", "other", 1)));
            recording.until(3);
            now.addAndGet(7);
            server.changePod("new", before -> boundNow(before, "a"));
            recording.until(4);
            now.addAndGet(5);
            server.changePod("new", before -> phase(before, "Succeeded"));
            recording.until(5);
        }
        assertThat(told())
                .containsExactly("0 node a", "0 team/old on 0", "0 made team/new", "7 team/new on 0", "12 end 2 0");
        State state = RecoveredJournal.read(folder);
        assertThat(state.liveJobs()).isEqualTo(1);
        assertThat(state.nodes().idleGpus(0)).isEqualTo(1);
        assertThat(notes).isEmpty();
    }

    @Test
    void aSecondStartGoesOnAndTellsWhenThingsHappenedThatNobodySaw() {
        server.add(node("a", 2));
        server.add(created(pod("waits", "other", 1)));
        try (Recording recording = new Recording()) {
            recording.until(2);
        }
        now.addAndGet(100);
        server.add(created(pod("missed", "other", 1)));
        now.addAndGet(20);
        server.changePod("missed", before -> boundNow(before, "a"));
        now.addAndGet(10);
        server.changePod("waits", before -> boundNow(before, "a"));
        now.addAndGet(300);
        try (Recording recording = new Recording()) {
            recording.until(5);
        }
        assertThat(told())
                .containsExactly(
                        "0 node a",
                        "0 made team/waits",
                        "100 made team/missed",
                        "120 team/missed on 0",
                        "130 team/waits on 0");
    }

    @Test
    void whatNobodyWeighsAndWhatIsOfNobodyIsOnlyFoundWhereItIs() {
        server.add(node("a", 2));
        V1.Pod claims = pod("claims", "other", 1);
        server.add(created(claims.toBuilder()
                .setSpec(claims.getSpec().toBuilder()
                        .addResourceClaims(V1.PodResourceClaim.newBuilder().setName("gpu"))
                        .addContainers(V1.Container.newBuilder()
                                .setName("web")
                                .addPorts(V1.ContainerPort.newBuilder().setHostPort(80))))
                .build()));
        try (Recording recording = new Recording()) {
            recording.until(1);
            server.changePod("claims", before -> boundNow(before, "a"));
            recording.until(2);
        }
        assertThat(told()).containsExactly("0 node a", "0 team/claims on 0");
        Event.JobFound found = (Event.JobFound) last().events().getFirst();
        assertThat(found.spec().demand().where().selector()).hasSize(1);
        assertThat(found.spec().demand().peers())
                .as("its port is still its own")
                .hasSize(1);
    }

    @Test
    void aNodeThatIsMadeAgainHoldsWhatIsOnIt() {
        server.add(node("a", 2));
        server.add(created(bound(pod("old", "other", 1), "a")));
        try (Recording recording = new Recording()) {
            recording.until(2);
            server.deleteNode("a");
            recording.until(3);
            server.add(node("a", 2));
            Await.until("it is found again", () -> Collections.frequency(told(), "0 team/old on 0") == 2);
        }
        assertThat(RecoveredJournal.read(folder).nodes().idleGpus(0)).isEqualTo(1);
    }

    private Frame last() {
        List<Frame> frames = new ArrayList<>();
        JournalReader.open(folder).forEachRemaining(frames::add);
        return frames.getLast();
    }

    private V1.Pod created(V1.Pod pod) {
        return pod.toBuilder()
                .setMetadata(pod.getMetadata().toBuilder().setCreationTimestamp(time()))
                .build();
    }

    private V1.Pod boundNow(V1.Pod pod, String node) {
        V1.PodCondition.Builder scheduled = V1.PodCondition.newBuilder()
                .setType("PodScheduled")
                .setStatus("True")
                .setLastTransitionTime(time());
        return bound(pod, node).toBuilder()
                .setStatus(pod.getStatus().toBuilder().addConditions(scheduled))
                .build();
    }

    private static V1.Pod phase(V1.Pod pod, String phase) {
        return pod.toBuilder()
                .setStatus(pod.getStatus().toBuilder().setPhase(phase))
                .build();
    }

    private Time time() {
        return Time.newBuilder().setSeconds(now.get()).build();
    }

    /** One start of a recorder of all pods. */
    private final class Recording implements AutoCloseable {
        private final ApiClient client = new ApiClient(server.address());
        private final Watches watches;
        private final Recorder recorder;

        Recording() {
            Mirror mirror = new Mirror(_ -> true);
            watches = Watches.start(client, mirror, notes::add);
            recorder = Recorder.start(watches, new Account(mirror, _ -> true, notes::add), new HandClock(), folder);
        }

        void until(int frames) {
            Await.until(frames + " frames", () -> recorder.frames() >= frames);
        }

        @Override
        public void close() {
            watches.close();
            recorder.close();
            client.close();
        }
    }

    private final class HandClock implements Clock {
        @Override
        public long wallNanos() {
            return now.get() * Nanos.SECOND;
        }

        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }
    }
}
