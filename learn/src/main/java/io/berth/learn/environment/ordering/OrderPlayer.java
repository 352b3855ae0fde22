package io.berth.learn.environment.ordering;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Goal;

/** Plays an order of the catalog through the queue's event loop; it sees all waiting jobs. For one thread. */
public final class OrderPlayer {
    private static final int CPU_MILLI = 1000;

    private final OrderingJobs jobs;
    private final KeyedOrder order;
    private final QueueWorld world;
    private final Submitted[] submitted;

    /** Plays {@code order} over {@code jobs}. */
    public OrderPlayer(OrderingJobs jobs, KeyedOrder order, boolean backfill) {
        this.jobs = jobs;
        this.order = order;
        this.world = new QueueWorld(jobs, backfill);
        this.submitted = new Submitted[jobs.count()];
        for (int job = 0; job < submitted.length; job++) {
            submitted[job] = new Submitted(job, spec(jobs, job), jobs.submitNanos[job]);
        }
    }

    /** Plays {@code count} jobs from {@code start} to their end. */
    public Figures play(int start, int count) {
        world.begin(jobs, start, count);
        while (!world.over()) {
            world.choose(first());
        }
        return Figures.of(Goal.BOUNDED_SLOWDOWN.figure(), world.meanBoundedSlowdown())
                .and(Goal.JCT.figure(), world.meanCompletionSeconds())
                .and(Goal.UTILISATION.figure(), world.utilisation())
                .and(Goal.DEADLINE_MISSES.figure(), 0);
    }

    /** The queue is by submission, so an equal key goes to the earlier. */
    private int first() {
        int best = 0;
        long bestKey = order.key(submitted[world.job(0)], world.nowNanos());
        for (int place = 1; place < world.waiting(); place++) {
            long key = order.key(submitted[world.job(place)], world.nowNanos());
            if (key < bestKey) {
                best = place;
                bestKey = key;
            }
        }
        return best;
    }

    private static JobSpec spec(OrderingJobs jobs, int job) {
        long cpuMilli = (long) (jobs.submitted.get(job).processors() * CPU_MILLI);
        return new JobSpec(
                Integer.toString(job),
                JobSpec.DEFAULT_QUEUE,
                JobKind.BATCH,
                0,
                TaskGroup.of(1, Demand.cpu(cpuMilli, 0)),
                new Timing(jobs.expectedNanos[job], jobs.runNanos[job], Nanos.NEVER));
    }

    private record Submitted(long id, JobSpec spec, long submitNanos) implements QueuedJob {
        @Override
        public long ranNanos(long now) {
            return 0;
        }

        @Override
        public long doneNanos(long now) {
            return 0;
        }
    }
}
