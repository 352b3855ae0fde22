package io.berth.sim.fault;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Effector;
import io.berth.core.engine.Engine;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.policy.Facts;
import io.berth.core.policy.bound.WaitBound;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.Consolidation;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.clock.Feed;
import io.berth.sim.clock.SimDriver;
import io.berth.sim.fault.CrashingJournal.Crash;
import io.berth.sim.run.VirtualAdviser;
import io.berth.sim.safety.BoundedWaits;
import io.berth.sim.safety.BrokenRule;
import io.berth.sim.safety.Rule;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultKind;
import io.berth.spec.fault.FaultScenario;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One scenario, lived through by the production engine in virtual time. The same scenario comes out the same. */
public final class FaultRun {
    /** A snapshot is made after so many frames. */
    private static final int SNAPSHOT_FRAMES = 40;

    private final FaultScenario scenario;
    private final Catalog catalog;
    private final Seams seams;
    private final SimDriver driver = new SimDriver(0);
    private final JobNumbers numbers = new JobNumbers();
    private final CrashingJournal journal = new CrashingJournal();
    private final RunWatch watch;
    private final TaskTroubles troubles;
    private final FaultyWorld world;
    private final FaultFeed feed;
    private final ArrayDeque<Fault> restarts = new ArrayDeque<>();
    private final Coverage covered = new Coverage();
    private State state;
    private Engine engine;
    private int restarted;
    private byte[] snapshot;
    private int snapshotFrames;

    /**
     * What stands between the engine and its world, for tests that plant bugs there.
     *
     * @param bound the bound on waiting that is taken to hold, whatever the planner keeps; null for that of the strategy
     * @param moves how jobs are taken to move, likewise
     */
    public record Seams(
            UnaryOperator<Effector> effector,
            UnaryOperator<Journal> journal,
            @Nullable WaitBound bound,
            @Nullable Consolidation moves) {
        /** Nothing. */
        public static final Seams NONE = new Seams(UnaryOperator.identity(), UnaryOperator.identity());

        /** All of the strategy holds. */
        public Seams(UnaryOperator<Effector> effector, UnaryOperator<Journal> journal) {
            this(effector, journal, null, null);
        }
    }

    /** A run of {@code scenario} by the policies of {@code catalog}. */
    public FaultRun(FaultScenario scenario, Catalog catalog, Seams seams) {
        this.scenario = scenario;
        this.catalog = scenario.capricious() ? CapriciousPlanner.in(catalog) : catalog;
        this.seams = seams;
        this.watch = new RunWatch(scenario, numbers, bounds(this.catalog, seams), seams.moves());
        this.troubles = new TaskTroubles(scenario.seed(), scenario.faults());
        this.world = new FaultyWorld(scenario.latencyNanos(), troubles, driver);
        this.state = new State(scenario.seed());
        this.snapshot = state.image().bytes();
        this.engine = engine();
        this.feed = new FaultFeed(scenario, numbers, () -> state);
        scenario.faults().stream()
                .filter(fault -> fault.kind().restarts())
                .sorted(Comparator.comparingLong(Fault::atNanos))
                .forEach(restarts::add);
    }

    /** Strategies are few, and asked for at every instant. */
    private static Function<State, WaitBound> bounds(Catalog catalog, Seams seams) {
        WaitBound planted = seams.bound();
        if (planted != null) {
            return _ -> planted;
        }
        TreeMap<String, WaitBound> known = new TreeMap<>();
        return state -> known.computeIfAbsent(
                state.strategy().policy(PolicyKind.BOUND).toString(),
                _ -> catalog.strategy(
                                StrategySpec.of("bound")
                                        .with(PolicyKind.BOUND, state.strategy().policy(PolicyKind.BOUND)),
                                new Facts(1, 1, List.of()))
                        .bound());
    }

    private Engine engine() {
        return new Engine(
                state,
                catalog,
                new Engine.Parts(
                        seams.journal().apply(journal),
                        driver,
                        seams.effector().apply(world),
                        watch,
                        VirtualAdviser.of(catalog, driver)));
    }

    /** Lives through all of it. */
    public Verdict run() {
        try {
            while (moment()) {
                world.check(state, driver.nowNanos());
                keep();
            }
            watch.end(state);
            lookBack();
            return verdict(null, "");
        } catch (BrokenRule broken) {
            return verdict(broken.rule(), String.valueOf(broken.getMessage()));
        } catch (RuntimeException e) {
            StringWriter trace = new StringWriter();
            e.printStackTrace(new PrintWriter(trace));
            return verdict(Rule.NOTHING_IS_THROWN, trace.toString());
        }
    }

    /** What was seen of bounds on waiting. */
    BoundedWaits bounded() {
        return watch.bounded();
    }

    private Verdict verdict(@Nullable Rule rule, String what) {
        feed.happened().forEach(covered::see);
        troubles.hit().forEach(covered::see);
        covered.add(watch.coverage());
        return new Verdict(
                rule,
                what,
                new Verdict.Figures(
                        scenario.nodes().size(),
                        scenario.jobs().stream()
                                .mapToInt(job -> (int) (job.next() - job.number()))
                                .sum(),
                        watch.events(),
                        watch.decisions(),
                        scenario.faults().size(),
                        restarted,
                        watch.patience().longestNanos(),
                        watch.patience().boundNanos()),
                covered);
    }

    /** Lives through the next moment; false where nothing is left to happen. */
    private boolean moment() {
        long next = StrictMath.min(driver.nextTimerNanos(), feed.nextNanos());
        if (next == Nanos.NEVER) {
            return false;
        }
        Fault due = restarts.peek();
        boolean dies = due != null && due.atNanos() <= next;
        if (dies) {
            double share = Chance.unitAt(scenario.seed(), "cut", due.atNanos(), 0);
            arm(due.kind(), share);
        }
        try {
            driver.moment(next, engine, List.<Feed>of(feed));
        } catch (Crash crash) {
            restarts.remove();
            covered.see(crash.written() ? FaultKind.EFFECTS_LOST : FaultKind.RECORD_CUT);
            recover(crash);
            return true;
        }
        if (dies && (due.kind() == FaultKind.RESTART_LOG || due.kind() == FaultKind.RESTART_SNAPSHOT)) {
            restarts.remove();
            covered.see(due.kind());
            again(due.kind() == FaultKind.RESTART_SNAPSHOT);
        }
        return true;
    }

    private void arm(FaultKind kind, double share) {
        if (kind == FaultKind.EFFECTS_LOST || kind == FaultKind.RECORD_CUT) {
            journal.dies(kind, 0, share);
        }
    }

    /** Stops between two instants and goes on from what the journal has. */
    private void again(boolean fromSnapshot) {
        byte[] before = state.image().bytes();
        state = fromSnapshot ? recovered(snapshot, snapshotFrames) : recovered(new State(scenario.seed()), 0);
        demandSame(before, state.image().bytes());
        resume();
    }

    private void demandSame(byte[] was, byte[] is) {
        if (!Arrays.equals(was, is)) {
            throw new BrokenRule(
                    Rule.RECOVERED_AS_IT_WAS,
                    state.nowNanos(),
                    "the recovered state is another, of " + is.length + " bytes in place of " + was.length);
        }
    }

    private State recovered(byte[] from, int frames) {
        return recovered(StateCodec.read(new ByteSource(from)), frames);
    }

    private State recovered(State from, int frames) {
        Recovery recovery = Recovery.recover(from);
        journal.frames(frames).forEach(recovery::apply);
        return recovery.state();
    }

    /**
     * Goes on after Berth died within an instant. What a frame that is lost held is told again by whoever told it, but for timers and plans of
     * windows, which the engine asks for itself.
     */
    private void recover(Crash crash) {
        watch.lost();
        Frame frame = crash.frame();
        if (crash.written()) {
            List<Frame> frames = journal.frames(0);
            Recovery recovery = Recovery.recover(new State(scenario.seed()));
            frames.subList(0, frames.size() - 1).forEach(recovery::apply);
            recovery.state().observe(watch);
            recovery.apply(frames.getLast());
            state = recovery.state();
            frame.events().stream().filter(Event::exogenous).forEach(event -> world.happened(event, state));
            watch.instant(frame, state);
        } else {
            journal.repair();
            state = recovered(new State(scenario.seed()), 0);
            frame.events().stream()
                    .filter(event -> !(event instanceof Event.Tick) && !(event instanceof Event.WindowPlanned))
                    .forEach(event -> driver.at(driver.nowNanos(), event));
        }
        resume();
    }

    private void resume() {
        restarted++;
        engine = engine();
        engine.resume();
        world.resume(state);
    }

    /** Keeps a snapshot now and then. */
    private void keep() {
        if (journal.size() >= snapshotFrames + SNAPSHOT_FRAMES && !restarts.isEmpty()) {
            snapshot = state.image().bytes();
            snapshotFrames = journal.size();
        }
    }

    /** The whole journal once more: it gives the state that is, and the policies decide it again as it stands there. */
    private void lookBack() {
        Recovery again = Recovery.redecide(new State(scenario.seed()), catalog);
        journal.frames(0).forEach(again::apply);
        Recovery.Difference difference = again.firstDifference();
        if (difference != null) {
            throw new BrokenRule(
                    Rule.REDECIDED_ALIKE,
                    difference.atNanos(),
                    "recorded " + difference.recorded() + ", decided again " + difference.decided());
        }
        demandSame(state.image().bytes(), again.state().image().bytes());
    }
}
