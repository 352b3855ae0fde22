package io.berth.bench;

import com.sun.management.ThreadMXBean;
import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.plan.Planner;
import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
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

/** A cluster of nodes with eight GPUs, the jobs in it, and a planner without an engine around it; what is started runs at once. */
final class LoadedCluster {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    final Chance chance;
    final State state = new State(1);
    final Planner planner = new Planner(state, Catalog.standard());
    /** Numbers of jobs that were started; some of them may have ended since. */
    final List<Long> started = new ArrayList<>();

    /** Numbers of jobs that are told to stop. */
    private final List<Long> stopped = new ArrayList<>();

    private final List<Long> submitted = new ArrayList<>();
    private int queues;
    long now = 1;

    /** What planning took: milliseconds of the processor and of the clock on the wall, bytes, how many tasks start, how many jobs stop. */
    record Pass(double processorMillis, double wallMillis, double bytes, int starts, int stops) {}

    /** @param stream what its chance is drawn from */
    LoadedCluster(String stream, int nodes, int cpus) {
        chance = new Chance(1, stream, 0);
        for (int node = 0; node < nodes; node++) {
            state.apply(now, new Event.NodeJoined(node, NodeSpec.of("n" + node, cpus * 1000L, 1L << 40, 8, "H100")));
        }
        strategy(StrategySpec.of("fill", "fcfs", "best-fit", "greedy"));
    }

    /** {@code strategy} decides from now on. */
    void strategy(StrategySpec strategy) {
        state.apply(now, new Event.StrategyChanged(strategy));
        planner.strategy();
    }

    /** Declares so many queues, which share all GPUs, and has jobs be in one of them by chance from now on. */
    void queues(int count) {
        queues = count;
        long gpus = 8L * state.nodes().count();
        List<QueueSpec> declared = new ArrayList<>();
        for (int queue = 0; queue < count; queue++) {
            declared.add(QueueSpec.of("q" + queue).deserving("gpu", QueueAmount.of(1000 * gpus / count)));
        }
        state.apply(now, new Event.QueuesDeclared(declared));
    }

    /** Submits such jobs as the steady state has until {@code pending} wait that do not fit. */
    void fill(int pending) {
        while (state.waitingJobs() < pending) {
            for (int job = 0; job < 2000; job++) {
                submitAny();
            }
            pass();
            now += Nanos.MINUTE;
        }
    }

    /** A second goes by: those told to stop have stopped, {@code ends} others end, and as many come that {@code pending} wait. */
    void goOn(int ends, int pending) {
        now += Nanos.SECOND;
        stopped.forEach(this::end);
        stopped.clear();
        for (int job = 0; job < ends; job++) {
            int at = chance.below(started.size());
            long id = started.get(at);
            started.set(at, started.getLast());
            started.removeLast();
            end(id);
        }
        while (state.waitingJobs() < pending) {
            submitAny();
        }
    }

    /** Cancels {@code count} of those that wait, and as many others come. */
    void replaceWaiting(int count) {
        int left = count;
        while (left > 0) {
            int at = chance.below(submitted.size());
            Job job = state.job(submitted.get(at));
            submitted.set(at, submitted.getLast());
            submitted.removeLast();
            if (job != null && job.waiting()) {
                state.apply(now, new Event.JobCancelled(job.id()));
                submitAny();
                left--;
            }
        }
    }

    /** A job as the steady state has them: most of CPUs alone, the others of shares of GPUs and of whole ones, one in thirty a gang. */
    void submitAny() {
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
        submit(demand, tasks, chance.below(4), minutes(24 * 60));
    }

    void submit(Demand demand, int tasks, int priority, long estimate) {
        JobSpec spec = JobSpec.batch("job", demand, estimate).withTasks(tasks).withPriority(priority);
        submit(queues == 0 ? spec : spec.withQueue("q" + chance.below(queues)));
    }

    long submit(JobSpec spec) {
        long id = state.nextJob();
        state.apply(now, new Event.JobSubmitted(id, spec, "bench", id));
        submitted.add(id);
        return id;
    }

    static Demand gpus(int count) {
        return Demand.cpu(1000L * count, 1L << 30).withGpus(count);
    }

    /** Up to so many minutes, by chance. */
    long minutes(int most) {
        return Nanos.MINUTE * (1 + chance.below(most)) + chance.below(60) * Nanos.SECOND;
    }

    /** Plans and carries out what starts. */
    Pass pass() {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long begun = THREADS.getCurrentThreadCpuTime();
        long wall = System.nanoTime();
        Plan plan = planner.plan();
        double wallMillis = (System.nanoTime() - wall) / 1e6;
        double millis = (THREADS.getCurrentThreadCpuTime() - begun) / 1e6;
        bytes = THREADS.getCurrentThreadAllocatedBytes() - bytes;
        int stops = stopped.size();
        int starts = 0;
        state.apply(now, plan);
        for (Decision decision : plan.decisions()) {
            if (decision instanceof Decision.Start start) {
                started.add(start.job());
                starts += start.placements().size();
                for (int task = 0; task < start.placements().size(); task++) {
                    state.apply(now, new Event.TaskStarted(start.job(), task, start.id()));
                }
            } else if (decision instanceof Decision.Stop stop) {
                stopped.add(stop.job());
            }
        }
        return new Pass(millis, wallMillis, bytes, starts, stopped.size() - stops);
    }

    /** All tasks of the job end well, where it runs. */
    void end(long id) {
        Job job = state.job(id);
        if (job == null || job.waiting()) {
            return;
        }
        long decision = job.decision();
        for (int task = 0; task < job.spec().tasks(); task++) {
            state.apply(now, new Event.TaskEnded(id, task, decision, 0));
        }
    }

    /** How many tasks hold room. */
    long tasks() {
        return state.jobs().stream().mapToLong(Job::placedTasks).sum();
    }
}
