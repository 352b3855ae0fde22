package io.berth.sim.report.page;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.sim.run.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Records one run for a report, in memory that does not grow with the run. It changes nothing, and the same run gives the same
 * record.
 */
public final class RunRecorder implements Observer {
    private final String name;
    private final long seed;
    private final Window window;
    private final TimeBuckets allocation = new TimeBuckets();
    private final TimeBuckets waiting = new TimeBuckets();
    private final TimeBuckets variance = new TimeBuckets();
    private final WaitHistogram waits = new WaitHistogram();
    private final WaitGroups queues = new WaitGroups();
    private final WaitGroups sizes = new WaitGroups();
    private final WaitReasons reasons;
    private final LongestWaits longest = new LongestWaits();
    private final GanttBars gantt;
    private final TreeMap<Reason, Long> rejected = new TreeMap<>();
    private @Nullable NodeLoad load;
    private @Nullable State last;
    private long lastNanos;
    private long lastWaiting;
    private long submitted;

    /**
     * Records the run of {@code setup}, whose strategy is one of {@code catalog}.
     *
     * @param set the swept values of its scenario by key
     */
    public RunRecorder(Simulation.Setup setup, Map<String, String> set, Catalog catalog) {
        name = PageData.name(setup.strategy().name(), set);
        seed = setup.seed();
        window = Window.busiest(setup.workload(), setup.nodes(), GanttBars.ROWS);
        reasons = new WaitReasons(catalog, setup.workload().size());
        gantt = new GanttBars(window);
        lastNanos = window.originNanos();
    }

    @Override
    public void ended(JobEnd end) {
        Job job = end.job();
        boolean started = job.startNanos() >= 0;
        submitted++;
        count(job, started ? job.startNanos() - job.submitNanos() : -1);
        long waited = (started ? job.startNanos() : end.atNanos()) - job.submitNanos();
        String outcome = started ? "started" : end.outcome().name().toLowerCase(Locale.ROOT);
        longest.add(job, waited, outcome, reasons.take(job.id()));
        if (end.outcome() == JobOutcome.FAILED && !started) {
            rejected.merge(Reason.TOO_MANY_FAILURES, 1L, Long::sum);
        }
    }

    @Override
    public void instant(Frame frame, State state) {
        elapse(frame.atNanos(), state);
        if (frame.plan() != null) {
            for (Decision decision : frame.plan().decisions()) {
                if (decision instanceof Decision.Reject reject) {
                    rejected.merge(reject.reason(), 1L, Long::sum);
                }
            }
        }
        gantt.instant(frame, state);
        reasons.instant(state);
    }

    /** What was recorded; call it once, after the run. */
    public RunTrace trace() {
        if (last != null) {
            for (Job job : last.jobs()) {
                living(job);
            }
        }
        TreeMap<Reason, Number> reasonJobS = new TreeMap<>();
        reasons.jobSeconds().forEach((reason, seconds) -> reasonJobS.put(reason, Rounded.of(seconds)));
        return new RunTrace(
                name,
                seed,
                load == null || load.ofGpus() ? "gpu" : "cpu",
                Rounded.seconds(lastNanos - window.originNanos()),
                Rounded.seconds(allocation.widthNanos()),
                RunTrace.Series.of(allocation),
                RunTrace.Series.of(waiting),
                variance.means(),
                curve(),
                submitted,
                queues.rows(),
                sizes.rows(),
                reasonJobS,
                reasons.moments(),
                rejected,
                longest.rows(window.originNanos()),
                picture().packed());
    }

    /** What ran where. */
    GanttBars.Picture picture() {
        return last == null ? GanttBars.NO_PICTURE : gantt.picture(last.nodes(), lastNanos);
    }

    /** What held since the last instant held until {@code now}. */
    private void elapse(long now, State state) {
        if (load == null) {
            load = new NodeLoad(state.nodes());
        } else if (now > lastNanos) {
            long from = lastNanos - window.originNanos();
            long to = now - window.originNanos();
            allocation.add(from, to, load.allocatedPct());
            waiting.add(from, to, (double) lastWaiting);
            variance.add(from, to, load.variance());
            reasons.waited(lastWaiting, Nanos.toSeconds(now - lastNanos));
        }
        load.catchUp();
        lastWaiting = state.waitingJobs();
        lastNanos = now;
        last = state;
    }

    private void living(Job job) {
        boolean started = job.startNanos() >= 0;
        submitted++;
        count(job, started ? job.startNanos() - job.submitNanos() : -1);
        long waited = (started ? job.startNanos() : lastNanos) - job.submitNanos();
        longest.add(job, waited, started ? "started" : "waiting", reasons.take(job.id()));
    }

    /** @param waitNanos negative for a job that never started */
    private void count(Job job, long waitNanos) {
        String queue = JobWords.cut(job.spec().queue());
        String size = JobWords.size(job.spec());
        if (waitNanos < 0) {
            queues.notStarted(queue);
            sizes.notStarted(size);
        } else {
            waits.add(waitNanos);
            queues.started(queue, waitNanos);
            sizes.started(size, waitNanos);
        }
    }

    private List<List<Number>> curve() {
        List<List<Number>> points = new ArrayList<>();
        for (WaitHistogram.Point point : waits.curve()) {
            points.add(List.of(Rounded.duration((double) point.nanos()), point.jobs()));
        }
        return points;
    }
}
