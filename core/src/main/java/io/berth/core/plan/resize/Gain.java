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

    /** Tasks of several jobs, each list in the order in which those of one job stop: those first that cost least, of equal ones those of the list that is first. */
    static List<HeldTask> leastFirst(List<List<HeldTask>> byJob, long now) {
        PriorityQueue<Giver> givers =
                new PriorityQueue<>(Comparator.comparingDouble(Giver::cost).thenComparingInt(Giver::place));
        for (int place = 0; place < byJob.size(); place++) {
            if (!byJob.get(place).isEmpty()) {
                givers.add(new Giver(byJob.get(place), place, now));
            }
        }
        List<HeldTask> sorted = new ArrayList<>();
        while (!givers.isEmpty()) {
            Giver giver = givers.remove();
            sorted.add(giver.give());
            if (giver.gives()) {
                givers.add(giver);
            }
        }
        return sorted;
    }

    /** A job whose tasks go one by one. */
    private static final class Giver {
        private final List<HeldTask> tasks;
        private final int place;
        private final Job job;
        private final int had;
        private final long now;
        private int given;
        private double cost;

        Giver(List<HeldTask> tasks, int place, long now) {
            this.tasks = tasks;
            this.place = place;
            this.job = tasks.getFirst().job();
            this.had = tasks(job);
            this.now = now;
            this.cost = ofNext();
        }

        private double ofNext() {
            return ofLast(job, StrictMath.max(1, had - given), now);
        }

        HeldTask give() {
            HeldTask task = tasks.get(given++);
            cost = ofNext();
            return task;
        }

        boolean gives() {
            return given < tasks.size();
        }

        double cost() {
            return cost;
        }

        int place() {
            return place;
        }
    }
}
