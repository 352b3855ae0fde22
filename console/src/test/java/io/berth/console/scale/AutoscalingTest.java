package io.berth.console.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Cluster;
import io.berth.console.service.Followers;
import io.berth.console.service.ReplicaCount;
import io.berth.console.service.Replicas;
import io.berth.console.service.ServiceBoard;
import io.berth.console.service.ServiceRow;
import io.berth.console.view.job.JobEntry;
import io.berth.core.scale.Demand;
import io.berth.core.time.Nanos;
import io.berth.edge.access.Caller;
import io.berth.edge.metric.Metrics;
import io.berth.spec.input.Source;
import io.berth.spec.job.JobReader;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The engine is real, what runs is emulated, and time is what a test says. */
@Timeout(60)
class AutoscalingTest {
    private static final String JOB =
            "{name: chat, command: [serve], resources: {gpus: 4}, service: {name: chat, autoscale: {min: 1, max: 4, target: 4, policy: reactive, every: 10s, start_time: 20s}}}";

    private final Cluster cluster = Cluster.viewed(1);
    private long now;
    private final ServiceBoard board = new ServiceBoard(cluster.view(), new Ready(), () -> now);
    private final Autoscaling scaling =
            new Autoscaling(board, cluster.run().operator(), new ReplicaCount(board), () -> now);

    /** What runs takes requests. */
    private static final class Ready implements Replicas {
        @Override
        public Condition of(JobEntry job) {
            return new Condition("127.0.0.1:1500" + job.id(), true, true, false, "");
        }

        @Override
        public void drained(JobEntry job) {}
    }

    @AfterEach
    void close() {
        scaling.close();
        cluster.close();
    }

    @Test
    void replicasFollowAndWaitForRoomAsOtherJobsDo() {
        cluster.running(JobReader.read(Source.text("job.yaml", JOB)));
        scaling.look();
        after(10, 0);
        assertThat(scale().reason()).startsWith("a gateway has just come");

        // Twenty a second of a second each are more than four replicas of four can do; the node has room for two.
        after(10, 200);
        assertThat(scale().replicas()).isEqualTo(4);
        assertThat(scale().arrivals()).isEqualTo(20);
        assertThat(names()).containsExactly("chat", "chat[1]", "chat[2]", "chat[3]");
        cluster.await(state -> state.liveJobs() == 4);
        assertThat(new Metrics(List.of(scaling)).text())
                .contains("berth_service_replicas_wanted{service=\"chat\"} 4")
                .contains("berth_service_scalings_total{service=\"chat\",direction=\"up\"} 1");

        // The first number stays right for as long as a start takes; those that have no room go first, then the newest.
        after(10, 200);
        assertThat(scale().replicas()).isEqualTo(4);
        after(10, 200);
        after(10, 200);
        assertThat(scale().replicas()).isEqualTo(1);
        cluster.await(state -> state.liveJobs() == 1);
        assertThat(names()).containsExactly("chat");
    }

    @Test
    void withoutAGatewayTheReplicasStayAsSomebodyAsked() {
        cluster.running(JobReader.read(Source.text("job.yaml", JOB)));
        scaling.look();
        after(10, 0);
        after(10, 200);
        assertThat(names()).hasSize(4);
        now += 100 * Nanos.SECOND;
        scaling.look();
        assertThat(scale().reason()).isEqualTo("no gateway says what comes, so the replicas stay");
        assertThat(names()).hasSize(4);
    }

    @Test
    void aServiceThatDoesNotSayThatItFollowsIsLeftAlone() {
        cluster.running(JobReader.read(Source.text("job.yaml", "{command: [serve], service: chat}")));
        scaling.look();
        after(10, 0);
        after(10, 900);
        assertThat(names()).hasSize(1);
        assertThat(board.row(board.jobs("chat", Caller.OWNER)).scale()).isNull();
    }

    private void after(int seconds, long arrived) {
        now += seconds * Nanos.SECOND;
        board.heard(
                "chat", "gateway-1", new Followers.Says(Set.of(), new Demand(arrived, 4, 0, 1, 1, 1)), Caller.OWNER);
        scaling.look();
    }

    private ServiceRow.Scale scale() {
        ServiceRow.Scale scale = board.row(board.jobs("chat", Caller.OWNER)).scale();
        assertThat(scale).isNotNull();
        return scale;
    }

    private List<String> names() {
        return board.jobs("chat", Caller.OWNER).stream()
                .filter(job -> !job.cancelled())
                .map(job -> job.spec().name())
                .toList();
    }
}
