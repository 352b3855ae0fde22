package io.berth.sim.forecast;

import io.berth.core.catalog.Catalog;
import io.berth.core.explain.Explainer;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * When all jobs that wait will start, by one ensemble: the engine that decides in production goes on from copies of one state, each time
 * with other run times, drawn from what is learnt of jobs that ended, and with other submissions, drawn from those of the last days. The
 * starts of a job in all of these are its range. Strategies see what users request, as they always do; only the world knows what was drawn.
 */
public final class StartEstimator {
    /** Courses that are run where nobody asks for fewer. */
    public static final int MEMBERS = 40;

    private static final long HORIZON = 30 * Nanos.DAY;

    /**
     * Which part of the courses is cut off at each end of a range for four cases in five: half of a tenth, since an ensemble of drawn run
     * times lies closer together than what comes (measured on a log: docs/experiments/041-start-times.md).
     */
    private static final int CUT = 20;

    private final Supplier<State> copies;
    private final Catalog catalog;
    private final long nowNanos;
    private final Past past;
    private final TreeMap<Long, Job> waiting = new TreeMap<>();
    private final TreeMap<Long, Job> jobs = new TreeMap<>();
    private final long nextJob;

    /**
     * What was before.
     *
     * @param runs how long jobs ran
     * @param arrivals what was submitted
     */
    public record Past(LearntRunTimes runs, PastArrivals arrivals) {
        /** Nothing is known. */
        public static Past unknown() {
            return new Past(new LearntRunTimes(), new PastArrivals());
        }

        /** Job {@code spec} was submitted, not before the last one that was. */
        public void submitted(long atNanos, JobSpec spec) {
            arrivals.submitted(atNanos, spec);
        }

        /** A job of {@code spec} ended after {@code ranNanos}. */
        public void ended(JobSpec spec, long ranNanos) {
            runs.ended(spec, ranNanos);
        }
    }

    /**
     * Looks forward from one moment.
     *
     * @param copies gives copies of one state, a new one at each call
     * @param nowNanos UTC; not before the last moment of that state
     */
    public StartEstimator(Supplier<State> copies, Catalog catalog, long nowNanos, Past past) {
        this.copies = copies;
        this.catalog = catalog;
        this.past = past;
        State state = copies.get();
        this.nowNanos = StrictMath.max(nowNanos, state.nowNanos());
        this.nextJob = state.nextJob();
        for (Job job : state.jobs()) {
            jobs.put(job.id(), job);
            if (job.waiting() && !job.onHold()) {
                waiting.put(job.id(), job);
            }
        }
    }

    /** Runs up to {@code members} courses, as many as {@code goOn} lets come to their end. */
    public StartEstimates estimate(int members, BooleanSupplier goOn) {
        TreeMap<Long, long[]> starts = new TreeMap<>();
        waiting.keySet().forEach(id -> starts.put(id, new long[members]));
        int done = 0;
        for (int member = 0; member < members && goOn.getAsBoolean(); member++) {
            Course course = member(member);
            if (!course.untilStarted(waiting.navigableKeySet(), nowNanos + HORIZON, goOn)) {
                break;
            }
            int column = done;
            starts.forEach((id, moments) -> moments[column] = course.startNanos(id));
            done++;
        }
        TreeMap<Long, Integer> positions = new TreeMap<>();
        for (Job job : Explainer.turns(copies.get(), catalog)) {
            positions.put(job.id(), positions.size() + 1);
        }
        TreeMap<Long, StartEstimate> told = new TreeMap<>();
        for (Job job : done == 0 ? List.<Job>of() : waiting.values()) {
            long[] moments = Arrays.copyOf(starts.get(job.id()), done);
            LearntRunTimes.Drawn run = past.runs.draw(job.spec(), ran(job), Luck.MEDIAN);
            told.put(
                    job.id(),
                    new StartEstimate(
                            job.id(),
                            moment(moments),
                            positions.getOrDefault(job.id(), 0),
                            new RunTime(job.id(), job.spec().name(), run.nanos(), run.basis(), run.samples())));
        }
        return new StartEstimates(nowNanos, told, done, past.arrivals.days(nowNanos));
    }

    private static Moment moment(long[] moments) {
        Arrays.sort(moments);
        int cut = StrictMath.max(0, (moments.length + 1) / CUT - 1);
        return new Moment(moments[moments.length / 2], moments[cut], moments[moments.length - 1 - cut]);
    }

    private Course member(int member) {
        MemberRunTimes drawn = new MemberRunTimes(past.runs, jobs.values(), nowNanos, member);
        return new Course(
                copies.get(),
                catalog,
                nowNanos,
                drawn::nanos,
                new Submissions(new Past(drawn.runs(), past.arrivals), member, nextJob, nowNanos, nowNanos + HORIZON));
    }

    private long ran(Job job) {
        return MemberRunTimes.ran(job, nowNanos);
    }
}
