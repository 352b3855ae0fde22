package io.berth.console.curve;

import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Looks at the jobs of a run again and again: reads what they print, and tells the engine of forecasts that are worth it. For one
 * thread.
 */
public final class CurveWatch {
    private final LiveView view;
    private final Curves curves;
    private final Forecasts forecasts;
    private final ProgressReports reports = new ProgressReports();
    private final TreeSet<Long> told = new TreeSet<>();
    /** Jobs that ended before this process began are of instant 0. */
    private long seenInstants;

    /** Who is told how long a job is expected to run. */
    @FunctionalInterface
    public interface Forecasts {
        /** The job that runs by start {@code decision} is expected to run for {@code remainingNanos} more. */
        void tell(long job, long decision, long remainingNanos);
    }

    public CurveWatch(LiveView view, Curves curves, Forecasts forecasts) {
        this.view = view;
        this.curves = curves;
        this.forecasts = forecasts;
    }

    /** Looks once; the jobs that hold room, by number. */
    public List<JobEntry> look(long nowNanos) {
        long instants = view.totals().instants();
        List<JobEntry> running = new ArrayList<>();
        List<JobEntry> late = new ArrayList<>();
        for (JobEntry job : view.jobsAfter(0)) {
            if (job.phase().holds() && job.decision() != 0) {
                running.add(job);
            } else if (job.phase().ended() && job.version() > seenInstants && job.startNanos() >= 0) {
                late.add(job);
            }
        }
        curves.look(running, nowNanos);
        late.forEach(job -> curves.lookBack(job, nowNanos));
        seenInstants = instants;
        TreeSet<Long> over = new TreeSet<>(told);
        for (JobEntry job : running) {
            over.remove(job.id());
            tell(job, nowNanos);
        }
        for (long job : over) {
            told.remove(job);
            reports.forget(job);
        }
        return running;
    }

    private void tell(JobEntry job, long nowNanos) {
        JobCurve curve = curves.live(job.id());
        long end = curve == null || job.startNanos() < 0 ? Nanos.NEVER : curve.endNanos();
        if (reports.worth(job.id(), job.decision(), end, nowNanos)) {
            told.add(job.id());
            forecasts.tell(job.id(), job.decision(), Math.max(0, end - nowNanos));
        }
    }
}
