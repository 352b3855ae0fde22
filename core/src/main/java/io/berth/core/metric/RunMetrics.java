package io.berth.core.metric;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.engine.JobEnd;
import io.berth.core.engine.JobOutcome;
import io.berth.core.engine.Observer;
import io.berth.core.engine.State;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.time.Nanos;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one run under any clock. Names are snake case with the unit last; a figure that has no meaning for the run
 * (a mean of no jobs) is NaN.
 */
public final class RunMetrics implements Observer {
    private static final double SHORT_RUN_SECONDS = 10;

    private final State state;
    private final NodeMetrics nodes;
    private final AllocationCurve curve = new AllocationCurve();
    private final Distribution jct = new Distribution();
    private final Distribution wait = new Distribution();
    private final Distribution slowdown = new Distribution();
    private final TreeMap<String, Distribution> slowdownByQueue = new TreeMap<>();
    private final TreeMap<JobOutcome, Long> outcomes = new TreeMap<>();
    private long firstSubmitNanos = Nanos.NEVER;
    private long lastEndNanos = -1;
    private long submitted;
    private long events;
    private long decisions;
    private long starts;
    private long preemptions;
    private long lastNanos = -1;

    /** Measures {@code state} from now on; fragmentation where a mix is expected. */
    public RunMetrics(State state) {
        this.state = state;
        this.nodes = new NodeMetrics(state);
    }

    @Override
    public void ended(JobEnd end) {
        JobOutcome outcome = end.outcome();
        outcomes.merge(outcome, 1L, Long::sum);
        long start = end.job().startNanos();
        if (start < 0 || outcome != JobOutcome.FINISHED) {
            return;
        }
        lastEndNanos = end.atNanos();
        long ran = end.job().ranNanos(end.atNanos());
        double run = Nanos.toSeconds(ran);
        double waited = Nanos.toSeconds(end.atNanos() - end.job().submitNanos() - ran);
        double slow = StrictMath.max(1, (waited + run) / StrictMath.max(run, SHORT_RUN_SECONDS));
        jct.add(waited + run);
        wait.add(waited);
        slowdown.add(slow);
        slowdownByQueue
                .computeIfAbsent(end.job().spec().queue(), _ -> new Distribution())
                .add(slow);
    }

    @Override
    public void instant(Frame frame, State unused) {
        long elapsed = lastNanos < 0 ? 0 : frame.atNanos() - lastNanos;
        lastNanos = frame.atNanos();
        if (elapsed > 0) {
            nodes.elapse(elapsed);
        }
        nodes.catchUp();
        events += frame.events().size();
        for (Event event : frame.events()) {
            if (event instanceof Event.JobSubmitted arrival) {
                submitted++;
                firstSubmitNanos = StrictMath.min(firstSubmitNanos, frame.atNanos());
                long milli =
                        arrival.spec().demand().totalGpuMilli() * arrival.spec().tasks();
                curve.arrived(milli, nodes.gpu().allocated(), nodes.gpu().total());
            } else if (event instanceof Event.MixExpected) {
                nodes.expectMix();
            }
        }
        count(frame.plan());
    }

    public long events() {
        return events;
    }

    public long decisions() {
        return decisions;
    }

    public long starts() {
        return starts;
    }

    public long jobsFinished() {
        return outcomes.getOrDefault(JobOutcome.FINISHED, 0L);
    }

    /** The share of GPUs allocated now, per cent. */
    public double gpuAllocatedPctNow() {
        return 100 * nodes.gpu().allocatedShare();
    }

    /** All figures by name, sorted. */
    public SortedMap<String, Double> figures() {
        TreeMap<String, Double> figures = new TreeMap<>();
        jobs(figures);
        nodes.figures(figures);
        curve.figures(figures);
        return figures;
    }

    private void jobs(SortedMap<String, Double> figures) {
        double rejected = outcomes.getOrDefault(JobOutcome.REJECTED, 0L);
        figures.put("jobs_submitted", (double) submitted);
        figures.put("jobs_finished", (double) jobsFinished());
        figures.put("jobs_failed", (double) outcomes.getOrDefault(JobOutcome.FAILED, 0L));
        figures.put("jobs_cancelled", (double) outcomes.getOrDefault(JobOutcome.CANCELLED, 0L));
        figures.put("jobs_rejected", rejected);
        figures.put("jobs_waiting_at_end", (double) state.waitingJobs());
        figures.put("request_rejection_rate", submitted == 0 ? Double.NaN : rejected / submitted);
        figures.put("jct_mean_s", jct.mean());
        figures.put("task_completion_time_variance", jct.variance());
        figures.put("jct_p50_s", jct.quantile(0.50));
        figures.put("jct_p99_s", jct.quantile(0.99));
        figures.put("wait_mean_s", wait.mean());
        figures.put("queueing_time_mean_s", wait.mean());
        figures.put("wait_p50_s", wait.quantile(0.50));
        figures.put("wait_p99_s", wait.quantile(0.99));
        figures.put("bounded_slowdown_mean", slowdown.mean());
        figures.put("jain_fairness", jain());
        figures.put("makespan_s", lastEndNanos < 0 ? Double.NaN : Nanos.toSeconds(lastEndNanos - firstSubmitNanos));
        figures.put("preemptions", (double) preemptions);
        figures.put("migrations", 0.0);
    }

    /** Jain's index (Σx)²/(n Σx²) over the queues' mean bounded slowdowns; 1 is even. */
    private double jain() {
        double sum = 0;
        double squares = 0;
        for (Map.Entry<String, Distribution> queue : slowdownByQueue.entrySet()) {
            double mean = queue.getValue().mean();
            sum += mean;
            squares += mean * mean;
        }
        return slowdownByQueue.isEmpty() ? Double.NaN : sum * sum / (slowdownByQueue.size() * squares);
    }

    private void count(@Nullable Plan plan) {
        if (plan == null) {
            return;
        }
        decisions += plan.decisions().size();
        for (Decision decision : plan.decisions()) {
            starts += decision instanceof Decision.Start ? 1 : 0;
            preemptions += decision instanceof Decision.Stop stop && stop.reason() == Reason.PREEMPTED ? 1 : 0;
        }
    }
}
