package io.berth.sim.adaptive;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.Job;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.JobSpec;
import io.berth.sim.forecast.LearntRunTimes;
import io.berth.sim.forecast.MemberRunTimes;
import io.berth.sim.portfolio.Objective;
import io.berth.sim.portfolio.Redrawn;
import io.berth.sim.workload.Arrival;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.adaptive.AdaptiveSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What would have come of the last hours had another strategy of the portfolio been in force: at the end of each period all of them run
 * from the state in which it began, over the jobs that came since, with the run times that they had. What was decided is run again
 * too, so that all stand on the same footing: a world in which nothing else happens.
 *
 * <p>Algorithm: a period lasts until so many jobs came that their figures say something, or for the horizon. Each strategy decides alone
 * in its run until all jobs have ended. Those that live at the end of the period run for as long as jobs like them do, the same in all runs.
 */
public final class Hindsight {
    /** Fewer jobs say little of a strategy. */
    static final int LEAST_JOBS = 20;

    private final AdaptiveSpec spec;
    private final Catalog catalog;
    private final Objective objective;
    private final AheadRun runs;
    private final Regret regret;
    private @Nullable Begin begin;

    /**
     * A job that came.
     *
     * @param workNanos for how long it ran until it had done its work; below 0 where it has not
     */
    public record Came(long id, long atNanos, JobSpec spec, long workNanos) {
        boolean done() {
            return workNanos >= 0;
        }
    }

    /**
     * A period that is over.
     *
     * @param jobs that came in it
     * @param agreed by the name of each strategy of the portfolio, beside what was decided
     */
    public record Period(long fromNanos, long toNanos, int jobs, SortedMap<String, Agreed> agreed) {}

    /** The state in which a period began, and what was in force since. */
    private static final class Begin {
        private final long atNanos;
        private final byte[] state;
        private final long nextJob;
        private final List<AheadRun.Change> changes = new ArrayList<>();
        private StrategySpec inForce;

        Begin(State copy, long nowNanos) {
            atNanos = nowNanos;
            state = copy.image().bytes();
            nextJob = copy.nextJob();
            inForce = copy.strategy();
        }

        State state() {
            return StateCodec.read(new ByteSource(state));
        }
    }

    /**
     * Looks back on what {@code spec} could have chosen.
     *
     * @param world how long starts take
     */
    public Hindsight(AdaptiveSpec spec, Catalog catalog, WorldOptions world) {
        this.spec = spec;
        this.catalog = catalog;
        this.objective = Objective.of(spec.objective(), spec.name() + ": adaptive.objective");
        this.runs = new AheadRun(catalog, world);
        this.regret = new Regret(spec.portfolio().size());
    }

    /** From now on {@code strategy} is in force, which whoever chooses has put there. */
    public void changed(long nowNanos, StrategySpec strategy) {
        if (begin != null) {
            begin.changes.add(new AheadRun.Change(nowNanos, strategy));
            begin.inForce = strategy;
        }
    }

    /** What is in force is none of the portfolio: nothing is compared with it. */
    public void overruled() {
        begin = null;
    }

    /**
     * Ends the period where it lasted long enough, and begins the next.
     *
     * @param copy the state now, which no engine uses
     * @param jobs all that are remembered, by number
     * @return the period that ended; null where it goes on, or nothing could be said of it
     */
    public @Nullable Period look(long nowNanos, State copy, List<Came> jobs) {
        Begin since = begin;
        if (since == null || !since.inForce.equals(copy.strategy())) {
            begin = new Begin(copy, nowNanos);
            return null;
        }
        long came = jobs.stream().filter(job -> job.id() >= since.nextJob).count();
        if (came < LEAST_JOBS && nowNanos < since.atNanos + spec.horizonNanos()) {
            return null;
        }
        begin = new Begin(copy, nowNanos);
        return came == 0 ? null : judged(since, nowNanos, copy, jobs);
    }

    /** How much was lost so far. */
    public Regret regret() {
        return regret;
    }

    private @Nullable Period judged(Begin since, long nowNanos, State now, List<Came> jobs) {
        List<Came> done = jobs.stream().filter(Came::done).toList();
        if (done.size() < LearntRunTimes.LEAST_ENDED) {
            return null;
        }
        LearntRunTimes learnt = new LearntRunTimes();
        done.forEach(job -> learnt.ended(job.spec(), job.workNanos()));
        MemberRunTimes drawn = new MemberRunTimes(learnt, now.jobs(), nowNanos, since.atNanos);
        TreeMap<Long, Long> known = new TreeMap<>();
        List<Arrival> arrivals = new ArrayList<>();
        for (Came job : jobs) {
            Job living = now.job(job.id());
            long runs = living == null || job.done() ? job.workNanos() : drawn.nanos(living);
            if (runs < 0) {
                continue;
            }
            known.put(job.id(), runs);
            if (job.id() >= since.nextJob) {
                long at = StrictMath.max(since.atNanos, job.atNanos());
                arrivals.add(new Arrival(at, Redrawn.alone(job.spec()).withWork(runs)));
            }
        }
        // Jobs to come are numbered anew, and say themselves how long they run.
        ToLongFunction<Job> work = job -> job.id() >= since.nextJob
                ? job.spec().workNanos()
                : known.getOrDefault(job.id(), drawn.nanos(job.spec(), job.id()));
        return arrivals.isEmpty() ? null : compared(since, nowNanos, work, arrivals);
    }

    private @Nullable Period compared(Begin since, long toNanos, ToLongFunction<Job> work, List<Arrival> arrivals) {
        List<StrategySpec> portfolio = spec.portfolio();
        State then = since.state();
        StartsCompared compared =
                new StartsCompared(catalog, then.image(), portfolio, arrivals.size() + (int) then.waitingJobs());
        StartsCompared.FirstStarts done = new StartsCompared.FirstStarts();
        double own = cost(then, since, new AheadRun.Course(work, arrivals, since.changes), compared.andThen(done));
        double[] costs = new double[portfolio.size()];
        TreeMap<String, Agreed> agreed = new TreeMap<>();
        boolean tells = !Double.isNaN(own);
        for (int place = 0; place < portfolio.size() && tells; place++) {
            StartsCompared.FirstStarts starts = new StartsCompared.FirstStarts();
            List<AheadRun.Change> change = List.of(new AheadRun.Change(since.atNanos, portfolio.get(place)));
            costs[place] = cost(since.state(), since, new AheadRun.Course(work, arrivals, change), starts);
            agreed.put(portfolio.get(place).name(), compared.agreed(place, done, starts));
            tells = !Double.isNaN(costs[place]);
        }
        if (!tells) {
            return null;
        }
        regret.add(own, costs);
        return new Period(since.atNanos, toNanos, arrivals.size(), agreed);
    }

    private double cost(State state, Begin since, AheadRun.Course course, Observer follower) {
        return objective.cost(objective.value(runs.figures(state, since.atNanos, course, follower)));
    }
}
