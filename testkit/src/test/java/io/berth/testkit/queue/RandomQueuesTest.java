package io.berth.testkit.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.queue.QueueUse;
import io.berth.core.state.Job;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.safety.SafetyRules;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Declaring;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import io.berth.testkit.fixture.MemoryJournal;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random queues over random days: no queue is ever above a limit by a start, none gives back below its quota, nobody stops in turns for ever, and all of it is
 * decided again as it was.
 */
class RandomQueuesTest {
    private static final int DAYS = 120;
    private static final int JOBS = 60;
    private static final int MOST_STOPS_OF_A_JOB = 40;
    private static final Catalog CATALOG = Catalog.standard();

    private static <T> T any(Chance chance, List<T> of) {
        return of.get(chance.below(of.size()));
    }

    private static QueueAmount amount(Chance chance) {
        return chance.below(4) == 0
                ? QueueAmount.part(100_000L * chance.below(8))
                : QueueAmount.of(500L * chance.below(14));
    }

    private static List<QueueSpec> queues(Chance chance) {
        List<QueueSpec> queues = new ArrayList<>();
        int count = 2 + chance.below(5);
        for (int i = 0; i < count; i++) {
            QueueSpec queue = QueueSpec.of("q" + i).weighing(1 + chance.below(3));
            queue = i > 0 && chance.below(2) == 0 ? queue.below("q" + chance.below(i)) : queue;
            queue = chance.below(3) > 0 ? queue.deserving("gpu", amount(chance)) : queue;
            queue = chance.below(4) == 0 ? queue.limited("gpu", amount(chance)) : queue;
            queue = chance.below(4) == 0 ? queue.borrowing("gpu", amount(chance)) : queue;
            queues.add(chance.below(4) == 0 ? queue.lending("gpu", amount(chance)) : queue);
        }
        return queues;
    }

    private static StrategySpec strategy(Chance chance) {
        String backfill = any(chance, List.of("none", "greedy", "easy", "conservative"));
        boolean plain = backfill.equals("conservative");
        return StrategySpec.of("s", any(chance, List.of("fcfs", "sjf", "priority")), "best-fit", backfill)
                .with(PolicyKind.SHARE, PolicySpec.of(plain ? "none" : any(chance, List.of("none", "drf", "usage"))))
                .with(PolicyKind.RECLAIM, PolicySpec.of(plain ? "none" : any(chance, List.of("none", "any", "any"))))
                .preempting(plain ? "none" : any(chance, List.of("none", "none", "by-order", "least-loss")));
    }

    private static List<Arrival> jobs(Chance chance, int queues) {
        List<Arrival> arrivals = new ArrayList<>();
        long at = 0;
        for (int i = 0; i < JOBS; i++) {
            at += chance.below(5) * Nanos.MINUTE;
            Demand demand = chance.below(3) == 0
                    ? Demand.cpu(1_000, 1 << 20).withGpuShare(1, 500)
                    : Demand.cpu(1_000, 1 << 20).withGpus(1 + chance.below(2));
            JobSpec job = JobSpec.batch("job-" + i, demand, (1 + chance.below(40)) * Nanos.MINUTE)
                    .withTasks(chance.below(4) == 0 ? 2 : 1)
                    .withPriority(chance.below(3))
                    .withQueue("q" + chance.below(queues));
            arrivals.add(new Arrival(at, job));
        }
        return arrivals;
    }

    /** Adds up anew what is held, and looks at each plan. */
    private static final class Watch implements Observer {
        private final boolean preempts;
        private final TreeMap<Long, Integer> stops = new TreeMap<>();
        private long reclaimed;

        Watch(boolean preempts) {
            this.preempts = preempts;
        }

        @Override
        public void instant(Frame frame, State state) {
            QueueUse use = state.queues().use(state.nodes());
            long[] held = held(state, use, true);
            long[] staying = held(state, use, false);
            for (int queue = 0; queue < held.length; queue++) {
                assertThat(use.used(queue, 0)).as("queue %s", queue).isEqualTo(held[queue]);
            }
            if (frame.plan() == null) {
                return;
            }
            for (Decision decision : frame.plan().decisions()) {
                if (decision instanceof Decision.Start start) {
                    started(use, state.job(start.job()));
                } else if (decision instanceof Decision.Stop stop && stop.reason() == Reason.RECLAIMED) {
                    stopped(use, state.job(stop.job()), staying);
                }
            }
        }

        private static long[] held(State state, QueueUse use, boolean stopping) {
            long[] held = new long[use.tree().size()];
            for (Job job : state.jobs()) {
                int leaf = use.tree().leaf(job.queue());
                for (int task = 0; task < job.placedTasks() && leaf >= 0; task++) {
                    boolean counts = job.holds(task) && (stopping || job.stopping() == null);
                    for (int at = leaf; at >= 0 && counts; at = use.tree().parent(at)) {
                        held[at] += job.shape(task).totalGpuMilli();
                    }
                }
            }
            return held;
        }

        private static void started(QueueUse use, Job job) {
            int leaf = use.tree().leaf(job.queue());
            assertThat(leaf).as("only in a queue that jobs are in").isNotNegative();
            for (int at = leaf; at != use.tree().root(); at = use.tree().parent(at)) {
                assertThat(use.used(at, 0)).as("queue %s", at).isLessThanOrEqualTo(use.limit(at, 0));
            }
        }

        private void stopped(QueueUse use, Job job, long[] staying) {
            int leaf = use.tree().leaf(job.queue());
            reclaimed++;
            assertThat(stops.merge(job.id(), 1, Integer::sum))
                    .as("stops of a job")
                    .isLessThan(MOST_STOPS_OF_A_JOB);
            if (!preempts) {
                assertThat(staying[leaf])
                        .as("queue %s keeps its quota", leaf)
                        .isGreaterThanOrEqualTo(use.quota(leaf, 0));
            }
        }
    }

    @Test
    void limitsHoldQuotasComeBackAndEverythingIsDecidedAgainAsItWas() {
        long reclaimed = 0;
        for (long seed = 1; seed <= DAYS; seed++) {
            Chance chance = new Chance(seed, "queues", 0);
            List<QueueSpec> queues = queues(chance);
            StrategySpec strategy = strategy(chance);
            List<NodeSpec> nodes = new ArrayList<>();
            int count = 2 + chance.below(3);
            for (int node = 0; node < count; node++) {
                nodes.add(NodeSpec.of("n" + node, 64_000, 1L << 38, 2, "H100"));
            }
            WorldOptions world = new WorldOptions(
                    chance.below(2) * Nanos.SECOND,
                    0,
                    0,
                    chance.below(2) == 0 ? Nanos.NEVER : 6 * Nanos.HOUR,
                    Nanos.HOUR);
            Simulation.Setup setup = new Simulation.Setup(
                    nodes,
                    Declaring.of(
                            ListedWorkload.of(jobs(chance, queues.size())), List.of(new Event.QueuesDeclared(queues))),
                    strategy,
                    seed,
                    world,
                    48 * Nanos.HOUR,
                    0);
            MemoryJournal journal = new MemoryJournal();
            Watch watch = new Watch(!strategy.policy(PolicyKind.PREEMPT).name().equals("none"));
            State[] last = new State[1];
            new Simulation(
                            setup,
                            CATALOG,
                            journal,
                            new SafetyRules().andThen(watch).andThen(new Observer() {
                                @Override
                                public void instant(Frame frame, State state) {
                                    last[0] = state;
                                }
                            }))
                    .run();
            reclaimed += watch.reclaimed;
            Recovery again = Recovery.redecide(new State(seed), CATALOG);
            Recovery recovered = Recovery.recover(new State(seed));
            for (Frame frame : MemoryJournal.read(journal.bytes())) {
                again.apply(frame);
                recovered.apply(frame);
            }
            assertThat(again.firstDifference())
                    .as("seed %s, %s", seed, strategy)
                    .isNull();
            assertThat(bytes(recovered.state())).as("seed %s", seed).isEqualTo(bytes(last[0]));
        }
        assertThat(reclaimed).as("somebody gave back").isGreaterThan(DAYS / 2);
    }

    private static byte[] bytes(State state) {
        ByteSink sink = new ByteSink();
        StateCodec.write(state, sink);
        return sink.toByteArray();
    }
}
