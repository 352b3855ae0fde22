package io.berth.bench;

import io.berth.bench.LoadedCluster.Pass;
import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Lacks;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.plan.Planner;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * Passes of a cluster with queues, against their bars; the exit status is 1 where one is missed. Times are of the processor, beside them those of the
 * clock on the wall: on a machine that does nothing else they are the same.
 *
 * <ul>
 *   <li><i>reclaim</i>: 500 nodes of 8 GPUs, 4,000 jobs of one GPU whose queues borrowed it, 4,000 others come that may have it back. KAI's own benchmark of
 *       that (kai-scheduler/KAI-Scheduler#1809) takes 165 s and 74 GB.
 *   <li><i>verdict</i>: 5,000 full nodes, and a job of 512 GPUs comes: why it cannot run now, from a state in memory to the reasons. Beside 10,000 jobs; and, without a bar, beside
 *       130,000, as the state is copied first.
 *   <li><i>passes</i>: 5,000 nodes hold some 140,000 tasks, 10,000 jobs wait; a second goes by before each pass, in which enough ends for 100 tasks, or nothing.
 *   <li><i>recovery</i>: that state from the bytes of its snapshot, and a planner of it.
 * </ul>
 *
 * <p>Arguments: what is measured, all where absent, and how many passes; for example {@code reclaim,verdict 200}.
 */
public final class Reclaims {
    private static final String STREAM = "reclaims";
    private static final int PENDING = 10_000;
    private static final int REPETITIONS = 3;
    /** So often something is done before it is measured: a program that runs for days is asked. */
    private static final int WARMING = 5;

    private static final int GIVEN_BACK = 100;
    private static final double MIB = 1 << 20;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final double RECLAIM_MILLIS = 2_000;
    private static final double RECLAIM_MIB = 1_000;
    private static final double VERDICT_MILLIS = 100;
    private static final double PASS_MILLIS = 50;
    private static final double RECOVERY_MILLIS = 5_000;

    private static boolean missed;

    private Reclaims() {}

    public static void main(String[] arguments) {
        List<String> what =
                List.of((arguments.length > 0 ? arguments[0] : "reclaim,verdict,passes,recovery").split(","));
        int passes = Argument.number(arguments, 1, 200);
        System.out.printf(Locale.ROOT, "%-64s %10s  %10s  %10s%n", "what", "figure", "bar", "on the wall");
        if (what.contains("reclaim")) {
            for (int queues : new int[] {2, 1_000}) {
                for (int run = 0; run < REPETITIONS; run++) {
                    reclaim(queues);
                }
            }
        }
        if (what.contains("verdict")) {
            verdict(large(), 1, 512, VERDICT_MILLIS);
            verdict(large(), 8, 64, VERDICT_MILLIS);
            verdict(full(20), 8, 64, Double.NaN);
        }
        if (what.contains("passes")) {
            for (int queues : new int[] {0, 20, 1_000}) {
                passes(queues, passes);
            }
        }
        if (what.contains("recovery")) {
            recovery();
        }
        System.exit(missed ? 1 : 0);
    }

    private static StrategySpec strategy(String share, String reclaim) {
        return StrategySpec.of("measured", "fcfs", "best-fit", "greedy")
                .with(PolicyKind.SHARE, PolicySpec.of(share))
                .with(PolicyKind.RECLAIM, PolicySpec.of(reclaim));
    }

    /** The second half of {@code queues} gets all back; the first has no quota, and holds all. */
    private static void reclaim(int queues) {
        int nodes = 500;
        int half = queues / 2;
        LoadedCluster cluster = new LoadedCluster(STREAM, nodes, 96);
        List<QueueSpec> declared = new ArrayList<>();
        for (int queue = 0; queue < queues; queue++) {
            QueueSpec spec = QueueSpec.of("q" + queue);
            declared.add(queue < half ? spec : spec.deserving("gpu", QueueAmount.of(8_000L * nodes / half)));
        }
        cluster.state.apply(cluster.now, new Event.QueuesDeclared(declared));
        for (int job = 0; job < 8 * nodes; job++) {
            cluster.submit(one().withQueue("q" + job % half));
        }
        cluster.pass();
        cluster.now += Nanos.HOUR;
        cluster.strategy(strategy("drf", "any"));
        for (int job = 0; job < 8 * nodes; job++) {
            cluster.submit(one().withQueue("q" + (half + job % half)));
        }
        Pass pass = cluster.pass();
        String name = "reclaim, " + queues + " queues, " + pass.stops() + " jobs stopped";
        tell(name + ", ms", pass.processorMillis(), RECLAIM_MILLIS, pass.wallMillis());
        tell(name + ", MiB", pass.bytes() / MIB, RECLAIM_MIB, Double.NaN);
    }

    private static JobSpec one() {
        return JobSpec.batch("job", LoadedCluster.gpus(1), Nanos.DAY);
    }

    /** A cluster that is full of jobs of four GPUs but for some devices here and there, so that nodes differ in what they lack. */
    private static LoadedCluster large() {
        LoadedCluster cluster = new LoadedCluster(STREAM, 5_000, 96);
        for (int job = 0; job < 10_000; job++) {
            cluster.submit(JobSpec.batch("job", LoadedCluster.gpus(4), Nanos.DAY));
        }
        cluster.pass();
        for (int job = 0; job < 40; job++) {
            cluster.end(cluster.started.get(250 * job));
        }
        return cluster;
    }

    private static void verdict(LoadedCluster cluster, int gpus, int tasks, double bar) {
        JobSpec gang =
                JobSpec.batch("gang", LoadedCluster.gpus(gpus), Nanos.DAY).withTasks(tasks);
        long id = cluster.submit(gang.withQueue("q0"));
        String name =
                "verdict on " + tasks + " tasks of " + gpus + " GPUs beside " + cluster.state.liveJobs() + " jobs, ms";
        Runnable asks = () -> {
            Explanation why = Explainer.of(cluster.state, Catalog.standard()).explain(id);
            if (why == null || why.nodes().equals(Lacks.NONE)) {
                throw new IllegalStateException("The gang does not wait as it should.");
            }
        };
        for (int run = 0; run < WARMING; run++) {
            asks.run();
        }
        for (int run = 0; run < REPETITIONS; run++) {
            measure(name, bar, asks);
        }
    }

    private static void passes(int queues, int passes) {
        LoadedCluster cluster = full(queues);
        if (queues == 0) {
            passes(cluster, passes, strategy("none", "none"), "");
            passes(
                    cluster,
                    passes,
                    strategy("none", "none").with(PolicyKind.CONSOLIDATE, PolicySpec.of("move")),
                    ", consolidate");
            return;
        }
        passes(cluster, passes, strategy("drf", "none"), ", " + queues + " queues");
        passes(cluster, passes, strategy("drf", "any"), ", " + queues + " queues, reclaim");
    }

    private static void passes(LoadedCluster cluster, int passes, StrategySpec strategy, String name) {
        cluster.strategy(strategy);
        List<Pass> placing = new ArrayList<>();
        List<Pass> idle = new ArrayList<>();
        for (int pass = -passes / 4; pass < passes; pass++) {
            cluster.goOn(GIVEN_BACK, PENDING);
            add(cluster.pass(), pass, placing);
            cluster.now += Nanos.SECOND;
            cluster.replaceWaiting(GIVEN_BACK);
            add(cluster.pass(), pass, idle);
        }
        told("placing " + mean(placing) + " tasks" + name, placing);
        told("placing " + mean(idle) + " tasks" + name, idle);
    }

    private static void add(Pass pass, int number, List<Pass> passes) {
        if (number >= 0) {
            passes.add(pass);
        }
    }

    private static long mean(List<Pass> passes) {
        return StrictMath.round(passes.stream().mapToInt(Pass::starts).average().orElse(0));
    }

    private static void told(String name, List<Pass> passes) {
        double[] millis = sorted(passes, Pass::processorMillis);
        double[] wall = sorted(passes, Pass::wallMillis);
        int middle = millis.length / 2;
        int late = millis.length * 99 / 100;
        tell("median of passes " + name + ", ms", millis[middle], PASS_MILLIS, wall[middle]);
        tell("p99 of passes " + name + ", ms", millis[late], PASS_MILLIS, wall[late]);
    }

    private static double[] sorted(List<Pass> passes, ToDoubleFunction<Pass> of) {
        return passes.stream().mapToDouble(of).sorted().toArray();
    }

    /** 5,000 nodes with as much as fits, and 10,000 jobs that wait. */
    private static LoadedCluster full(int queues) {
        LoadedCluster cluster = new LoadedCluster(STREAM, 5_000, 96);
        if (queues > 0) {
            cluster.queues(queues);
        }
        cluster.fill(PENDING);
        System.out.println("5,000 nodes, " + cluster.tasks() + " tasks, " + cluster.state.waitingJobs() + " jobs wait");
        return cluster;
    }

    private static void recovery() {
        LoadedCluster cluster = full(20);
        byte[] snapshot = cluster.state.image().bytes();
        for (int run = 0; run < REPETITIONS; run++) {
            measure("recovery of " + cluster.state.liveJobs() + " jobs and the first plan, ms", RECOVERY_MILLIS, () -> {
                State state = StateCodec.read(new ByteSource(snapshot));
                new Planner(state, Catalog.standard()).plan();
            });
        }
    }

    private static void measure(String name, double bar, Runnable what) {
        long wall = System.nanoTime();
        long begun = THREADS.getCurrentThreadCpuTime();
        what.run();
        double millis = (THREADS.getCurrentThreadCpuTime() - begun) / 1e6;
        tell(name, millis, bar, (System.nanoTime() - wall) / 1e6);
    }

    private static void tell(String name, double figure, double bar, double wall) {
        boolean misses = figure > bar;
        missed |= misses;
        System.out.printf(
                Locale.ROOT, "%-64s %10.1f  %10.0f  %10.1f%s%n", name, figure, bar, wall, misses ? "  MISSED" : "");
    }
}
