package io.berth.core.metric;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one run under any clock. Names are snake case with the unit last; a figure that has no meaning for the run
 * (a mean of no jobs) is NaN. Jobs count that were submitted within the measured window, and time within it; {@link #events},
 * {@link #decisions} and {@link #starts} are of the whole run, and so is the {@link AllocationCurve}, which has a protocol of its
 * own.
 */
public final class RunMetrics implements Observer {
    private static final double SHORT_RUN_SECONDS = 10;

    /** The 99th percentile of so many has 650 values above it. */
    private static final int SAMPLE = 1 << 16;

    private final State state;
    private final Window window;
    private final NodeMetrics nodes;
    private final WindowFigures windows = new WindowFigures();
    private final LoadFigures loads;
    private final QueueShares shares;
    private final PromisedStarts promised;
    private final AllocationCurve curve = new AllocationCurve();
    private final Distribution jct;
    private final Distribution wait;
    private final TreeMap<String, QueueFigures> queues = new TreeMap<>();
    private final DeadlineMisses deadlines = new DeadlineMisses();
    private final TrafficFigures traffic = new TrafficFigures();
    private final SizeFigures sizes = new SizeFigures();
    private final JobCosts costs = new JobCosts();
    private JobCosts.Spent spent = JobCosts.NOTHING;
    /** How many jobs ended, by outcome. */
    private final long[] outcomes = new long[JobOutcome.values().length];

    /** Figures of the world, which the state does not know. */
    private final TreeMap<String, DoubleSupplier> told = new TreeMap<>();

    private long firstSubmitNanos = Nanos.NEVER;
    private long lastEndNanos = -1;
    private double slowdowns;
    private long submitted;
    private long events;
    private long decisions;
    private long starts;
    private final MoveFigures moves;
    private long preemptions;
    private long lastNanos = -1;
    private LongPredicate others = _ -> false;

    /** Measures {@code state} within {@code window}; fragmentation where a mix is expected. */
    public RunMetrics(State state, Window window) {
        this(state, window, new Distribution(), new Distribution());
    }

    private RunMetrics(State state, Window window, Distribution jct, Distribution wait) {
        this.jct = jct;
        this.wait = wait;
        this.state = state;
        this.window = window;
        this.nodes = new NodeMetrics(state);
        this.loads = new LoadFigures(state);
        this.shares = new QueueShares(state);
        this.promised = new PromisedStarts(job -> window.holds(job.submitNanos()));
        this.moves = new MoveFigures(state);
    }

    /** Measures {@code state} for as long as it lives, in the same room: quantiles are of a sample. */
    public static RunMetrics endless(State state) {
        return new RunMetrics(state, Window.ALL, Distribution.bounded(SAMPLE), Distribution.bounded(SAMPLE));
    }

    /** Jobs of which {@code numbers} holds are beside those that are measured: they hold room and cost, and are not counted. */
    public void leaveOut(LongPredicate numbers) {
        others = numbers;
    }

    @Override
    public void ended(JobEnd end) {
        Job job = end.job();
        JobCosts.Spent cost = costs.ended(job, end.atNanos());
        promised.ended(end);
        if (others.test(job.id())) {
            spent = spent.and(cost);
            return;
        }
        if (!window.holds(job.submitNanos())) {
            return;
        }
        JobOutcome outcome = end.outcome();
        outcomes[outcome.ordinal()]++;
        deadlines.ended(job, end.atNanos(), outcome);
        spent = spent.and(cost);
        if (job.startNanos() >= 0 && outcome == JobOutcome.FINISHED) {
            finished(job, end.endNanos());
        }
    }

    private long ended(JobOutcome outcome) {
        return outcomes[outcome.ordinal()];
    }

    private void finished(Job job, long atNanos) {
        lastEndNanos = StrictMath.max(lastEndNanos, atNanos);
        long ran = job.ranNanos(atNanos);
        double run = Nanos.toSeconds(ran);
        double waited = Nanos.toSeconds(atNanos - job.submitNanos() - ran);
        double slow = StrictMath.max(1, (waited + run) / StrictMath.max(run, SHORT_RUN_SECONDS));
        jct.add(waited + run);
        wait.add(waited);
        slowdowns += slow;
        traffic.finished(job, run);
        long milli = job.total(nodes.hasGpus() ? Demand::totalGpuMilli : Demand::cpuMilli);
        queues.computeIfAbsent(job.queue(), _ -> new QueueFigures()).finished(waited, run, slow, milli);
    }

    @Override
    public void instant(Frame frame, State now) {
        elapse(frame.atNanos());
        costs.instant(frame, now);
        nodes.catchUp();
        boolean measured = window.holds(frame.atNanos());
        events += frame.events().size();
        for (int i = 0; i < frame.events().size(); i++) {
            Event event = frame.events().get(i);
            if (event instanceof Event.JobSubmitted arrival && !others.test(arrival.job())) {
                if (measured) {
                    submitted++;
                    firstSubmitNanos = StrictMath.min(firstSubmitNanos, frame.atNanos());
                }
                long milli = arrival.spec().total(Demand::totalGpuMilli);
                curve.arrived(milli, nodes.gpu().allocated(), nodes.gpu().total());
            } else if (event instanceof Event.MixExpected) {
                nodes.expectMix();
            }
        }
        count(frame.plan(), measured);
        windows.instant(frame);
        sizes.instant(frame, now, measured);
        shares.instant(frame.atNanos(), window);
        promised.instant(frame, now);
        if (measured && state.nodeTable().loads().any()) {
            loads.instant(frame);
        }
    }

    /** What the nodes held since the last instant they held until {@code now}. */
    private void elapse(long now) {
        long last = lastNanos;
        lastNanos = now;
        if (last < 0 || now <= last) {
            return;
        }
        nodes.elapse(window.overlap(last, now));
        sizes.elapse(window.overlap(last, now));
        if (last <= window.toNanos() && now > window.toNanos()) {
            nodes.end();
        }
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
        return ended(JobOutcome.FINISHED);
    }

    /** The share of GPUs allocated now, per cent. */
    public double gpuAllocatedPctNow() {
        return 100 * nodes.gpu().allocatedShare();
    }

    /** Thousandths of GPUs that are allocated now. */
    public long gpuMilliNow() {
        return nodes.gpu().allocated();
    }

    /** The world tells figure {@code name}, of the whole run, when somebody asks. */
    public void tells(String name, DoubleSupplier figure) {
        told.put(name, figure);
    }

    /** What the nodes held of the measured time until the last instant. */
    public HeldSums held() {
        return nodes.sums();
    }

    /** All figures by name, sorted. */
    public SortedMap<String, Double> figures() {
        TreeMap<String, Double> figures = new TreeMap<>();
        jobs(figures);
        nodes.figures(figures);
        curve.figures(figures);
        windows.figures(figures);
        loads.figures(figures);
        traffic.figures(figures);
        sizes.figures(figures);
        moves.figures(figures);
        shares.figures(lastNanos, window, figures);
        promised.figures(state, lastNanos, figures);
        told.forEach((name, figure) -> figures.put(name, figure.getAsDouble()));
        return figures;
    }

    /** Those that ended otherwise than well by themselves: they failed, or were over their memory or their time. */
    private long failed() {
        return ended(JobOutcome.FAILED) + ended(JobOutcome.OUT_OF_MEMORY) + ended(JobOutcome.TIMED_OUT);
    }

    private void jobs(SortedMap<String, Double> figures) {
        List<Job> alive = living();
        List<Job> living = alive.stream().filter(job -> !others.test(job.id())).toList();
        double rejected = ended(JobOutcome.REJECTED);
        figures.put("jobs_submitted", (double) submitted);
        figures.put("jobs_finished", (double) jobsFinished());
        figures.put("jobs_failed", (double) failed());
        figures.put("jobs_cancelled", (double) ended(JobOutcome.CANCELLED));
        figures.put("jobs_rejected", rejected);
        figures.put("jobs_waiting_at_end", (double)
                living.stream().filter(Job::waiting).count());
        figures.put("request_rejection_rate", submitted == 0 ? Double.NaN : rejected / submitted);
        figures.put("jct_mean_s", jct.mean());
        figures.put("task_completion_time_variance", jct.variance());
        figures.put("jct_p50_s", jct.quantile(0.50));
        figures.put("jct_p99_s", jct.quantile(0.99));
        figures.put("wait_mean_s", wait.mean());
        figures.put("queueing_time_mean_s", wait.mean());
        figures.put("wait_p50_s", wait.quantile(0.50));
        figures.put("wait_p90_s", wait.quantile(0.90));
        figures.put("wait_p99_s", wait.quantile(0.99));
        figures.put("wait_max_s", wait.size() == 0 ? Double.NaN : wait.max());
        figures.put("bounded_slowdown_mean", jct.size() == 0 ? Double.NaN : slowdowns / jct.size());
        figures.put("jain_fairness", jain());
        figures.put("finish_time_fairness_max", finishTimeFairness());
        figures.put("deadline_miss_rate", deadlines.rate(living, lastNanos));
        figures.put("makespan_s", lastEndNanos < 0 ? Double.NaN : Nanos.toSeconds(lastEndNanos - firstSubmitNanos));
        figures.put("preemptions", (double) preemptions);
        costs(alive, figures);
    }

    /** Where something is told of devices that jobs had. */
    private void costs(List<Job> living, SortedMap<String, Double> figures) {
        JobCosts.Spent all = spent;
        for (Job job : living) {
            all = all.and(costs.of(job, lastNanos));
        }
        if (costs.priced()) {
            figures.put("cost", all.money());
        }
        if (costs.powered()) {
            figures.put("energy_kwh", all.wattHours() / 1000);
        }
        if (all.gpuHours() > 0) {
            figures.put("utility_mean", all.useful() / all.gpuHours());
        }
    }

    /** The jobs of the window that have not left. */
    private List<Job> living() {
        return state.jobs().stream()
                .filter(job -> window.holds(job.submitNanos()))
                .toList();
    }

    /** Jain's index (Σx)²/(n Σx²) over the queues' mean bounded slowdowns; 1 is even. */
    private double jain() {
        double sum = 0;
        double squares = 0;
        for (Map.Entry<String, QueueFigures> queue : queues.entrySet()) {
            double mean = queue.getValue().meanSlowdown();
            sum += mean;
            squares += mean * mean;
        }
        return queues.isEmpty() ? Double.NaN : sum * sum / (queues.size() * squares);
    }

    /** That of the queue which sharing costs most; each has an even part of the cluster for its own. */
    private double finishTimeFairness() {
        double part = (double) nodes.capacityMilli() / StrictMath.max(1, queues.size());
        double most = Double.NaN;
        for (Map.Entry<String, QueueFigures> queue : queues.entrySet()) {
            double fairness = queue.getValue().finishTimeFairness(part);
            most = most >= fairness ? most : fairness;
        }
        return most;
    }

    private void count(@Nullable Plan plan, boolean measured) {
        if (plan == null) {
            return;
        }
        decisions += plan.decisions().size();
        for (int i = 0; i < plan.decisions().size(); i++) {
            Decision decision = plan.decisions().get(i);
            starts += decision instanceof Decision.Start ? 1 : 0;
            if (measured && decision instanceof Decision.Stop stop && stop.reason() == Reason.MOVED) {
                moves.stops(stop.job());
            } else if (measured
                    && decision instanceof Decision.Stop stop
                    && stop.reason().makesRoom()
                    && !others.test(stop.job())) {
                preemptions++;
            }
        }
    }
}
