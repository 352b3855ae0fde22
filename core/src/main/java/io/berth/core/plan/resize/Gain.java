package io.berth.core.plan.resize;

import io.berth.core.plan.queue.HeldTask;
import io.berth.core.state.Job;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * What one task more, or less, is to a running job: how much faster it makes it, for each device that it takes, and more where less is left
 * of its work. With speedup s, n tasks, and w the time that one task would need for the rest of the work: (s(n + 1) - s(n)) / sqrt(w), over the devices of a task, or its CPUs where
 * it has none.
 *
 * <p>Where jobs are as many times as fast as they have tasks the shortest come first, one after the other; where more tasks bring less
 * and less, a job gets them until another's next brings more. Of five such rules, that of Optimus (Peng et al., EuroSys 2018, what one more
 * saves of the run time) among them, this one lets jobs end soonest over curves from straight to flat (docs/experiments/054).
 */
public final class Gain {
    /** Whoever should have ended by now is about to. */
    private static final long LEAST_NANOS = Nanos.SECOND;

    private Gain() {}

    /** How many tasks {@code job} has, those that are starting too and those that are stopped for others not. */
    public static int tasks(Job job) {
        int tasks = 0;
        for (int task = 0; task < job.placedTasks(); task++) {
            tasks += job.holds(task) && !job.leaves(task) ? 1 : 0;
        }
        return tasks;
    }

    /** Of the last of {@code tasks} tasks, from 1, of {@code job}, which runs. */
    public static double ofLast(Job job, int tasks, long now) {
        long with = job.speedup().with(tasks);
        long without = tasks == 1 ? 0 : job.speedup().with(tasks - 1);
        double work = (double) StrictMath.max(LEAST_NANOS, job.remainingNanos(now))
                * job.speedup().with(StrictMath.max(1, job.startedTasks()));
        return (with - without) / StrictMath.sqrt(work) / size(job);
    }

    private static double size(Job job) {
        double devices = 0;
        double cpus = 0;
        for (TaskGroup group : job.spec().groups()) {
            Demand demand = group.demand();
            devices += (double) group.max() * demand.gpuMilli();
            cpus += (double) group.max() * demand.cpuMilli();
        }
        double all = devices > 0 ? devices : cpus;
        return StrictMath.max(1, all / job.mostTasks());
    }

    /** Tasks of several jobs, each list in the order in which those of one job stop: those first that cost least. */
    static List<HeldTask> leastFirst(List<List<HeldTask>> byJob, long now) {
        PriorityQueue<Giver> givers = new PriorityQueue<>(Comparator.comparingDouble(Giver::cost)
                .thenComparing(Comparator.comparingLong(Giver::id).reversed()));
        for (List<HeldTask> tasks : byJob) {
            if (!tasks.isEmpty()) {
                givers.add(new Giver(tasks, 0, now));
            }
        }
        List<HeldTask> sorted = new ArrayList<>();
        while (!givers.isEmpty()) {
            Giver giver = givers.remove();
            sorted.add(giver.tasks.get(giver.given));
            if (giver.given + 1 < giver.tasks.size()) {
                givers.add(new Giver(giver.tasks, giver.given + 1, now));
            }
        }
        return sorted;
    }

    /** A job of whose tasks so many go. */
    private static final class Giver {
        private final List<HeldTask> tasks;
        private final int given;
        private final double cost;

        Giver(List<HeldTask> tasks, int given, long now) {
            this.tasks = tasks;
            this.given = given;
            Job job = tasks.getFirst().job();
            this.cost = ofLast(job, StrictMath.max(1, tasks(job) - given), now);
        }

        double cost() {
            return cost;
        }

        long id() {
            return tasks.getFirst().job().id();
        }
    }
}
