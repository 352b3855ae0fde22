package io.berth.console.api.job;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.SlowLane;
import io.berth.console.api.call.StateCopy;
import io.berth.console.http.message.Response;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.core.catalog.Catalog;
import io.berth.core.time.Nanos;
import io.berth.live.driver.Operator;
import io.berth.sim.forecast.Eta;
import io.berth.sim.forecast.Forecast;
import io.berth.sim.forecast.PastRun;
import io.berth.sim.forecast.RunTimes;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
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

    private final Operator operator;
    private final Catalog catalog;
    private final LiveView view;
    private final JobResource jobs;
    private final SlowLane lane;

    /** Of the lane's thread alone; it is many states, and goes where memory is wanted for something else. */
    private SoftReference<Kept> kept = new SoftReference<>(null);

    /** A look ahead from one instant; {@code keptNanos} says how long it serves. */
    private record Kept(Forecast forecast, long instants, long madeNanos, long keptNanos) {
        boolean serves(JobEntry job) {
            return instants >= job.version() && System.nanoTime() - madeNanos < keptNanos;
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

    /** Numbers of jobs that the caller may not see are not told. */
    private LongPredicate visible(Call call) {
        return id -> {
            JobEntry other = view.job(id);
            return other != null && call.caller().sees(other.spec());
        };
    }

    private @Nullable Eta ask(JobEntry job) {
        Kept now = kept.get();
        if (now == null || !now.serves(job)) {
            // What was kept is let go before another is made.
            kept.clear();
            now = make();
            kept = new SoftReference<>(now);
        }
        long began = System.nanoTime();
        return now.forecast.eta(job.id(), () -> System.nanoTime() - began < MOST_NANOS);
    }

    private Kept make() {
        StateCopy copy = StateCopy.of(operator).checked(LEAST_STATES);
        long began = System.nanoTime();
        Forecast forecast = new Forecast(
                copy::state, catalog, operator.evenNanos(), RunTimes.of(pastRuns()), copy.room() - LEAST_STATES);
        long took = System.nanoTime() - began;
        return new Kept(forecast, copy.instants(), System.nanoTime(), Math.max(LEAST_KEPT_NANOS, KEPT_TIMES * took));
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
