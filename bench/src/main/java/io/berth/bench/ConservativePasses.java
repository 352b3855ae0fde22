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
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * How long a pass of conservative backfill takes while many jobs wait: the first, which promises room to all of them, and those
 * in which a job ended sooner than was said. Jobs of 1 to 8 GPUs, one in twenty a gang of 2 to 4 nodes; users say one to five
 * times what they run, 1 to 600 minutes.
 *
 * <p>Arguments: node counts, waiting jobs, passes; for example {@code 32,500,5000 10000 300}.
 */
public final class ConservativePasses {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Chance chance = new Chance(1, "conservative-passes", 0);
    private final State state = new State(1);
    private final Planner planner = new Planner(state, Catalog.standard());
    private final TreeMap<Long, List<Job>> ends = new TreeMap<>();
    private long now = 1;

    private ConservativePasses(int nodes) {
        for (int node = 0; node < nodes; node++) {
            state.apply(now, new Event.NodeJoined(node, NodeSpec.of("n" + node, 96_000, 1L << 40, 8, "H100")));
        }
        StrategySpec strategy = StrategySpec.of("conservative", "fcfs", "best-fit", "conservative");
        state.apply(now, new Event.StrategyChanged(strategy));
    }

    public static void main(String[] arguments) {
        String[] counts = (arguments.length > 0 ? arguments[0] : "32,500,5000").split(",");
        int waiting = Argument.number(arguments, 1, 10_000);
        int passes = Argument.number(arguments, 2, 300);
        System.out.println("nodes  waiting  first pass ms  median ms   p99 ms   max ms");
        for (String count : counts) {
            new ConservativePasses(Integer.parseInt(count)).measure(waiting, passes);
        }
    }

    private void measure(int waiting, int passes) {
        while (state.waitingJobs() == 0) {
            submit();
            plan();
        }
        while (state.waitingJobs() < waiting) {
            submit();
        }
        double first = plan();
        double[] times = new double[passes];
        for (int pass = -passes / 3; pass < passes; pass++) {
            endNext();
            while (state.waitingJobs() < waiting) {
                submit();
            }
            double time = plan();
            if (pass >= 0) {
                times[pass] = time;
            }
        }
        Arrays.sort(times);
        System.out.printf(
                Locale.ROOT,
                "%5d  %7d  %13.1f  %9.2f  %7.2f  %7.2f%n",
                state.nodes().count(),
                waiting,
                first,
                times[passes / 2],
                times[passes * 99 / 100],
                times[passes - 1]);
    }

    private void endNext() {
        now = ends.firstKey();
        for (Job job : ends.pollFirstEntry().getValue()) {
            for (int task = 0; task < job.spec().tasks(); task++) {
                state.apply(now, new Event.TaskEnded(job.id(), task, job.decision(), 0));
            }
        }
    }

    private void submit() {
        boolean gang = chance.below(20) == 0;
        Demand demand = Demand.cpu(1000, 1L << 30).withGpus(gang ? 8 : 1 + chance.below(8));
        long estimate = Nanos.MINUTE * (1 + chance.below(600));
        long id = state.nextJob();
        JobSpec spec = JobSpec.batch("job", demand, estimate).withTasks(gang ? 2 + chance.below(3) : 1);
        state.apply(now, new Event.JobSubmitted(id, spec, "bench", id));
    }

    /** Plans, carries out, and says how many milliseconds of the processor the plan took. */
    private double plan() {
        long begun = THREADS.getCurrentThreadCpuTime();
        Plan plan = planner.plan();
        double millis = (THREADS.getCurrentThreadCpuTime() - begun) / 1e6;
        state.apply(now, plan);
        for (Decision decision : plan.decisions()) {
            Job job = decision instanceof Decision.Start start ? state.job(start.job()) : null;
            if (job != null) {
                for (int task = 0; task < job.spec().tasks(); task++) {
                    state.apply(now, new Event.TaskStarted(job.id(), task, job.decision()));
                }
                long run = job.spec().estimateNanos() / (1 + chance.below(5));
                ends.computeIfAbsent(now + run, _ -> new ArrayList<>()).add(job);
            }
        }
        return millis;
    }
}
