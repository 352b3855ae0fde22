package io.berth.sim.table.rlscheduler;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The scheduling loop of RLScheduler's program over a part of a log; the machine is empty before and no other job comes.
 *
 * <p>Of the whole queue the job with the smallest key is chosen. If it does not fit, time goes on, from arrival to end of a job,
 * until it does; nothing else is chosen meanwhile, whatever arrives. With backfill, the chosen job has a reservation: when, by
 * the run times their users expect, enough running jobs will have ended. It is set once. At each step of time, jobs of the queue
 * that fit and are expected to end before it start, by submission. An arrival goes before an end of the same second.
 *
 * <p>Jobs that end in the same second give their nodes back one by one, and each time backfill looks again; which comes first is
 * left by the sorts before. So running jobs are kept in one list that is sorted stably, as the program does.
 */
final class RlSchedulerRun {
    private static final double SHORT_NANOS = 10.0 * Nanos.SECOND;

    private final KeyedOrder order;
    private final boolean backfill;
    private final List<RlSchedulerJob> jobs;
    private final List<RlSchedulerJob> queue = new ArrayList<>();
    private final List<RlSchedulerJob> running = new ArrayList<>();
    private final long[] startNanos;
    private long freeNodes;
    private long now;
    private int next;
    private double slowdowns;

    /**
     * @param jobs by submission, numbered from 0
     * @param nodes of the machine
     */
    RlSchedulerRun(KeyedOrder order, boolean backfill, List<RlSchedulerJob> jobs, long nodes) {
        this.order = order;
        this.backfill = backfill;
        this.jobs = jobs;
        this.freeNodes = nodes;
        this.startNanos = new long[jobs.size()];
    }

    /** The mean bounded slowdown of the jobs. */
    double meanBoundedSlowdown() {
        while (takeNext()) {
            RlSchedulerJob chosen = chosen();
            if (!fits(chosen)) {
                waitFor(chosen);
            }
            queue.remove(chosen);
            start(chosen);
        }
        return slowdowns / jobs.size();
    }

    /** Goes on to the next job where none waits; false where there is none. */
    private boolean takeNext() {
        if (queue.isEmpty() && next == jobs.size()) {
            return false;
        }
        while (queue.isEmpty()) {
            step();
        }
        return true;
    }

    private RlSchedulerJob chosen() {
        RlSchedulerJob best = queue.getFirst();
        long bestKey = order.key(best, now);
        for (RlSchedulerJob job : queue) {
            long key = order.key(job, now);
            // The queue is by submission, so an equal key goes to the earlier.
            if (key < bestKey) {
                best = job;
                bestKey = key;
            }
        }
        return best;
    }

    private void waitFor(RlSchedulerJob chosen) {
        long reservedNanos = backfill ? reservation(chosen) : 0;
        while (!fits(chosen)) {
            if (backfill) {
                startBefore(reservedNanos);
            }
            step();
        }
    }

    /** When enough of the running jobs should have ended, by their users' word. */
    private long reservation(RlSchedulerJob chosen) {
        running.sort(Comparator.comparingLong(job -> startNanos[job.place()] + job.expectedNanos()));
        long nodes = freeNodes;
        for (RlSchedulerJob job : running) {
            nodes += job.nodes();
            if (nodes >= chosen.nodes()) {
                return startNanos[job.place()] + job.expectedNanos();
            }
        }
        throw new IllegalStateException("The job (" + chosen.id() + ") is wider than the machine.");
    }

    private void startBefore(long reservedNanos) {
        for (RlSchedulerJob job : List.copyOf(queue)) {
            if (now + job.expectedNanos() < reservedNanos && fits(job)) {
                queue.remove(job);
                start(job);
            }
        }
    }

    /** To the next arrival or the next end of a job, whichever is first. */
    private void step() {
        running.sort(Comparator.comparingLong(this::endNanos));
        long ends = running.isEmpty() ? Nanos.NEVER : endNanos(running.getFirst());
        if (next < jobs.size() && jobs.get(next).submitNanos() <= ends) {
            RlSchedulerJob arrived = jobs.get(next++);
            now = StrictMath.max(now, arrived.submitNanos());
            queue.add(arrived);
        } else {
            now = StrictMath.max(now, ends);
            freeNodes += running.removeFirst().nodes();
        }
    }

    private boolean fits(RlSchedulerJob job) {
        return job.nodes() <= freeNodes;
    }

    private void start(RlSchedulerJob job) {
        freeNodes -= job.nodes();
        startNanos[job.place()] = now;
        running.add(job);
        double run = job.spec().workNanos();
        slowdowns += StrictMath.max(1, (now - job.submitNanos() + run) / StrictMath.max(run, SHORT_NANOS));
    }

    private long endNanos(RlSchedulerJob job) {
        return startNanos[job.place()] + job.spec().workNanos();
    }
}
