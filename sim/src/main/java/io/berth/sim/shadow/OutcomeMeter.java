package io.berth.sim.shadow;

import io.berth.core.cluster.NodeTable;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.metric.Distribution;
import io.berth.core.metric.RunMetrics;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** Measures what comes of jobs, in a record or in a run: both by the same rules. */
final class OutcomeMeter implements Observer {
    private static final double SECONDS_PER_HOUR = 3600;

    private final LongPredicate counts;
    private final RunMetrics metrics;
    private final Distribution waits = new Distribution();
    private final TreeSet<Long> started = new TreeSet<>();
    /** Of those that wait, the ones that ask for GPUs. */
    private final TreeSet<Long> wanting = new TreeSet<>();

    private long gpus;
    private double idleGpuSeconds;
    private long lastNanos = -1;
    private double idleNow;

    /**
     * @param counts true for the numbers of jobs that are reported of
     * @param metrics of the same run, told first
     */
    OutcomeMeter(LongPredicate counts, RunMetrics metrics) {
        this.counts = counts;
        this.metrics = metrics;
    }

    @Override
    public void ended(JobEnd end) {
        wanting.remove(end.job().id());
        waited(end.job());
    }

    @Override
    public void instant(Frame frame, State state) {
        elapse(frame.atNanos());
        boolean nodesChanged = false;
        for (Event event : frame.events()) {
            switch (event) {
                case Event.TaskOutcome outcome -> look(outcome.job(), state);
                case Event.JobSubmitted made -> look(made.job(), state);
                case Event.JobFound found -> look(found.job(), state);
                case Event.JobOperation operation -> look(operation.job(), state);
                case Event.LoadObserved _, Event.TaskMeasured _, Event.GuaranteedObserved _ -> {}
                case Event.NodeEvent _ -> nodesChanged = true;
                case Event.OperatorEvent _, Event.MixExpected _, Event.ProgressReported _ -> {}
                case Event.WindowPlanned _, Event.Tick _ -> {}
            }
        }
        if (frame.plan() != null) {
            for (Decision decision : frame.plan().decisions()) {
                if (decision instanceof Decision.Effect effect) {
                    look(effect.job(), state);
                }
            }
        }
        if (nodesChanged) {
            gpus = gpus(state.nodeTable());
            state.jobs().forEach(job -> look(job.id(), state));
        }
        idleNow = gpus == 0 ? 0 : gpus * (1 - metrics.gpuAllocatedPctNow() / 100);
    }

    private void look(long id, State state) {
        Job job = state.job(id);
        if (job != null && job.waiting() && counts.test(id) && job.total(Demand::totalGpuMilli) > 0) {
            wanting.add(id);
        } else {
            wanting.remove(id);
        }
        if (job != null) {
            waited(job);
        }
    }

    private void waited(Job job) {
        if (job.startNanos() >= 0 && counts.test(job.id()) && started.add(job.id())) {
            waits.add(Nanos.toSeconds(job.startNanos() - job.submitNanos()));
        }
    }

    private void elapse(long now) {
        if (lastNanos >= 0 && now > lastNanos && !wanting.isEmpty()) {
            idleGpuSeconds += idleNow * Nanos.toSeconds(now - lastNanos);
        }
        lastNanos = now;
    }

    private static long gpus(NodeTable nodes) {
        long gpus = 0;
        for (int node = 0; node < nodes.count(); node++) {
            gpus += nodes.present(node) ? nodes.gpus(node) : 0;
        }
        return gpus;
    }

    /**
     * What came of them until {@code toNanos}, when the state was {@code state}.
     *
     * @param preemptions NaN where nobody told
     */
    Outcome outcome(long toNanos, State state, double preemptions) {
        elapse(toNanos);
        return new Outcome(
                waits.size(),
                waits.quantile(0.50),
                waits.quantile(0.99),
                state.jobs().stream()
                        .filter(job -> job.waiting() && counts.test(job.id()) && !started.contains(job.id()))
                        .count(),
                idleGpuSeconds / SECONDS_PER_HOUR,
                figure("gpu_allocation_pct"),
                figure("fragmentation_pct"),
                preemptions);
    }

    private double figure(String name) {
        @Nullable Double figure = metrics.figures().get(name);
        return figure == null ? Double.NaN : figure;
    }
}
