package io.berth.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Journal;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueRaise;
import io.berth.core.queue.QueueSpec;
import io.berth.core.remedy.Remedies;
import io.berth.core.remedy.Remedy;
import io.berth.core.remedy.RemedyKind;
import io.berth.core.remedy.Victim;
import io.berth.core.state.Job;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Interruption;
import io.berth.sim.clock.SimDriver;
import io.berth.sim.run.VirtualAdviser;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said to start a job now starts it in the next pass of an engine. */
class RemediesTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final int JOBS = 200;
    private static final List<String> MODELS = List.of("A100", "H100", "L4");
    private static final List<String> ORDERS = List.of("fcfs", "priority", "sjf");
    private static final List<String> BACKFILLS = List.of("none", "easy", "greedy", "conservative");

    private State state = new State(1);

    private Engine engine(State of, SimDriver by) {
        EmulatedWorld world = new EmulatedWorld(WorldOptions.IDEAL, 7, by);
        Engine engine = new Engine(
                of,
                CATALOG,
                new Engine.Parts(Journal.NONE, by, world, new Observer() {}, VirtualAdviser.of(CATALOG, by)));
        engine.resume();
        world.resume(of);
        return engine;
    }

    /** Applies {@code remedy} to a copy, under an engine: true where the job starts in that instant, or in that in which the last victim has stopped. */
    private boolean startsAtOnce(long job, Remedy remedy) {
        State copy = state.image().state();
        SimDriver by = new SimDriver(copy.nowNanos());
        Engine engine = engine(copy, by);
        List<Event> events = new ArrayList<>();
        for (Victim victim : remedy.victims()) {
            events.add(new Event.JobHeld(victim.job(), true));
            events.add(new Event.JobRequeued(victim.job()));
        }
        List<QueueSpec> queues = copy.queues().tree().queues();
        for (QueueRaise raise : remedy.raises()) {
            queues = raise.in(queues);
        }
        if (!remedy.raises().isEmpty()) {
            events.add(new Event.QueuesDeclared(queues));
        }
        if (!remedy.kind().byOperator()) {
            events.add(new Event.JobUpdated(job, remedy.change()));
        }
        engine.instant(copy.nowNanos(), events);
        while (remedy.victims().stream().anyMatch(victim -> holds(copy, victim.job()))) {
            by.moment(by.nextTimerNanos(), engine, List.of());
        }
        Job changed = copy.job(job);
        return changed != null && !changed.waiting();
    }

    private static boolean holds(State copy, long victim) {
        Job job = copy.job(victim);
        return job != null && !job.waiting();
    }

    private void cluster(long seed) {
        Chance chance = new Chance(seed, "remedies", 0);
        state = new State(seed);
        SimDriver by = new SimDriver(0);
        Engine engine = engine(state, by);
        for (int node = 0; node < 6; node++) {
            by.at(0, new Event.NodeJoined(node, NodeSpec.of("n" + node, 32_000, 256L << 30, 8, MODELS.get(node / 2))));
        }
        String order = ORDERS.get((int) (seed % ORDERS.size()));
        String backfill = BACKFILLS.get((int) (seed / 3 % BACKFILLS.size()));
        by.at(0, new Event.StrategyChanged(StrategySpec.of("tried", order, "best-fit", backfill)));
        for (int job = 1; job <= 40; job++) {
            by.at(job, new Event.JobSubmitted(job, random(chance), "test", job));
        }
        while (by.nextTimerNanos() <= 100 * Nanos.SECOND) {
            by.moment(by.nextTimerNanos(), engine, List.of());
        }
    }

    private static JobSpec random(Chance chance) {
        Demand demand = Demand.cpu(1_000L * (1 + chance.below(16)), (long) (1 + chance.below(96)) << 30);
        demand = chance.below(4) == 0
                ? demand.withGpuShare(1, 200 + 100 * chance.below(7))
                : demand.withGpus(1 + chance.below(8));
        if (chance.below(2) == 0) {
            demand = demand.onModels(List.of(MODELS.get(chance.below(MODELS.size()))));
        }
        long work = (30 + chance.below(600)) * Nanos.SECOND;
        int priority = chance.below(3);
        if (chance.below(3) == 0) {
            Demand small = Demand.cpu(1_000, 1L << 30).withGpus(1 + chance.below(2));
            return JobSpec.batch("gang", small, work)
                    .withTasks(4 + chance.below(12))
                    .withPriority(priority);
        }
        return JobSpec.batch("job", demand, work).withPriority(priority);
    }

    @Test
    void whatStartsAJobNowStartsItInTheNextPass() {
        Map<RemedyKind, Integer> kinds = new EnumMap<>(RemedyKind.class);
        int asked = 0;
        int cured = 0;
        for (long seed = 1; asked < JOBS; seed++) {
            cluster(seed);
            for (Job job : state.jobs()) {
                if (!job.queued() || asked == JOBS) {
                    continue;
                }
                asked++;
                boolean any = false;
                for (Remedy remedy : Remedies.of(() -> state.image().state(), CATALOG, job.id())) {
                    assertThat(startsAtOnce(job.id(), remedy))
                            .as("seed %s, job %s: %s", seed, job.id(), remedy)
                            .isEqualTo(remedy.now());
                    any |= remedy.now();
                    kinds.merge(remedy.kind(), 1, Integer::sum);
                }
                cured += any ? 1 : 0;
            }
        }
        assertThat(cured).isGreaterThan(JOBS / 5);
        assertThat(kinds)
                .containsKeys(
                        RemedyKind.MODEL, RemedyKind.PRIORITY, RemedyKind.DEMAND, RemedyKind.TASKS, RemedyKind.VICTIMS);
    }

    @Test
    void lessIsTakenFromOneNodeAndNotALittleOfEach() {
        SimDriver by = new SimDriver(0);
        Engine engine = engine(state, by);
        by.at(0, new Event.NodeJoined(0, NodeSpec.of("gpus", 8_000, 4L << 30, 8, "H100")));
        by.at(0, new Event.NodeJoined(1, NodeSpec.of("memory", 8_000, 64L << 30, 2, "H100")));
        by.at(0, new Event.StrategyChanged(StrategySpec.of("tried", "fcfs", "best-fit", "none")));
        Demand both = Demand.cpu(1_000, 32L << 30).withGpus(6);
        by.at(0, new Event.NodeJoined(2, NodeSpec.of("large", 8_000, 64L << 30, 8, "H100")));
        by.at(1, new Event.JobSubmitted(1, JobSpec.batch("first", both, Nanos.HOUR), "test", 1));
        by.at(2, new Event.JobSubmitted(2, JobSpec.batch("second", both, Nanos.HOUR), "test", 2));
        while (by.nextTimerNanos() <= Nanos.SECOND) {
            by.moment(by.nextTimerNanos(), engine, List.of());
        }
        List<Remedy> remedies = new ArrayList<>(Remedies.of(() -> state.image().state(), CATALOG, 2));
        assertThat(remedies.removeLast().kind()).isEqualTo(RemedyKind.VICTIMS);

        assertThat(remedies)
                .extracting(remedy -> remedy.change().demand())
                .containsExactlyInAnyOrder(
                        Demand.cpu(1_000, 32L << 30).withGpus(2),
                        Demand.cpu(1_000, 4L << 30).withGpus(6));
        assertThat(remedies).allMatch(Remedy::now);
        assertThat(remedies).extracting(Remedy::slower).containsExactly(1.0, 3.0);
    }

    @Test
    void thoseWouldStopWhoLoseLeastAndNoneThatNeedNot() {
        SimDriver by = new SimDriver(0);
        Engine engine = engine(state, by);
        for (int node = 0; node < 2; node++) {
            by.at(0, new Event.NodeJoined(node, NodeSpec.of("n" + node, 32_000, 256L << 30, 8, "H100")));
        }
        by.at(0, new Event.StrategyChanged(StrategySpec.of("tried", "fcfs", "best-fit", "none")));
        Demand six = Demand.cpu(1_000, 1L << 30).withGpus(6);
        Demand two = Demand.cpu(1_000, 1L << 30).withGpus(2);
        by.at(1, new Event.JobSubmitted(1, losing("large", six), "test", 1));
        by.at(2, new Event.JobSubmitted(2, losing("small", two), "test", 2));
        by.at(Nanos.MINUTE, new Event.JobSubmitted(3, losing("late", six), "test", 3));
        by.at(Nanos.MINUTE, new Event.JobSubmitted(4, JobSpec.batch("waits", six.withGpus(8), Nanos.HOUR), "test", 4));
        while (by.nextTimerNanos() <= 2 * Nanos.MINUTE) {
            by.moment(by.nextTimerNanos(), engine, List.of());
        }
        engine.instant(3 * Nanos.MINUTE, List.of(new Event.Tick(0)));

        Remedy stop = Remedies.of(() -> state.image().state(), CATALOG, 4).getLast();
        assertThat(stop).returns(RemedyKind.VICTIMS, Remedy::kind);
        assertThat(stop.victims()).extracting(Victim::job).containsExactly(3L);
        assertThat(stop.victims().getFirst().lostGpuHours()).isEqualTo(6 * 2.0 / 60, within(1e-9));
        assertThat(startsAtOnce(4, stop)).isTrue();
    }

    @Test
    void whoseQueueIsInTheWayHearsOfItsRightsAndOfOtherQueues() {
        SimDriver by = new SimDriver(0);
        Engine engine = engine(state, by);
        by.at(0, new Event.NodeJoined(0, NodeSpec.of("n", 32_000, 256L << 30, 8, "H100")));
        by.at(0, new Event.StrategyChanged(StrategySpec.of("tried", "fcfs", "best-fit", "greedy")));
        by.at(
                0,
                new Event.QueuesDeclared(List.of(
                        QueueSpec.of("org").limited("gpu", QueueAmount.of(5_000)),
                        QueueSpec.of("a").below("org").limited("gpu", QueueAmount.of(4_000)),
                        QueueSpec.of("b"),
                        QueueSpec.of("full").limited("gpu", QueueAmount.of(0)))));
        Demand three = Demand.cpu(1_000, 1L << 30).withGpus(3);
        by.at(
                1,
                new Event.JobSubmitted(
                        1, JobSpec.batch("one", three, Nanos.HOUR).withQueue("a"), "test", 1));
        by.at(
                2,
                new Event.JobSubmitted(
                        2, JobSpec.batch("two", three, Nanos.HOUR).withQueue("a"), "test", 2));
        while (by.nextTimerNanos() <= Nanos.SECOND) {
            by.moment(by.nextTimerNanos(), engine, List.of());
        }

        List<Remedy> remedies = Remedies.of(() -> state.image().state(), CATALOG, 2);
        Remedy other = of(remedies, RemedyKind.QUEUE);
        Remedy rights = of(remedies, RemedyKind.RIGHTS);
        assertThat(other.change().queue()).isEqualTo("b");
        assertThat(rights.raises())
                .containsExactly(
                        new QueueRaise("a", QueueRaise.Right.LIMIT, "gpu", 4_000, 6_000),
                        new QueueRaise("org", QueueRaise.Right.LIMIT, "gpu", 5_000, 6_000));
        assertThat(startsAtOnce(2, other)).isTrue();
        assertThat(startsAtOnce(2, rights)).isTrue();
        Remedy stop = of(remedies, RemedyKind.VICTIMS);
        assertThat(stop.victims())
                .extracting(Victim::job)
                .as("of its own queue")
                .containsExactly(1L);
        assertThat(startsAtOnce(2, stop)).isTrue();
        assertThat(remedies).extracting(Remedy::kind).isSorted();
    }

    @Test
    void aQuotaThatIsUsedUpAndABoundOfBorrowingAreRaised() {
        SimDriver by = new SimDriver(0);
        Engine engine = engine(state, by);
        by.at(0, new Event.NodeJoined(0, NodeSpec.of("n", 32_000, 256L << 30, 8, "H100")));
        by.at(0, new Event.StrategyChanged(StrategySpec.of("tried", "fcfs", "best-fit", "greedy")));
        QueueAmount none = QueueAmount.of(0);
        by.at(
                0,
                new Event.QueuesDeclared(List.of(
                        QueueSpec.of("a").deserving("gpu", QueueAmount.of(2_000)),
                        QueueSpec.of("b")
                                .deserving("gpu", QueueAmount.of(2_000))
                                .borrowing("gpu", none),
                        QueueSpec.of("keeps")
                                .deserving("gpu", QueueAmount.of(4_000))
                                .lending("gpu", none))));
        Demand demand = Demand.cpu(1_000, 1L << 30).withGpus(3);
        by.at(
                1,
                new Event.JobSubmitted(
                        1, JobSpec.batch("one", demand.withGpus(5), Nanos.HOUR).withQueue("a"), "test", 1));
        by.at(
                2,
                new Event.JobSubmitted(
                        2, JobSpec.batch("two", demand, Nanos.HOUR).withQueue("b"), "test", 2));
        while (by.nextTimerNanos() <= Nanos.SECOND) {
            by.moment(by.nextTimerNanos(), engine, List.of());
        }

        assertThat(of(Remedies.of(() -> state.image().state(), CATALOG, 1), RemedyKind.RIGHTS)
                        .raises())
                .containsExactly(new QueueRaise("a", QueueRaise.Right.QUOTA, "gpu", 2_000, 5_000));
        Remedy borrow = of(Remedies.of(() -> state.image().state(), CATALOG, 2), RemedyKind.RIGHTS);
        assertThat(borrow.raises()).containsExactly(new QueueRaise("b", QueueRaise.Right.BORROW, "gpu", 0, 1_000));
        assertThat(startsAtOnce(2, borrow)).isTrue();
    }

    /** A job that begins anew whenever it is stopped. */
    private static JobSpec losing(String name, Demand demand) {
        JobSpec spec = JobSpec.batch(name, demand, Nanos.HOUR);
        return spec.withTerms(spec.terms().withInterruption(new Interruption(false, Interruption.USUAL_GRACE)));
    }

    private static Remedy of(List<Remedy> remedies, RemedyKind kind) {
        return remedies.stream()
                .filter(remedy -> remedy.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aJobThatRunsOrIsHeldHasNone() {
        cluster(1);
        for (Job job : state.jobs()) {
            if (!job.queued()) {
                assertThat(Remedies.of(() -> state.image().state(), CATALOG, job.id()))
                        .isEmpty();
            }
        }
        assertThat(Remedies.of(() -> state.image().state(), CATALOG, 10_000)).isEmpty();
    }
}
