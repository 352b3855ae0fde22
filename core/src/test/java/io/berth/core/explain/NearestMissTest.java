package io.berth.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.plan.trace.NodeMiss;
import io.berth.core.plan.trace.Shortage;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobSpec;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How near a job that waits is to starting: which node lacks least, and what; how many tasks fit; when its turn comes. */
class NearestMissTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final long GIBI = 1L << 30;

    private final State state = new State(1);

    private void cluster(NodeSpec... nodes) {
        for (int node = 0; node < nodes.length; node++) {
            state.apply(1, new Event.NodeJoined(node, nodes[node]));
        }
        state.apply(1, new Event.StrategyChanged(StrategySpec.of("greedy", "fcfs", "first-fit", "greedy")));
    }

    private static NodeSpec node(String name, int gpus, long memory, String model) {
        return NodeSpec.of(name, 64_000, memory, gpus, model);
    }

    private void submit(long job, JobSpec spec) {
        state.apply(job, new Event.JobSubmitted(job, spec, "test", job));
    }

    private void submit(long job, Demand demand, int tasks) {
        submit(job, JobSpec.batch("job-" + job, demand, Nanos.MINUTE).withTasks(tasks));
    }

    private void settle() {
        state.apply(state.nowNanos(), new Planner(state, CATALOG).plan());
        state.endInstant();
    }

    private Explanation explain(long job) {
        return Objects.requireNonNull(Explainer.of(state, CATALOG).explain(job));
    }

    private NodeMiss nearest(long job) {
        return Objects.requireNonNull(explain(job).nearest());
    }

    private static Demand gpus(int gpus, long memory) {
        return Demand.cpu(1_000, memory).withGpus(gpus);
    }

    @Test
    void allThatTheNearestNodeLacksIsToldAndNotTheLeastOfEachNode() {
        cluster(
                node("gpus", 8, 4 * GIBI, "H100"),
                node("both", 6, 28 * GIBI, "H100"),
                node("memory", 2, 99 * GIBI, "H100"));
        submit(2, gpus(8, 32 * GIBI), 1);

        assertThat(explain(2)).returns(Reason.NO_NODE_EVER, Explanation::reason);
        assertThat(nearest(2))
                .returns("both", NodeMiss::node)
                .returns(true, NodeMiss::whenEmpty)
                .returns("both, even empty, lacks 2 GPUs and 4 GiB of memory", NodeMiss::text);
    }

    @Test
    void aNodeThatWouldDoWhenEmptyIsNearerThanOneThatNeverDoes() {
        cluster(node("small", 7, 99 * GIBI, "H100"), node("large", 8, 99 * GIBI, "H100"));
        submit(1, gpus(6, GIBI).onModels(List.of("H100")), 2);
        settle();
        submit(2, gpus(8, GIBI), 1);

        assertThat(nearest(2))
                .returns(List.of(new Shortage("gpu", Shortage.Unit.MILLI, 8_000, 2_000)), NodeMiss::lacks)
                .returns("large lacks 6 GPUs", NodeMiss::text);
        assertThat(explain(2).nodes().text()).isEqualTo("1 × not enough idle GPUs, 1 × larger than the node");
    }

    @Test
    void sharesAndMemoryOfDevicesAndNamedResourcesAreAmountsToo() {
        Amounts capacity =
                Amounts.of(8_000, 8 * GIBI).withExtended(List.of(new ExtendedResource("example.com/licence", 2)));
        cluster(node("n", 1, GIBI, "H100")
                .withCapacity(capacity)
                .withDevices(List.of(DeviceSet.gpus(1, "H100", 80 * GIBI))));
        Demand first = new Demand(
                capacity.withExtended(List.of(new ExtendedResource("example.com/licence", 1)))
                        .withMemory(GIBI),
                DeviceDemand.of(1, 600, 50 * GIBI, Acceptable.ANY_GPU));
        submit(1, first, 1);
        settle();
        Demand more = new Demand(
                Amounts.of(500, GIBI).withExtended(List.of(new ExtendedResource("example.com/licence", 2))),
                first.devices());
        submit(2, more, 1);

        assertThat(nearest(2).text())
                .isEqualTo("n lacks 0.2 of a GPU, 0.5 of a CPU, 1 example.com/licence and 20 GiB of GPU memory");
    }

    @Test
    void nodesThatNeverCouldForWhatTheyAreAreNotNear() {
        cluster(node("a", 8, 99 * GIBI, "A100"), node("h", 4, 99 * GIBI, "H100"));
        submit(1, gpus(4, GIBI).onModels(List.of("H100")), 1);
        settle();
        submit(2, gpus(1, GIBI).onModels(List.of("H100")), 1);
        submit(3, gpus(1, GIBI).onModels(List.of("B200")), 1);

        assertThat(nearest(2).text()).isEqualTo("h lacks 1 GPU");
        assertThat(explain(3).nearest()).isNull();
    }

    @Test
    void ofAGangItIsToldHowManyTasksFitAndWhatTheNextOneLacks() {
        cluster(node("a", 8, 99 * GIBI, "H100"), node("b", 8, 99 * GIBI, "H100"), node("c", 8, 99 * GIBI, "H100"));
        submit(1, gpus(3, GIBI), 1);
        settle();
        submit(2, gpus(8, GIBI), 3);

        assertThat(explain(2))
                .returns(Reason.GANG, Explanation::reason)
                .returns(2, Explanation::room)
                .returns(3, Explanation::tasks)
                .returns(2, Explanation::fitting)
                .returns("1 × not enough idle GPUs", why -> why.nodes().text());
        assertThat(nearest(2).text()).isEqualTo("a lacks 3 GPUs");
    }

    @Test
    void whoHasRoomAndWaitsForItsQueueHearsOfNoNode() {
        cluster(node("a", 8, 99 * GIBI, "H100"));
        state.apply(
                1,
                new Event.QueuesDeclared(
                        List.of(QueueSpec.of("q").limited("gpu", QueueAmount.of(1_000)), QueueSpec.of("other"))));
        submit(1, JobSpec.batch("one", gpus(1, GIBI), Nanos.MINUTE).withQueue("q"));
        settle();
        submit(2, JobSpec.batch("two", gpus(1, GIBI), Nanos.MINUTE).withQueue("q"));
        submit(3, JobSpec.batch("three", gpus(8, GIBI), Nanos.MINUTE).withQueue("other"));
        submit(4, JobSpec.batch("four", gpus(1, GIBI), Nanos.MINUTE).withQueue("q"));

        assertThat(explain(2))
                .returns(Reason.QUEUE_LIMIT, Explanation::reason)
                .returns(null, Explanation::nearest)
                .returns(new Turn(1, 3, 1, 2), Explanation::turn);
        assertThat(explain(3)).returns(new Turn(2, 3, 1, 1), Explanation::turn);
        assertThat(explain(4)).returns(new Turn(3, 3, 2, 2), Explanation::turn);
        assertThat(ForeignCodes.of(Reason.QUEUE_LIMIT, gpus(1, 0), ""))
                .isEqualTo(new ForeignCodes("WaitingForQuota", "", ""));
    }

    @Test
    void reasonsHaveTheNamesThatOthersGiveThem() {
        Demand demand = gpus(1, GIBI);
        assertThat(ForeignCodes.of(Reason.WHOLE_GPUS, demand, ""))
                .isEqualTo(new ForeignCodes(
                        "TopologyPlacementFailed", "Insufficient nvidia.com/gpu", "AllocatedCardsInsufficientRequest"));
        assertThat(ForeignCodes.of(Reason.EXTENDED_RESOURCE, demand, "example.com/licence")
                        .kubeScheduler())
                .isEqualTo("Insufficient example.com/licence");
        assertThat(ForeignCodes.of(Reason.NO_QUEUE, demand, "").kueue()).isEqualTo("Misconfigured");
        for (Reason reason : Reason.values()) {
            assertThat(ForeignCodes.of(reason, demand, "")).isNotNull();
        }
    }
}
