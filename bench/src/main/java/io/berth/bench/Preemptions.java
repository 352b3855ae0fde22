package io.berth.bench;

import com.sun.management.ThreadMXBean;
import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long passes of preempting strategies take, and what they allocate.
 *
 * <p><i>burst</i>: 4,000 jobs of one GPU fill 500 nodes of 8 when 4,000 others come that may take their room: of 8 GPUs, one in five a
 * gang of 2 to 16 nodes. On every second node one of those that run may not be preempted, so most of what comes looks in vain. The first
 * pass is measured, in a new cluster for each repetition.
 *
 * <p><i>steady</i>: 5,000 nodes hold some 140,000 tasks, most of CPUs alone, the others of shares of GPUs and of whole ones, one
 * job in thirty a gang; 10,000 jobs are pending. Before each pass a second goes by, some jobs end, and others come in their place.
 *
 * <p>Arguments: orders, each by itself or as {@code priority/least-loss} with who picks victims, what is measured, passes of the steady state; for example {@code srtf,priority burst,steady 200}.
 */
public final class Preemptions {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int REPETITIONS = 3;
    private static final int PENDING = 10_000;
    private static final int ENDS_PER_PASS = 20;
    private static final double MIB = 1 << 20;

    private final Chance chance = new Chance(1, "preemptions", 0);
    private final State state = new State(1);
    private final Planner planner = new Planner(state, Catalog.standard());
    /** Numbers of jobs that were started; some of them may have ended since. */
    private final List<Long> started = new ArrayList<>();
    /** Numbers of jobs that are told to stop. */
    private final List<Long> stopped = new ArrayList<>();

    private long now = 1;

    /** What planning took: milliseconds of the processor, bytes, and how many it preempts. */
    private record Pass(double millis, double bytes, int stops) {}

    private Preemptions(int nodes, int cpus) {
        for (int node = 0; node < nodes; node++) {
            state.apply(now, new Event.NodeJoined(node, NodeSpec.of("n" + node, cpus * 1000L, 1L << 40, 8, "H100")));
        }
        state.apply(now, new Event.StrategyChanged(StrategySpec.of("fill", "fcfs", "best-fit", "greedy")));
    }

    public static void main(String[] arguments) {
        String[] orders = (arguments.length > 0 ? arguments[0] : "priority,srtf,multi-level").split(",");
        List<String> what = List.of((arguments.length > 1 ? arguments[1] : "burst,steady").split(","));
        int passes = Argument.number(arguments, 2, 200);
        System.out.println("order        what    nodes    tasks  pending  first ms  first MiB  preempted"
                + "  warm passes  median ms    p99 ms    max ms  most MiB  preempted");
        for (String order : orders) {
            for (int run = 0; run < REPETITIONS && what.contains("burst"); run++) {
                burst(order);
            }
            if (what.contains("steady")) {
                steady(order, passes);
            }
        }
    }

    private static void burst(String order) {
        Preemptions cluster = new Preemptions(500, 96);
        for (int job = 0; job < 4000; job++) {
            cluster.submit(gpus(1), 1, cluster.chance.below(3), Nanos.HOUR * (10 + cluster.chance.below(50)));
        }
        cluster.pass();
        cluster.now += 2 * Nanos.HOUR;
        for (int job = 0; job < 4000; job += 16) {
            cluster.end(cluster.started.get(job));
            cluster.submit(gpus(1), 1, 9, Nanos.SECOND);
        }
        cluster.pass();
        cluster.preempt(order);
        for (int job = 0; job < 4000; job++) {
            Demand demand =
                    Demand.cpu(1000L * (8 + cluster.chance.below(4)), 8L << 30).withGpus(8);
            int tasks = cluster.chance.below(5) == 0 ? 2 + cluster.chance.below(15) : 1;
            cluster.submit(demand, tasks, 4 + cluster.chance.below(3), minutes(cluster, 60));
        }
        cluster.report(order, "burst", List.of(cluster.pass()));
    }

    private static void steady(String order, int passes) {
        Preemptions cluster = new Preemptions(5000, 96);
        while (cluster.state.waitingJobs() < PENDING) {
            for (int job = 0; job < 2000; job++) {
                cluster.submitAny();
            }
            cluster.pass();
            cluster.now += Nanos.MINUTE;
        }
        cluster.preempt(order);
        List<Pass> told = new ArrayList<>();
        for (int pass = -passes / 4; pass <= passes; pass++) {
            Pass took = cluster.pass();

            // The very first, and the warm ones.
            if (pass > 0 || pass == -passes / 4) {
                told.add(took);
            }
            cluster.goOn();
        }
        cluster.report(order, "steady", told);
    }

    /** A second goes by: those told to stop have stopped, some others end, and as many come. */
    private void goOn() {
        now += Nanos.SECOND;
        stopped.forEach(this::end);
        stopped.clear();
        for (int job = 0; job < ENDS_PER_PASS; job++) {
            int at = chance.below(started.size());
            long id = started.get(at);
            started.set(at, started.getLast());
            started.removeLast();
            end(id);
        }
        while (state.waitingJobs() < PENDING) {
            submitAny();
        }
    }

    private void preempt(String order) {
        String[] parts = order.split("/");
        StrategySpec strategy = StrategySpec.of("preempting", parts[0], "best-fit", "greedy");
        String picker = parts.length > 1 ? parts[1] : "by-order";
        state.apply(now, new Event.StrategyChanged(strategy.preempting(picker)));
        planner.strategy();
    }

    /** A job as the steady state has them. */
    private void submitAny() {
        int draw = chance.below(100);
        Demand demand;
        if (draw < 77) {
            demand = Demand.cpu(1000L * (3 + chance.below(3)), 2L << 30);
        } else if (draw < 91) {
            demand = Demand.cpu(1000, 4L << 30).withGpuShare(1, 250 << chance.below(2));
        } else {
            demand = gpus(1 << StrictMath.max(0, chance.below(7) - 3));
        }
        int tasks = chance.below(30) == 0 ? 2 + chance.below(7) : 1;
        submit(demand, tasks, chance.below(4), minutes(this, 24 * 60));
    }

    private void submit(Demand demand, int tasks, int priority, long estimate) {
        long id = state.nextJob();
        JobSpec spec = JobSpec.batch("job", demand, estimate).withTasks(tasks).withPriority(priority);
        state.apply(now, new Event.JobSubmitted(id, spec, "bench", id));
    }

    private static Demand gpus(int count) {
        return Demand.cpu(1000L * count, 1L << 30).withGpus(count);
    }

    private static long minutes(Preemptions cluster, int most) {
        return Nanos.MINUTE * (1 + cluster.chance.below(most)) + cluster.chance.below(60) * Nanos.SECOND;
    }

    /** Plans and carries out what starts. */
    private Pass pass() {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long begun = THREADS.getCurrentThreadCpuTime();
        Plan plan = planner.plan();
        double millis = (THREADS.getCurrentThreadCpuTime() - begun) / 1e6;
        bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        int stops = stopped.size();
        state.apply(now, plan);
        for (Decision decision : plan.decisions()) {
            if (decision instanceof Decision.Start start) {
                started.add(start.job());
                for (int task = 0; task < start.placements().size(); task++) {
                    state.apply(now, new Event.TaskStarted(start.job(), task, start.id()));
                }
            } else if (decision instanceof Decision.Stop stop) {
                stopped.add(stop.job());
            }
        }
        return new Pass(millis, bytes, stopped.size() - stops);
    }

    private void end(long id) {
        Job job = state.job(id);
        if (job == null || job.waiting()) {
            return;
        }
        long decision = job.decision();
        for (int task = 0; task < job.spec().tasks(); task++) {
            state.apply(now, new Event.TaskEnded(id, task, decision, 0));
        }
    }

    private long tasks() {
        return state.jobs().stream().mapToLong(Job::placedTasks).sum();
    }

    /** @param passes the first by itself, then the warm ones, if any */
    private void report(String order, String what, List<Pass> passes) {
        Pass first = passes.getFirst();
        System.out.printf(
                Locale.ROOT,
                "%-12s %-6s %6d  %7d  %7d  %8.1f  %9.1f  %9d",
                order,
                what,
                state.nodes().count(),
                tasks(),
                state.waitingJobs(),
                first.millis,
                first.bytes / MIB,
                first.stops);
        List<Pass> warm = passes.subList(1, passes.size());
        if (!warm.isEmpty()) {
            double[] times = warm.stream().mapToDouble(Pass::millis).sorted().toArray();
            System.out.printf(
                    Locale.ROOT,
                    "  %11d  %9.2f  %8.2f  %8.2f  %8.2f  %9d",
                    times.length,
                    times[times.length / 2],
                    times[times.length * 99 / 100],
                    times[times.length - 1],
                    warm.stream().mapToDouble(Pass::bytes).max().orElse(0) / MIB,
                    warm.stream().mapToInt(Pass::stops).sum());
        }
        System.out.println();
    }
}
