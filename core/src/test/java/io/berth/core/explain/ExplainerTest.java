package io.berth.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.link.Links;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadFigure;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.decision.Cure;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.plan.trace.Trace;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.DeviceDemand.Acceptable;
import io.berth.core.workload.ExtendedResource;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ExplainerTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final StrategySpec GREEDY = StrategySpec.of("greedy", "fcfs", "first-fit", "greedy");
    private static final StrategySpec STRICT = StrategySpec.of("strict", "fcfs", "first-fit", "none");

    @Test
    void aJobIsStartableExactlyWhereTheNextPlanStartsIt() {
        for (int seed = 0; seed < 300; seed++) {
            new RandomLife(seed).live(25);
        }
    }

    @Test
    void aPlannerThatIsTracedInEachPassPlansAsOneThatNeverIs() {
        for (int seed = 0; seed < 300; seed++) {
            List<Plan> traced = new RandomLife(seed).traced().plans(25);

            assertThat(traced).as("seed %d", seed).isEqualTo(new RandomLife(seed).plans(25));
        }
    }

    @Test
    void nodesAreCountedByWhatEachOfThemLacks() {
        State state = cluster(GREEDY, node("a0", 2, "A100"), node("a1", 2, "A100"), node("h0", 4, "H100"));
        submit(state, 1, gpus(2).onModels(List.of("A100")), 2);
        settle(state);
        submit(state, 2, gpus(1).onModels(List.of("A100")), 1);

        assertThat(explain(state, 2))
                .returns(Reason.WHOLE_GPUS, Explanation::reason)
                .returns(Cure.ON_RELEASE, Explanation::cure)
                .returns(
                        "2 × not enough idle GPUs, 1 × another GPU model",
                        why -> why.nodes().text());
    }

    @Test
    void aNodeThatIsTooHotIsSaidToBeAndTheJobWaitsUntilItsMeasurementIsForgotten() {
        StrategySpec guarded = GREEDY.with(PolicyKind.FILTER, PolicySpec.of("overload"));
        State state = cluster(guarded, node("a0", 0, ""), node("a1", 0, ""));
        for (int node = 0; node < 2; node++) {
            Load load = new Load(List.of(LoadFigure.flat(Span.FIVE_MINUTES, Measure.CPU, 58_000 + 3_000L * node)));
            state.apply(1, new Event.LoadObserved(node, load, 0));
        }
        submit(state, 2, Demand.cpu(100, 0), 1);

        assertThat(explain(state, 2))
                .returns(Reason.CPU_LOAD, Explanation::reason)
                .returns(Cure.ON_RELEASE, Explanation::cure)
                .returns(
                        "2 × CPU p95 90 % to 95 % above 80 %",
                        why -> why.nodes().text());
        Planner planner = new Planner(state, CATALOG);
        assertThat(planner.plan().decisions()).isEmpty();
        settle(state);
        assertThat(planner.wakeNanos()).isEqualTo(1 + 180 * Nanos.SECOND);
        state.apply(1 + 180 * Nanos.SECOND, new Event.Tick(Event.Tick.WAKE));
        settle(state);
        assertThat(planner.wakeNanos()).isEqualTo(1 + 300 * Nanos.SECOND);
        state.apply(1 + 300 * Nanos.SECOND, new Event.Tick(Event.Tick.WAKE));
        assertThat(planner.plan().decisions()).hasSize(1);
    }

    @Test
    void anExtendedResourceThatIsShortIsNamed() {
        List<ExtendedResource> one = List.of(new ExtendedResource("example.com/licence", 1));
        NodeSpec plain = node("a0", 2, "A100");
        NodeSpec licensed = plain.withCapacity(plain.capacity().withExtended(one));
        State state = cluster(GREEDY, licensed, plain.withName("a1"));
        Demand demand = gpus(1).withAmounts(gpus(1).amounts().withExtended(one));
        submit(state, 1, demand, 1);
        settle(state);
        submit(state, 2, demand, 1);

        assertThat(explain(state, 2).nodes().resources()).isEqualTo(Map.of("example.com/licence", 1));
        assertThat(explain(state, 2).nodes().text()).contains("1 × not enough example.com/licence");
    }

    @Test
    void memorySlicesThatMustBeFreeAreNamed() {
        List<MigProfile> profiles = List.of(
                new MigProfile("3g.40gb", 3, 4, 40L << 30, List.of(0, 4)),
                new MigProfile("4g.40gb", 4, 4, 40L << 30, List.of(0)));
        DeviceSet cut = DeviceSet.gpus(1, "H100", 80L << 30).withMig(new Mig.Cut(profiles));
        NodeSpec node = new NodeSpec("h0", Amounts.of(64_000, 64L << 30), 100, List.of(cut));
        State state = cluster(GREEDY, node, node("a0", 2, "A100"));
        Demand three = Demand.cpu(1000, 0).withDevices(new DeviceDemand.Instance("3g.40gb", Acceptable.ANY_GPU));
        submit(state, 1, three, 2);
        settle(state);
        submit(state, 2, three, 1);

        assertThat(explain(state, 2))
                .returns(Reason.MIG_SLICES, Explanation::reason)
                .returns(Cure.ON_RELEASE, Explanation::cure)
                .returns(
                        "1 × MIG slice 3g.40gb: no GPU has 4 memory slices free at start 0 or 4,"
                                + " 1 × without GPUs that MIG cuts to that size",
                        why -> why.nodes().text());
    }

    @Test
    void idleDevicesThatAreLinkedMoreSlowlyAreTold() {
        NodeSpec plain = node("a0", 2, "A100");
        NodeSpec linked = plain.withDevices(List.of(DeviceSet.gpus(4, "A100", 0)
                .withLinks(new Links(4, List.of(25_000, 16_000, 16_000, 16_000, 16_000, 16_000)))));
        State state = cluster(GREEDY, linked);
        Demand fast = gpus(2).withDevices(new DeviceDemand.Whole(2, 0, Acceptable.ANY_GPU, 25_000));
        submit(state, 1, fast, 1);
        settle(state);
        submit(state, 2, fast, 1);
        submit(state, 3, gpus(2).withDevices(new DeviceDemand.Whole(2, 0, Acceptable.ANY_GPU, 50_000)), 1);
        settle(state);

        assertThat(state.job(3)).as("no node could ever hold it").isNull();
        assertThat(explain(state, 2).nodes().reasons()).isEqualTo(Map.of(Reason.LINKS, 1));
        assertThat(explain(state, 2).nodes().text())
                .isEqualTo(
                        "1 × no two GPUs linked at 25 GB/s free, 2 asked for; 2 linked at 16 GB/s: now, if it asked for no"
                                + " more");
        assertThat(explain(state, 2).cure()).isEqualTo(Cure.ON_RELEASE);
    }

    @Test
    void howMuchSlowerAJobWouldBeThatStartedNowIsTold() {
        // Two NVLink islands of four, PCIe between them.
        List<Integer> pairs = new ArrayList<>();
        for (int from = 0; from < 8; from++) {
            for (int to = from + 1; to < 8; to++) {
                pairs.add(from / 4 == to / 4 ? 300_000 : 16_000);
            }
        }
        State state = cluster(
                GREEDY,
                node("a0", 8, "A100")
                        .withDevices(List.of(DeviceSet.gpus(8, "A100", 0).withLinks(new Links(8, pairs)))));
        submit(state, 1, gpus(3), 1);
        submit(state, 2, gpus(2), 1);
        settle(state);
        Demand three = gpus(3).withDevices(new DeviceDemand.Whole(3, 0, Acceptable.ANY_GPU, 300_000));
        submit(state, 3, three, 1);
        JobSpec job = JobSpec.batch("exchanging", three, 7);
        RunProfile profile = RunProfile.NONE.withTraffic(new Traffic(200_000_000, 25_000_000, Traffic.Pattern.RING));
        state.apply(
                state.nowNanos(),
                new Event.JobSubmitted(4, job.withTiming(job.timing().withProfile(profile)), "test", 4));
        settle(state);

        // A ring of three moves 4/3 × 200 MB over each link: 0.9 ms at 300 GB/s, 16.7 ms at 16; steps of 25.9 and of
        // 41.7 ms.
        assertThat(explain(state, 4).nodes().text())
                .isEqualTo(
                        "1 × 2 GPUs linked at 300 GB/s free, 3 asked for; 3 linked at 16 GB/s: now, if it asked for no more,"
                                + " about 1.6 × slower");
        assertThat(explain(state, 3).nodes().text())
                .as("of what it exchanges nothing is told")
                .endsWith("no more");
    }

    @Test
    void aJobThatAwaitsNodesStartsWhenOneJoinsThatHoldsIt() {
        State state = cluster(GREEDY, node("a0", 2, "A100"));
        JobSpec job = JobSpec.batch("large", gpus(8), 7);
        state.apply(
                state.nowNanos(),
                new Event.JobSubmitted(1, job.withTerms(job.terms().awaitingNodes()), "test", 1));
        state.apply(state.nowNanos(), new Event.JobSubmitted(2, job, "test", 2));
        settle(state);

        assertThat(state.job(2)).isNull();
        assertThat(explain(state, 1).reason()).isEqualTo(Reason.NO_NODE_EVER);
        state.apply(state.nowNanos(), new Event.NodeJoined(1, node("a1", 8, "A100")));
        settle(state);
        assertThat(state.job(1).waiting()).isFalse();
    }

    @Test
    void aGangWithRoomForSomeOfItsTasksSaysForHowMany() {
        State state = cluster(GREEDY, node("a0", 2, "A100"), node("a1", 1, "A100"));
        submit(state, 1, gpus(1), 1);
        settle(state);
        submit(state, 2, gpus(1), 3);

        Explanation why = explain(state, 2);

        assertThat(why.reason()).isEqualTo(Reason.GANG);
        assertThat(why.room()).isEqualTo(2);
        assertThat(why.tasks()).isEqualTo(3);
        assertThat(why.fitting()).isEqualTo(2);
    }

    @Test
    void withoutBackfillOnlyTheHeadWaitsForRoom() {
        State state = cluster(STRICT, node("a0", 2, "A100"));
        submit(state, 1, gpus(1), 1);
        settle(state);
        submit(state, 2, gpus(2), 1);
        submit(state, 3, gpus(1), 1);

        assertThat(explain(state, 2).reason()).isEqualTo(Reason.WHOLE_GPUS);
        assertThat(explain(state, 3).reason()).isEqualTo(Reason.BEHIND_HEAD);
    }

    @Test
    void aJobThatNoNodeCouldEverHoldIsToldSo() {
        State state = cluster(GREEDY, node("a0", 2, "A100"));
        submit(state, 1, gpus(3), 1);

        assertThat(explain(state, 1))
                .returns(Reason.NO_NODE_EVER, Explanation::reason)
                .returns(Cure.NEVER, Explanation::cure)
                .returns("1 × larger than the node", why -> why.nodes().text());
    }

    @Test
    void aJobThatFailedToStartSaysWhenItIsTriedAgain() {
        State state = cluster(GREEDY, node("a0", 2, "A100"));
        submit(state, 1, gpus(1), 1);
        settle(state);
        Job job = state.jobs().getFirst();
        state.apply(5, new Event.TaskStartFailed(1, 0, job.decision(), "broken"));

        Explanation why = explain(state, 1);

        assertThat(why.reason()).isEqualTo(Reason.BACK_OFF);
        assertThat(why.cure()).isEqualTo(Cure.AT_TIME);
        assertThat(why.atNanos()).isEqualTo(5 + 10 * Nanos.SECOND);
    }

    @Test
    void aJobThatRunsIsNotExplained() {
        State state = cluster(GREEDY, node("a0", 2, "A100"));
        submit(state, 1, gpus(1), 1);
        settle(state);

        assertThat(Explainer.of(state, CATALOG).explain(1)).isNull();
        assertThat(Explainer.of(state, CATALOG).explain(7)).isNull();
    }

    private static State cluster(StrategySpec strategy, NodeSpec... nodes) {
        State state = new State(1);
        for (int node = 0; node < nodes.length; node++) {
            state.apply(1, new Event.NodeJoined(node, nodes[node]));
        }
        state.apply(1, new Event.StrategyChanged(strategy));
        return state;
    }

    private static NodeSpec node(String name, int gpus, String model) {
        return NodeSpec.of(name, 64_000, 1L << 38, gpus, gpus == 0 ? "" : model);
    }

    private static Demand gpus(int gpus) {
        return Demand.cpu(1000, 1L << 30).withGpus(gpus);
    }

    private static void submit(State state, long job, Demand demand, int tasks) {
        JobSpec spec = JobSpec.batch("job-" + job, demand, Nanos.MINUTE).withTasks(tasks);
        state.apply(job, new Event.JobSubmitted(job, spec, "test", job));
    }

    private static void settle(State state) {
        state.apply(state.nowNanos(), new Planner(state, CATALOG).plan());
        state.endInstant();
    }

    private static Explanation explain(State state, long job) {
        Explanation why = Explainer.of(state, CATALOG).explain(job);
        assertThat(why).isNotNull();
        return why;
    }

    /** A small cluster under random events, explained before each of its plans. */
    private static final class RandomLife {
        private final long seed;
        private final Chance chance;
        private final State state;
        private final Planner planner;
        private long now = 1;

        RandomLife(long seed) {
            this.seed = seed;
            this.chance = new Chance(seed, "explainer-test", 0);
            this.state = cluster(strategy());
            this.planner = new Planner(state, CATALOG);
            int nodes = 1 + chance.below(6);
            for (int node = 0; node < nodes; node++) {
                state.apply(now, joined(node));
            }
        }

        void live(int instants) {
            for (int instant = 0; instant < instants; instant++) {
                now += 1 + chance.below(20) * Nanos.SECOND;
                happen();
                Plan plan = compare();
                state.apply(now, plan);
                state.endInstant();
            }
        }

        RandomLife traced() {
            planner.trace(Trace.counting(state.nodeTable()));
            return this;
        }

        /** Lives without explaining anything. */
        List<Plan> plans(int instants) {
            List<Plan> plans = new ArrayList<>();
            for (int instant = 0; instant < instants; instant++) {
                now += 1 + chance.below(20) * Nanos.SECOND;
                happen();
                plans.add(planner.plan());
                state.apply(now, plans.getLast());
                state.endInstant();
            }
            return plans;
        }

        private Plan compare() {
            byte[] before = bytes(state);
            Explainer explainer = Explainer.of(state, CATALOG);
            TreeSet<Long> startable = new TreeSet<>();
            TreeMap<Long, Reason> rejected = new TreeMap<>();
            for (Job job : explainer.waiting()) {
                Explanation why = explainer.explain(job.id());
                assertThat(why).isNotNull();
                assertThat(why.startable()).isEqualTo(why.reason() == null);
                if (why.startable()) {
                    startable.add(job.id());
                    assertThat(why.room()).as("seed %d", seed).isEqualTo(why.tasks());
                } else if (why.cure() == Cure.NEVER) {
                    rejected.put(job.id(), why.reason());
                }
            }
            assertThat(bytes(state)).isEqualTo(before);
            Plan plan = planner.plan();
            TreeSet<Long> started = new TreeSet<>();
            TreeMap<Long, Reason> turnedAway = new TreeMap<>();
            for (Decision decision : plan.decisions()) {
                if (decision instanceof Decision.Start start) {
                    started.add(start.job());
                } else if (decision instanceof Decision.Reject reject) {
                    turnedAway.put(reject.job(), reject.reason());
                }
            }
            assertThat(startable)
                    .as("seed %d at %d under %s", seed, now, state.strategy())
                    .isEqualTo(started);
            assertThat(rejected).as("seed %d at %d", seed, now).isEqualTo(turnedAway);
            return plan;
        }

        private void happen() {
            for (Job job : state.jobs()) {
                if (!job.waiting() && chance.below(4) == 0) {
                    int task = chance.below(job.spec().tasks());
                    state.apply(now, outcome(job, task));
                }
            }
            if (chance.below(8) == 0) {
                int node = chance.below(state.nodes().count());
                state.apply(now, state.nodes().present(node) ? new Event.NodeLost(node) : joined(node));
            }
            if (chance.below(10) == 0) {
                state.apply(now, new Event.StrategyChanged(strategy()));
            }
            int arrivals = chance.below(4);
            for (int i = 0; i < arrivals; i++) {
                long number = state.nextJob();
                state.apply(now, new Event.JobSubmitted(number, job(number), "test", number));
            }
        }

        private Event outcome(Job job, int task) {
            return chance.below(3) == 0
                    ? new Event.TaskStartFailed(job.id(), task, job.decision(), "broken")
                    : new Event.TaskEnded(job.id(), task, job.decision(), 0);
        }

        private Event joined(int node) {
            int gpus = chance.below(5);
            return new Event.NodeJoined(node, node("n" + node, gpus, chance.below(2) == 0 ? "A100" : "H100"));
        }

        private JobSpec job(long number) {
            Demand demand = Demand.cpu(1000L * (1 + chance.below(40)), 1L << 30);
            int kind = chance.below(4);
            if (kind == 1) {
                demand = demand.withGpuShare(1, 250 * (1 + chance.below(3)));
            } else if (kind > 1) {
                demand = demand.withGpus(1 + chance.below(4));
            }
            demand = demand.gpus() > 0 && chance.below(3) == 0 ? demand.onModels(List.of("H100")) : demand;
            long patience = chance.below(3) == 0 ? 30 * Nanos.SECOND : Nanos.NEVER;
            return JobSpec.batch("job-" + number, demand, Nanos.MINUTE)
                    .withTasks(1 + chance.below(3))
                    .withPatience(patience);
        }

        private StrategySpec strategy() {
            String backfill = any(PolicyKind.BACKFILL);
            StrategySpec strategy = StrategySpec.of("any", order(), place(), backfill);
            return backfill.equals("conservative") ? strategy : strategy.preempting(any(PolicyKind.PREEMPT));
        }

        /** Any order that sorts jobs; those that choose do not preempt, and some need a model. */
        private String order() {
            List<String> names = new ArrayList<>(CATALOG.names(PolicyKind.ORDER));
            names.removeAll(List.of("learnt", "rule", "hybrid", "exploring"));
            return any(names);
        }

        /** Any placement that needs no model. */
        private String place() {
            List<String> names = new ArrayList<>(CATALOG.names(PolicyKind.PLACE));
            names.remove("learnt");
            return any(names);
        }

        private String any(PolicyKind kind) {
            return any(CATALOG.names(kind));
        }

        private String any(List<String> names) {
            return names.get(chance.below(names.size()));
        }

        private static byte[] bytes(State state) {
            return state.image().bytes();
        }
    }
}
