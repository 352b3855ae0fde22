package io.berth.console.api.job;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.SlowLane;
import io.berth.console.api.call.StateCopy;
import io.berth.console.http.message.Response;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.core.catalog.Catalog;
import io.berth.core.event.Event;
import io.berth.core.remedy.Remedies;
import io.berth.core.remedy.Remedy;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.live.driver.Operator;
import io.berth.sim.forecast.Eta;
import io.berth.sim.forecast.Forecast;
import io.berth.sim.forecast.PastRun;
import io.berth.sim.forecast.RunTimes;
import io.berth.sim.forecast.StartEstimate;
import io.berth.sim.forecast.StartEstimates;
import io.berth.sim.forecast.StartEstimator;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Says when jobs will start and end. The engine's thread only makes an image of its state; the look ahead is made here, once for all
 * who ask within a while, and goes on where the last question stopped.
 */
public final class Forecasts {
    private static final long LEAST_KEPT_NANOS = Nanos.SECOND;
    private static final int KEPT_TIMES = 5;

    /** The jobs as they are, why they wait, and the course that is expected. */
    private static final int LEAST_STATES = 3;

    /** What one question may cost; somebody waits for the answer. */
    private static final long MOST_NANOS = 2 * Nanos.SECOND;

    /** What a question about all jobs may cost. */
    private static final long MOST_OF_ALL_NANOS = 9 * Nanos.SECOND;

    /** What it may cost to see when a change that does not start a job at once starts it. */
    private static final long MOST_OF_REMEDY_NANOS = Nanos.SECOND;

    /** With fewer courses a range would be made of the extremes. */
    private static final int LEAST_MEMBERS = 10;

    private final Operator operator;
    private final Catalog catalog;
    private final LiveView view;
    private final JobResource jobs;
    private final SlowLane lane;

    /** Of the lane's thread alone; it is many states, and goes where memory is wanted for something else. */
    private SoftReference<Kept> kept = new SoftReference<>(null);

    /** A look ahead from one instant; {@code keptNanos} says how long it serves. */
    private static final class Kept {
        private final StateCopy copy;
        private final Forecast forecast;
        private final StartEstimator estimator;
        private final long instants;
        private final long madeNanos;
        private final long keptNanos;
        private @Nullable StartEstimates starts;

        Kept(StateCopy copy, Forecast forecast, StartEstimator estimator, long tookNanos) {
            this.copy = copy;
            this.forecast = forecast;
            this.estimator = estimator;
            this.instants = copy.instants();
            this.madeNanos = System.nanoTime();
            this.keptNanos = Math.max(LEAST_KEPT_NANOS, KEPT_TIMES * tookNanos);
        }

        boolean serves(long version) {
            return instants >= version && System.nanoTime() - madeNanos < keptNanos;
        }

        /** When all jobs start, by as many courses as {@code mostNanos} are enough for. */
        StartEstimates starts(long mostNanos) {
            StartEstimates known = starts;
            if (known == null || known.members() < LEAST_MEMBERS) {
                long began = System.nanoTime();
                known = estimator.estimate(StartEstimator.MEMBERS, () -> System.nanoTime() - began < mostNanos);
                starts = known;
            }
            return known;
        }
    }

    /** @param lane for this alone */
    public Forecasts(Operator operator, Catalog catalog, LiveView view, JobResource jobs, SlowLane lane) {
        this.operator = operator;
        this.catalog = catalog;
        this.view = view;
        this.jobs = jobs;
        this.lane = lane;
    }

    /** {@code GET /jobs/ID/eta}. */
    public Response eta(Call call) {
        JobEntry job = jobs.find(call);
        if (job.phase().ended()) {
            return Response.json(200, EtaText.ended(job));
        }
        if (job.phase() == JobPhase.PENDING && job.onHold()) {
            return Response.json(200, EtaText.held(job));
        }
        @Nullable Eta eta = lane.run(call.caller(), () -> ask(job));
        JobEntry now = jobs.find(call);
        return Response.json(200, eta == null ? EtaText.ended(now) : EtaText.of(now, eta, visible(call), view.wall()));
    }

    /** {@code GET /etas}. */
    public Response all(Call call) {
        StartEstimates starts = lane.run(call.caller(), () -> kept(0).starts(MOST_OF_ALL_NANOS));
        return Response.json(200, EtaText.all(starts, visible(call), view.wall()));
    }

    /** {@code GET /jobs/ID/remedies}. */
    public Response remedies(Call call) {
        JobEntry job = jobs.find(call);
        if (job.phase() != JobPhase.PENDING) {
            return Response.json(200, RemedyText.none(job));
        }
        Documented.RemedyList told = lane.run(call.caller(), () -> remedies(job, call));
        return Response.json(200, told);
    }

    /** What starts it now, what starts it sooner than waiting does, and to wait. */
    private Documented.RemedyList remedies(JobEntry job, Call call) {
        Kept now = kept(job.version());
        StartEstimate waits = now.starts(MOST_NANOS).jobs().get(job.id());
        RemedyText text = new RemedyText(job, view.wall(), this::name);
        for (Remedy remedy : Remedies.of(now.copy::state, catalog, job.id())) {
            if (!told(remedy, call)) {
                continue;
            }
            if (remedy.now()) {
                text.now(remedy);
                continue;
            }
            StartEstimate then = changed(now.copy, job.id(), remedy);
            boolean sooner = then != null
                    && then.known()
                    && (waits == null || then.start().nanos() < waits.start().nanos());
            if (then != null && sooner) {
                text.later(remedy, then.start());
            }
        }
        return text.waiting(waits == null || !waits.known() ? null : waits.start());
    }

    /** Nobody hears of jobs that he may not see, nor of queues that he may not enter. */
    private boolean told(Remedy remedy, Call call) {
        LongPredicate visible = visible(call);
        String queue = remedy.change().queue();
        return remedy.victims().stream().allMatch(victim -> visible.test(victim.job()))
                && (queue == null || call.caller().enters(queue))
                && remedy.raises().stream().allMatch(raise -> call.caller().enters(raise.queue()));
    }

    private String name(long id) {
        JobEntry job = view.job(id);
        return job == null ? "" : job.spec().name();
    }

    /** When the job starts if it is changed so; null where that was not found in time. */
    private @Nullable StartEstimate changed(StateCopy copy, long job, Remedy remedy) {
        long began = System.nanoTime();
        StartEstimator estimator = new StartEstimator(
                () -> {
                    State state = copy.state();
                    state.apply(state.nowNanos(), new Event.JobUpdated(job, remedy.change()));
                    return state;
                },
                catalog,
                operator.evenNanos(),
                past());
        StartEstimates told = estimator.estimate(LEAST_MEMBERS, () -> System.nanoTime() - began < MOST_OF_REMEDY_NANOS);
        return told.jobs().get(job);
    }

    /** Numbers of jobs that the caller may not see are not told. */
    private LongPredicate visible(Call call) {
        return id -> {
            JobEntry other = view.job(id);
            return other != null && call.caller().sees(other.spec());
        };
    }

    private @Nullable Eta ask(JobEntry job) {
        Kept now = kept(job.version());
        long began = System.nanoTime();
        Eta eta = now.forecast.eta(job.id(), () -> System.nanoTime() - began < MOST_NANOS);
        if (eta == null || eta.verdict() != Eta.Verdict.STARTS || job.phase() != JobPhase.PENDING) {
            return eta;
        }
        StartEstimates starts = now.starts(MOST_NANOS);
        StartEstimate start = starts.jobs().get(job.id());
        if (start == null || !start.known() || starts.members() < LEAST_MEMBERS) {
            return eta;
        }
        return eta.ranged(start.start(), starts.members(), starts.days());
    }

    private Kept kept(long version) {
        Kept now = kept.get();
        if (now == null || !now.serves(version)) {
            // What was kept is let go before another is made.
            kept.clear();
            now = make();
            kept = new SoftReference<>(now);
        }
        return now;
    }

    private Kept make() {
        StateCopy copy = StateCopy.of(operator).checked(LEAST_STATES);
        long began = System.nanoTime();
        long at = operator.evenNanos();
        Forecast forecast = new Forecast(copy::state, catalog, at, RunTimes.of(pastRuns()), copy.room() - LEAST_STATES);
        StartEstimator estimator = new StartEstimator(copy::state, catalog, at, past());
        return new Kept(copy, forecast, estimator, System.nanoTime() - began);
    }

    /** What was submitted, and how long what finished its work ran, in the order in which that was known. */
    private StartEstimator.Past past() {
        StartEstimator.Past past = StartEstimator.Past.unknown();
        List<JobEntry> finished = new ArrayList<>();
        for (JobEntry job : view.jobsAfter(0)) {
            past.submitted(job.submitNanos(), job.spec());
            if (job.finishedNanos() >= 0) {
                finished.add(job);
            }
        }
        finished.sort(Comparator.comparingLong(JobEntry::endNanos));
        finished.forEach(job -> past.ended(job.spec(), job.finishedNanos()));
        return past;
    }

    private List<PastRun> pastRuns() {
        List<PastRun> runs = new ArrayList<>();
        for (JobEntry job : view.jobsAfter(0)) {
            if (job.finishedNanos() >= 0) {
                runs.add(new PastRun(job.spec().name(), job.spec().queue(), job.finishedNanos()));
            }
        }
        return runs;
    }
}
