package io.berth.sim.adaptive;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.Frame;
import io.berth.core.state.JobEnd;
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
 * gains most is put in force where the lower end of the interval of its mean gain is above the hysteresis and the cost of a change, it
 * breaks no guard, and it was so at as many looks on end as are wanted. What a change itself costs, such as jobs that are preempted and
 * start again, is in the runs ahead, since they begin with it. The interval is of draws of the last hours; how far those to come are from
 * them no draw knows, which is what the hysteresis and the second look are for.
 *
 * <p>All chance follows from the seed and the number of the look, so equal runs choose alike.
 *
 * <p>Source: rollout algorithms, Bertsekas, Tsitsiklis and Wu, Journal of Heuristics 3, 1997; portfolios of scheduling policies chosen by
 * simulation, Deng, Song, Ren and Iosup, SC 2013.
 */
public final class Selector implements Steering {
    /** Jobs that must have come in the time that is looked at, and ended in all. */
    private static final int LEAST_JOBS = 20;

    /** Draws after which those that are no better on any are left. */
    private static final int FIRST_DRAWS = 2;

    /** Members of the draws of different looks and seeds lie so far apart. */
    private static final long LOOKS_APART = 1_009;

    private static final long SEEDS_APART = 1_000_000_007L;

    private static final Gain NOTHING = new Gain(0, 0, 0, 0);

    private final AdaptiveSpec spec;
    private final Objective objective;
    private final List<Guard> guards;
    private final AheadRun ahead;
    private final RecentWork work;
    private final long seed;
    private final List<Look> looks = new ArrayList<>();
    private @Nullable State state;
    private long nextNanos = Nanos.NEVER;
    private int inForce;
    private int candidate = -1;
    private int agreed;
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
        guards = spec.guard().entrySet().stream()
                .map(guard -> Guard.parse(guard.getKey() + "=" + guard.getValue(), spec.name() + ": adaptive.guard"))
                .toList();
        ahead = new AheadRun(catalog, world);
        work = new RecentWork(spec.pastNanos());
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
        Look look = look(nowNanos);
        looks.add(look);
        return look.verdict() == Look.Verdict.SWITCHED ? spec.portfolio().get(inForce) : null;
    }

    /** All looks so far. */
    public List<Look> looks() {
        return List.copyOf(looks);
    }

    private Look look(long nowNanos) {
        State now = state;
        if (now == null || work.ended() < LEAST_JOBS || work.jobs(nowNanos) < LEAST_JOBS) {
            return nothing(nowNanos, Look.Verdict.UNKNOWN);
        }
        if (!work.waited() && objective.ofWaiting()) {
            return nothing(nowNanos, Look.Verdict.IDLE);
        }
        RunsAhead runs = new RunsAhead(now, nowNanos);
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
        int best = runs.best();
        Gain gain = best < 0 ? NOTHING : runs.gain(best);
        double least = -StrictMath.log(1 - StrictMath.min(0.99, spec.hysteresis() + spec.switchCost()));
        if (best < 0 || !gain.above(least)) {
            candidate = -1;
            agreed = 0;
            return new Look(nowNanos, before, best < 0 ? "" : name(best), gain, Look.Verdict.STAYS, runs.made);
        }
        agreed = best == candidate ? agreed + 1 : 1;
        candidate = best;
        if (agreed < spec.looks()) {
            return new Look(nowNanos, before, name(best), gain, Look.Verdict.AGAIN, runs.made);
        }
        inForce = best;
        candidate = -1;
        agreed = 0;
        return new Look(nowNanos, before, name(best), gain, Look.Verdict.SWITCHED, runs.made);
    }

    /** The runs of one look. */
    private final class RunsAhead {
        private final StateImage image;
        private final State present;
        private final long nowNanos;
        private final List<List<SortedMap<String, Double>>> figures = new ArrayList<>();
        private final List<Integer> left = new ArrayList<>();
        private int made;

        RunsAhead(State present, long nowNanos) {
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
                RecentWork.Forecast forecast = work.forecast(present, nowNanos, spec.horizonNanos(), member);
                run(inForce, forecast);
                left.forEach(place -> run(place, forecast));
                if (draw + 1 == FIRST_DRAWS) {
                    left.removeIf(this::isNoBetter);
                }
            }
            left.removeIf(this::breaks);
        }

        private void run(int place, RecentWork.Forecast forecast) {
            StrategySpec change = place == inForce ? null : spec.portfolio().get(place);
            SortedMap<String, Double> of = ahead.figures(image.state(), nowNanos, forecast, change);
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

        /** The one that gains most of those that are left; -1 where none is. */
        int best() {
            int best = -1;
            for (int place : left) {
                best = best < 0 || gain(place).mean() > gain(best).mean() ? place : best;
            }
            return best;
        }

        Gain gain(int place) {
            return Gain.of(gains(objective, place), false);
        }

        private double[] gains(Objective of, int place) {
            List<SortedMap<String, Double>> own = figures.get(inForce);
            List<SortedMap<String, Double>> other = figures.get(place);
            return IntStream.range(0, other.size())
                    .mapToDouble(draw -> of.cost(of.value(own.get(draw))) - of.cost(of.value(other.get(draw))))
                    .filter(gain -> !Double.isNaN(gain))
                    .toArray();
        }
    }
}
