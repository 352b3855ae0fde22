package io.berth.sim.adaptive;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.Frame;
import io.berth.core.metric.RunMetrics;
import io.berth.core.metric.Window;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateImage;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.portfolio.Gain;
import io.berth.sim.portfolio.Guard;
import io.berth.sim.portfolio.Objective;
import io.berth.sim.run.Steering;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.adaptive.AdaptiveSpec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses one of several strategies again and again while it decides.
 *
 * <p>Algorithm: at each look the strategy in force and all others are run ahead from copies of the present state, each on the same draws of
 * work to come ({@link RecentWork}). One that is no better on any of the first two draws is run no further. Of the others the one that
 * gains most is put in force where the lower end of the interval of its gain, over all looks on end at which it was better
 * ({@link Evidence}), is above the hysteresis and the cost of a change, those are as many as are wanted, it gains so much now too, and it
 * breaks no guard. Each change of late doubles how many are wanted. What a change itself costs, such as jobs that are preempted and start again, is in the runs ahead, since they begin with
 * it. The interval is of draws of the last hours; how far those to come are from them no draw knows, which is what the hysteresis and
 * further looks are for.
 *
 * <p>All chance follows from the seed and the number of the look, so equal runs choose alike.
 *
 * <p>Source: rollout algorithms, Bertsekas, Tsitsiklis and Wu, Journal of Heuristics 3, 1997; portfolios of scheduling policies chosen by
 * simulation, Deng, Song, Ren and Iosup, SC 2013.
 */
public final class Selector implements Steering {
    /** Draws after which those that are no better on any are left. */
    private static final int FIRST_DRAWS = 2;

    /** Members of the draws of different looks and seeds lie so far apart. */
    private static final long LOOKS_APART = 1_009;

    private static final long SEEDS_APART = 1_000_000_007L;

    /** No change could gain more than this part of the objective. */
    private static final double MOST = 0.99;

    private static final int MOST_DOUBLED = 5;

    private static final Gain NOTHING = new Gain(0, 0, 0, 0);

    private final AdaptiveSpec spec;
    private final Objective objective;
    private final List<Guard> guards;
    private final AheadRun ahead;
    private final RecentWork work;
    private final Evidence evidence;
    /** What a change must gain, as a logarithm. */
    private final double least;

    private final long seed;
    private final List<Look> looks = new ArrayList<>();
    private @Nullable State state;
    private long nextNanos = Nanos.NEVER;
    private final ArrayDeque<Long> lastSwitches = new ArrayDeque<>();
    private int inForce;
    /** Runs were found to have the figures that are asked for. */
    private boolean checked;

    /**
     * Chooses as {@code spec} says.
     *
     * @param world how long starts take
     * @param seed of all chance in it
     */
    public Selector(AdaptiveSpec spec, Catalog catalog, WorldOptions world, long seed) {
        this.spec = spec;
        this.seed = seed;
        objective = Objective.of(spec.objective(), spec.name() + ": adaptive.objective");
        guards = guards(spec);
        ahead = new AheadRun(catalog, world);
        work = new RecentWork(spec.pastNanos());
        evidence = new Evidence(spec.portfolio().size(), spec.pastNanos());
        least = -StrictMath.log(1 - StrictMath.min(MOST, spec.hysteresis() + spec.switchCost()));
    }

    /** @throws io.berth.spec.input.InputException where the objective or a guard of {@code spec} is none */
    public static void check(AdaptiveSpec spec) {
        SortedMap<String, Double> figures = new RunMetrics(new State(0), Window.ALL).figures();
        Objective.of(spec.objective(), spec.name() + ": adaptive.objective").checkName(figures);
        guards(spec).forEach(guard -> guard.of().checkName(figures));
    }

    private static List<Guard> guards(AdaptiveSpec spec) {
        return spec.guard().entrySet().stream()
                .map(guard -> Guard.parse(guard.getKey() + "=" + guard.getValue(), spec.name() + ": adaptive.guard"))
                .toList();
    }

    @Override
    public void begins(State begun, List<NodeSpec> nodes, long atNanos) {
        state = begun;
        nextNanos = atNanos + spec.everyNanos();
    }

    @Override
    public void ended(JobEnd end) {
        work.ended(end);
    }

    @Override
    public void instant(Frame frame, State now) {
        work.instant(frame, now);
    }

    @Override
    public long nextNanos() {
        return nextNanos;
    }

    @Override
    public @Nullable StrategySpec choose(long nowNanos) {
        nextNanos = nowNanos + spec.everyNanos();
        Look look = state == null ? nothing(nowNanos, Look.Verdict.UNKNOWN) : looked(nowNanos, state, work);
        looks.add(look);
        return look.verdict() == Look.Verdict.SWITCHED ? inForce() : null;
    }

    /**
     * Looks which would do best from {@code copy} on; another look than the one before.
     *
     * @param copy which no engine uses, with one of the portfolio in force; another than the one chosen last begins all evidence anew
     * @param recent the work that came lately
     */
    public Look look(long nowNanos, State copy, RecentWork recent) {
        int place = spec.portfolio().indexOf(copy.strategy());
        if (place < 0) {
            throw new IllegalArgumentException(
                    "The strategy (" + copy.strategy().name() + ") is none of the portfolio of (" + spec.name() + ").");
        }
        if (place != inForce) {
            inForce = place;
            evidence.clear();
        }
        Look look = looked(nowNanos, copy, recent);
        looks.add(look);
        return look;
    }

    /** What was chosen last. */
    public StrategySpec inForce() {
        return spec.portfolio().get(inForce);
    }

    /** All looks so far. */
    public List<Look> looks() {
        return List.copyOf(looks);
    }

    private Look looked(long nowNanos, State now, RecentWork recent) {
        if (!recent.tells()) {
            return nothing(nowNanos, Look.Verdict.UNKNOWN);
        }
        if (!recent.waited() && objective.ofWaiting()) {
            return nothing(nowNanos, Look.Verdict.IDLE);
        }
        RunsAhead runs = new RunsAhead(now, nowNanos, recent);
        runs.all();
        return decided(nowNanos, runs);
    }

    private Look nothing(long nowNanos, Look.Verdict verdict) {
        return new Look(nowNanos, name(inForce), "", NOTHING, verdict, 0);
    }

    private String name(int place) {
        return spec.portfolio().get(place).name();
    }

    private Look decided(long nowNanos, RunsAhead runs) {
        String before = name(inForce);
        for (int place = 0; place < spec.portfolio().size(); place++) {
            if (place != inForce) {
                evidence.add(place, nowNanos, runs.gains(objective, place));
            }
        }
        int best = best(runs.left);
        if (best < 0) {
            return new Look(nowNanos, before, "", NOTHING, Look.Verdict.STAYS, runs.made);
        }
        Gain gain = evidence.gain(best);
        if (!isWorthIt(best)) {
            return new Look(nowNanos, before, name(best), gain, Look.Verdict.STAYS, runs.made);
        }
        if (evidence.looks(best) < looksWanted(nowNanos)) {
            return new Look(nowNanos, before, name(best), gain, Look.Verdict.AGAIN, runs.made);
        }
        inForce = best;
        evidence.clear();
        lastSwitches.addLast(nowNanos);
        return new Look(nowNanos, before, name(best), gain, Look.Verdict.SWITCHED, runs.made);
    }

    /** Each change within the time that is looked at doubles them: what goes to and fro gains little each time. */
    private int looksWanted(long nowNanos) {
        while (!lastSwitches.isEmpty() && lastSwitches.getFirst() < nowNanos - spec.pastNanos()) {
            lastSwitches.removeFirst();
        }
        return spec.looks() << StrictMath.min(MOST_DOUBLED, lastSwitches.size());
    }

    /** Of {@code places} the one that gains most now, of those that are worth a change if any is; -1 where none gains anything. */
    private int best(List<Integer> places) {
        int best = -1;
        for (int place : places) {
            boolean gains = evidence.looks(place) > 0;
            boolean better = best < 0
                    || isWorthIt(place) && !isWorthIt(best)
                    || isWorthIt(place) == isWorthIt(best) && evidence.last(place) > evidence.last(best);
            best = gains && better ? place : best;
        }
        return best;
    }

    private boolean isWorthIt(int place) {
        return evidence.gain(place).above(least) && evidence.last(place) > least;
    }

    /** The runs of one look. */
    private final class RunsAhead {
        private final StateImage image;
        private final State present;
        private final long nowNanos;
        private final RecentWork recent;
        private final List<List<SortedMap<String, Double>>> figures = new ArrayList<>();
        private final List<Integer> left = new ArrayList<>();
        private int made;

        RunsAhead(State present, long nowNanos, RecentWork recent) {
            this.recent = recent;
            this.image = present.image();
            this.present = present;
            this.nowNanos = nowNanos;
            for (int place = 0; place < spec.portfolio().size(); place++) {
                figures.add(new ArrayList<>());
                if (place != inForce) {
                    left.add(place);
                }
            }
        }

        void all() {
            for (int draw = 0; draw < spec.seeds() && !left.isEmpty(); draw++) {
                long member = seed * SEEDS_APART + looks.size() * LOOKS_APART + draw;
                RecentWork.Forecast forecast = recent.forecast(present, nowNanos, spec.horizonNanos(), member);
                run(inForce, forecast);
                left.forEach(place -> run(place, forecast));
                if (draw + 1 == FIRST_DRAWS) {
                    left.removeIf(this::isNoBetter);
                }
            }
            left.removeIf(this::breaks);
        }

        private void run(int place, RecentWork.Forecast forecast) {
            List<AheadRun.Change> change = place == inForce
                    ? List.of()
                    : List.of(new AheadRun.Change(nowNanos, spec.portfolio().get(place)));
            AheadRun.Course course = new AheadRun.Course(forecast.runTimes()::nanos, forecast.arrivals(), change);
            SortedMap<String, Double> of = ahead.figures(image.state(), nowNanos, course, new Observer() {});
            if (!checked) {
                objective.check(of);
                guards.forEach(guard -> guard.of().check(of));
                checked = true;
            }
            figures.get(place).add(of);
            made++;
        }

        private boolean isNoBetter(int place) {
            for (double gain : gains(objective, place)) {
                if (gain > 0) {
                    return false;
                }
            }
            return true;
        }

        private boolean breaks(int place) {
            for (Guard guard : guards) {
                double[] gains = gains(guard.of(), place);
                if (gains.length > 0 && guard.brokenBy(-Gain.of(gains, true).mean())) {
                    return true;
                }
            }
            return false;
        }

        double[] gains(Objective of, int place) {
            List<SortedMap<String, Double>> own = figures.get(inForce);
            List<SortedMap<String, Double>> other = figures.get(place);
            return IntStream.range(0, other.size())
                    .mapToDouble(draw -> of.cost(of.value(own.get(draw))) - of.cost(of.value(other.get(draw))))
                    .filter(gain -> !Double.isNaN(gain))
                    .toArray();
        }
    }
}
