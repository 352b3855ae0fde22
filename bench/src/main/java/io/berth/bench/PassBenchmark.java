package io.berth.bench;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One placement, and one pass over a full queue, on a cluster that is 80 % full.
 *
 * <p>{@code placement}: a job comes, one pass places it, the job that ran longest leaves. {@code pass}: the same with
 * {@value #QUEUED} jobs of {@value #SHAPES} demands waiting, each for a whole node, and room for none.
 */
@org.openjdk.jmh.annotations.State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class PassBenchmark {
    private static final int QUEUED = 1000;
    private static final double LOAD = 0.8;
    private static final int SHAPES = 20;
    private static final long ALL_CPUS_MILLI = 96_000;

    @Param({"100", "1000", "5000", "20000"})
    int nodes;

    @Param({"best-fit", "fgd"})
    String policy = "best-fit";

    private State state = new State(1);
    private Planner planner = new Planner(state, Catalog.standard());
    private List<JobSpec> specs = List.of();
    private final List<Long> running = new ArrayList<>();
    private int oldest;
    private long now;
    private long next;

    /** Fills the cluster. */
    @Setup
    public void fill() {
        List<NodeSpec> cluster = Churn.cluster(nodes);
        Churn churn = new Churn(cluster, LOAD, 0, 1);
        state = new State(1);
        planner = new Planner(state, Catalog.standard());
        specs = new ArrayList<>();
        running.clear();
        oldest = 0;
        now = 1;
        next = 1;
        StrategySpec strategy = StrategySpec.of(policy, "fcfs", policy, "greedy");
        for (Event event : Simulation.opening(cluster, strategy, churn.mix())) {
            state.apply(now, event);
        }
        for (Iterator<Arrival> arrivals = churn.iterator(); arrivals.hasNext(); ) {
            specs.add(arrivals.next().spec());
        }
        for (JobSpec spec : specs) {
            submit(spec);
        }
        apply(planner.plan());
    }

    /** A job comes and is placed; the oldest leaves. */
    @Benchmark
    public Plan placement() {
        submit(specs.get((int) (next % specs.size())));
        return turn();
    }

    /** The same cluster with no node left empty, and a queue of jobs that each want a whole one. */
    @org.openjdk.jmh.annotations.State(Scope.Thread)
    public static class Queue {
        /** Queues the jobs. */
        @Setup
        public void queue(PassBenchmark cluster) {
            while (cluster.state.waitingJobs() < QUEUED) {
                cluster.submit(cluster.wholeNode());
                cluster.apply(cluster.planner.plan());
            }
        }
    }

    /** A job leaves and the whole queue is tried; where that emptied a node one starts, and another joins the queue. */
    @Benchmark
    public Plan pass(Queue queue) {
        if (state.waitingJobs() < QUEUED) {
            submit(wholeNode());
        }
        return turn();
    }

    private Plan turn() {
        now += Nanos.SECOND;
        end(running.get(oldest++));
        Plan plan = planner.plan();
        apply(plan);
        if (oldest > 1_000_000) {
            running.subList(0, oldest).clear();
            oldest = 0;
        }
        return plan;
    }

    private JobSpec wholeNode() {
        return specs.getFirst()
                .withDemand(Demand.cpu(ALL_CPUS_MILLI, next % SHAPES).withGpus(8));
    }

    private void submit(JobSpec spec) {
        state.apply(now, new Event.JobSubmitted(next, spec, "bench", next));
        next++;
    }

    private void apply(Plan plan) {
        state.apply(now, plan);
        for (Decision decision : plan.decisions()) {
            if (decision instanceof Decision.Start start) {
                running.add(start.job());
                state.apply(now, new Event.TaskStarted(start.job(), 0, start.id()));
            }
        }
    }

    private void end(long id) {
        Job job = state.job(id);
        if (job != null) {
            state.apply(now, new Event.TaskEnded(id, 0, job.decision(), 0));
        }
    }
}
