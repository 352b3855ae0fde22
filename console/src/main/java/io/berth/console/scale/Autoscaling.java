package io.berth.console.scale;

import io.berth.console.service.ReplicaCount;
import io.berth.console.service.ServiceBoard;
import io.berth.console.service.ServiceRow;
import io.berth.console.view.job.JobEntry;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.workload.JobSpec;
import io.berth.edge.access.Caller;
import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import io.berth.edge.scale.ScaleFigures;
import io.berth.edge.scale.ServiceScaler;
import io.berth.live.driver.Batch;
import io.berth.live.driver.Operator;
import io.berth.live.driver.Sender;
import io.berth.live.driver.Submission;
import io.berth.spec.job.JobGraph;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Has the services that say so have as many replicas as the requests need that gateways have for them. What it does are submissions and cancellations as people make
 * them: they are in the journal, and what starts where is decided as for other jobs. What it has learnt of a series it does not keep when it ends.
 */
public final class Autoscaling implements MetricSource, AutoCloseable {
    private static final long LOOK_MILLIS = 250;
    private static final long PATIENCE_SECONDS = 10;

    private final ServiceBoard board;
    private final Operator operator;
    private final ReplicaCount count;
    private final LongSupplier nanoTime;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-autoscaling").factory());
    private final SortedMap<String, Scaled> services = new TreeMap<>();
    private volatile Map<String, Scaled> shown = Map.of();

    /** A service that is looked after. */
    private static final class Scaled {
        private final ServiceScaler scaler;
        private final Starts starts = new Starts();
        private final AtomicLong ups = new AtomicLong();
        private final AtomicLong downs = new AtomicLong();
        private volatile long startNanos;
        private volatile ServiceRow.Scale row;

        Scaled(ServiceScaler scaler, int wanted, String why) {
            this.scaler = scaler;
            row = row(scaler.spec(), new ServiceScaler.Verdict(wanted, 0, why));
        }

        private static ServiceRow.Scale row(ScaleSpec spec, ServiceScaler.Verdict verdict) {
            return new ServiceRow.Scale(
                    spec.policy().key(),
                    spec.min(),
                    spec.max(),
                    spec.target(),
                    verdict.replicas(),
                    verdict.perSecond(),
                    verdict.reason());
        }
    }

    /** @param nanoTime of a clock that only counts up */
    public Autoscaling(ServiceBoard board, Operator operator, ReplicaCount count, LongSupplier nanoTime) {
        this.board = board;
        this.operator = operator;
        this.count = count;
        this.nanoTime = nanoTime;
    }

    /** Begins to look after services. */
    public void start() {
        thread.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    /** Decides what it is time to decide; periodically, or whenever a test says. */
    void look() {
        SortedMap<String, List<JobEntry>> all = board.byName(Caller.OWNER);
        services.keySet().retainAll(all.keySet());
        all.forEach((name, jobs) -> {
            ScaleSpec spec = spec(jobs);
            if (spec == null) {
                services.remove(name);
            } else {
                tryToDecide(name, jobs, spec);
            }
        });
        SortedMap<String, ServiceRow.Scale> rows = new TreeMap<>();
        services.forEach((name, scaled) -> rows.put(name, scaled.row));
        board.scaled(rows);
        shown = Map.copyOf(services);
    }

    /** What the newest replica says that is to stay; null where none does. */
    private static @Nullable ScaleSpec spec(List<JobEntry> jobs) {
        for (JobEntry job : jobs.reversed()) {
            if (!job.cancelled()) {
                return ServiceBoard.service(job).scale();
            }
        }
        return null;
    }

    /** A periodic task that throws is never run again: whatever went wrong with one service is said of it, and it begins anew. */
    private void tryToDecide(String name, List<JobEntry> jobs, ScaleSpec spec) {
        int wanted = (int) jobs.stream().filter(job -> !job.cancelled()).count();
        try {
            decide(name, jobs, spec, wanted);
        } catch (RuntimeException e) {
            services.put(
                    name,
                    new Scaled(
                            new ServiceScaler(spec, nanoTime.getAsLong()), wanted, "the last decision failed: " + e));
        }
    }

    private void decide(String name, List<JobEntry> jobs, ScaleSpec spec, int wanted) {
        long now = nanoTime.getAsLong();
        Scaled scaled = services.get(name);
        if (scaled == null || !scaled.scaler.spec().equals(spec)) {
            scaled = new Scaled(new ServiceScaler(spec, now), wanted, "nothing was decided yet");
            services.put(name, scaled);
        }
        List<Starts.Seen> seen = jobs.stream()
                .filter(job -> !job.cancelled() && job.phase().holds())
                .map(job -> new Starts.Seen(job.id(), job.decision(), board.ready(job)))
                .toList();
        scaled.starts.see(seen, now);
        scaled.startNanos = scaled.starts.nanos();
        int ready = (int) seen.stream().filter(Starts.Seen::ready).count();
        ServiceScaler.Verdict verdict = scaled.scaler.decide(
                new ServiceScaler.Standing(ready, wanted, scaled.startNanos), board.demand(name), now);
        if (verdict == null) {
            return;
        }
        String trouble = verdict.replicas() == wanted ? "" : change(name, verdict.replicas());
        scaled.row = Scaled.row(
                spec,
                trouble.isEmpty()
                        ? verdict
                        : new ServiceScaler.Verdict(wanted, verdict.perSecond(), verdict.reason() + "; " + trouble));
        (verdict.replicas() > wanted ? scaled.ups : scaled.downs)
                .addAndGet(verdict.replicas() == wanted || !trouble.isEmpty() ? 0 : 1);
    }

    /** Why it could not be; empty where it could. What fails is tried again at the next decision. */
    private String change(String name, int replicas) {
        try {
            count.set(name, replicas, Caller.OWNER, new Own(operator, name));
            return "";
        } catch (IllegalStateException e) {
            return "that could not be: " + e.getMessage();
        }
    }

    /** What is done for the requests that come. */
    private record Own(Operator operator, String service) implements ReplicaCount.Changes {
        @Override
        public void cancel(long job) {
            await(operator.cancel(job));
        }

        /** The user for whom they run has asked for the most that there may be; the bounds of his jobs hold. */
        @Override
        public void submit(JobSpec replicas) {
            String user = replicas.firstProgram().user();
            Sender sender = new Sender("", user, _ -> true);
            await(operator.submit(new Batch(JobGraph.of(replicas), "autoscale/" + service, Submission.NEXT, sender)));
        }

        private static void await(CompletableFuture<?> future) {
            try {
                future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                throw new IllegalStateException(String.valueOf(cause.getMessage()), cause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Berth stops.", e);
            }
        }
    }

    @Override
    public List<Metric> metrics() {
        return ScaleFigures.METRICS;
    }

    @Override
    public void write(MetricText text) {
        new TreeMap<>(shown)
                .forEach((name, scaled) -> new ScaleFigures(
                                scaled.row.replicas(),
                                scaled.row.arrivals(),
                                scaled.startNanos,
                                scaled.ups.get(),
                                scaled.downs.get())
                        .write(text, name));
    }
}
