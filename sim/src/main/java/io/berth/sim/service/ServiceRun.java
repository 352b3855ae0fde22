package io.berth.sim.service;

import io.berth.core.journal.Frame;
import io.berth.core.metric.RunMetrics;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.fleet.FleetMetrics;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.report.RunReport;
import io.berth.sim.run.Companion;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The service of one run: the requests to it on the clock of the jobs. At one moment jobs go first, then servers and requests; what these want of jobs
 * happens in the same moment, after them. When the last request has ended its replicas are cancelled, and jobs go on alone.
 */
public final class ServiceRun implements Companion {
    /** What the names of its figures begin with. */
    public static final String PREFIX = "service_";

    private final Setup setup;
    private final FleetObserver observer;
    private final LongConsumer progress;
    private @Nullable Served served;
    private final SortedMap<String, Number> figures = new TreeMap<>();

    /**
     * What is served.
     *
     * @param fleet one whose number of servers follows the requests; none of them is there at first
     * @param first how many replicas are wanted at first
     * @param leadNanos how long after the run the first request comes
     * @param replica the job that each is
     * @param jobs how many others there are, which have the numbers up to that
     */
    record Setup(FleetRun.Setup fleet, int first, long leadNanos, JobSpec replica, long jobs) {}

    /** What there is once the run has begun. */
    private static final class Served {
        private final ReplicaJobs replicas;
        private final FleetRun run;
        private final RunMetrics metrics;
        private final long firstNanos;
        private boolean begun;
        private boolean over;

        Served(ReplicaJobs replicas, FleetRun run, RunMetrics metrics, long firstNanos) {
            this.replicas = replicas;
            this.run = run;
            this.metrics = metrics;
            this.firstNanos = firstNanos;
        }
    }

    ServiceRun(Setup setup, FleetObserver observer, LongConsumer progress) {
        this.setup = setup;
        this.observer = observer;
        this.progress = progress;
    }

    /** Whether {@code job} is one of its replicas. */
    public boolean has(long job) {
        return job > setup.jobs();
    }

    @Override
    public void begins(Beginning run) {
        long first = Nanos.after(run.atNanos(), setup.leadNanos());
        ScaleSpec scale = setup.fleet().changes().scale();
        if (scale == null) {
            throw new IllegalStateException("The servers of a service are those that are wanted.");
        }
        ReplicaJobs replicas = new ReplicaJobs(setup.replica(), scale.startNanos(), run.driver(), setup.jobs());
        FleetRun.Setup later =
                setup.fleet().with(new LaterRequests(setup.fleet().requests(), first));
        served = new Served(replicas, new FleetRun(later, observer, replicas::of), run.metrics(), first);
        replicas.begin(setup.first(), later.servers().size(), first);
        run.metrics().leaveOut(this::has);
    }

    @Override
    public void instant(Frame frame, State state) {
        Served now = running();
        now.replicas.instant(frame, state, now.metrics.gpuMilliNow());
    }

    @Override
    public long nextNanos(boolean lively) {
        Served now = running();
        if (now.over) {
            return Nanos.NEVER;
        }
        now.replicas.lively(lively);
        return now.begun ? now.run.nextNanos() : now.firstNanos;
    }

    @Override
    public void moment(long nowNanos) {
        Served now = running();
        if (!now.begun) {
            now.begun = true;
            now.run.begin(progress);
        }
        while (now.run.nextNanos() <= nowNanos) {
            now.run.step(nowNanos);
        }
        now.replicas.settle(nowNanos);
        if (now.run.nextNanos() == Nanos.NEVER) {
            now.over = true;
            now.run.close();
            now.replicas.end(nowNanos);
        }
    }

    @Override
    public void ends() {
        Served now = running();
        boolean cut = !now.over && now.run.nextNanos() != Nanos.NEVER;
        if (!now.over && !cut) {
            now.run.close();
        }
        FleetMetrics metrics = now.run.figures();
        RunReport.of("", 0, metrics, 0).metrics().forEach((name, figure) -> figures.put(PREFIX + name, figure));
        long ended = metrics.requestsFinished()
                + metrics.requestsRejected()
                + metrics.requestsFailed()
                + metrics.requestsTimedOut();
        figures.put(PREFIX + "requests_under_way", metrics.requestsSubmitted() - ended);
        figures.put(PREFIX + "replicas_preempted", now.replicas.preempted());
        figures.put(PREFIX + "replicas_lost", now.replicas.lost());
        figures.put(PREFIX + "gpu_h", now.replicas.gpuHours());
        figures.put("beside_gpu_h", now.replicas.othersGpuHours());
    }

    /** The figures, after the run: those of its requests and servers, and what jobs had beside them. */
    public SortedMap<String, Number> figures() {
        return Collections.unmodifiableSortedMap(figures);
    }

    /** How many of its replicas are servers of the fleet. */
    int members() {
        return running().replicas.members();
    }

    private Served running() {
        if (served == null) {
            throw new IllegalStateException("The run has not begun.");
        }
        return served;
    }
}
