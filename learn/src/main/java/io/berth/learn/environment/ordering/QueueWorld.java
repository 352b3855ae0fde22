package io.berth.learn.environment.ordering;

import io.berth.core.time.Nanos;
import java.util.Arrays;

/**
 * The waiting and the running jobs of a part of a log, on a machine that is empty before; no other job comes. What is chosen starts
 * as soon as it fits, and nothing else is chosen meanwhile; with backfill, jobs that fit and are expected to end before the chosen
 * one can start go first, by submission. That time is set once, from the run times that users expect. An arrival goes before an
 * end of the same moment, and jobs that end together give their nodes back one by one.
 *
 * <p>This is the loop of RLScheduler's program, which {@code berth reproduce rlscheduler} repeats with its orders.
 */
final class QueueWorld {
    private static final double SHORT_NANOS = 10.0 * Nanos.SECOND;

    private final boolean backfill;
    private OrderingJobs jobs;
    private int first;
    private int last;
    private int next;
    private int[] queue = new int[256];
    private int waiting;
    /** Running jobs and their ends; by end wherever {@link #sorted}. */
    private int[] running = new int[256];

    private long[] ends = new long[256];
    private int runs;
    private boolean sorted;
    private int freeNodes;
    private long now;
    private double slowdowns;
    private double completionNanos;
    private double busyNodeNanos;
    private long lastEnd;

    QueueWorld(OrderingJobs jobs, boolean backfill) {
        this.jobs = jobs;
        this.backfill = backfill;
    }

    /** Starts anew with {@code count} jobs from the place {@code start}; the first of them waits. */
    void begin(OrderingJobs of, int start, int count) {
        jobs = of;
        first = start;
        last = start + count;
        next = start;
        waiting = 0;
        runs = 0;
        sorted = true;
        freeNodes = jobs.machineNodes;
        now = 0;
        slowdowns = 0;
        completionNanos = 0;
        busyNodeNanos = 0;
        lastEnd = 0;
        toArrival();
    }

    /** True once all jobs were chosen. */
    boolean over() {
        return waiting == 0 && next == last;
    }

    int waiting() {
        return waiting;
    }

    /** The place in the log of the job at {@code place} of the queue, which is by submission. */
    int job(int place) {
        return queue[place];
    }

    long nowNanos() {
        return now;
    }

    int freeNodes() {
        return freeNodes;
    }

    /** How many jobs were begun with. */
    int count() {
        return last - first;
    }

    /** Starts the job at {@code place} of the queue as soon as it fits, and goes on until a job waits. */
    void choose(int place) {
        int job = queue[place];
        int wide = jobs.nodes[job];
        if (wide > freeNodes) {
            waitFor(job);
        }
        leave(backfill ? placeOf(job) : firstOf(job, place));
        start(job);
        toArrival();
    }

    /** The mean bounded slowdown of the jobs that were started; of all once it is {@link #over}. */
    double meanBoundedSlowdown() {
        return slowdowns / (last - first);
    }

    /** The same with those that wait as if they started now: what is certain to come. */
    double certainBoundedSlowdown() {
        double sum = slowdowns;
        for (int place = 0; place < waiting; place++) {
            sum += boundedSlowdown(queue[place]);
        }
        return sum / (last - first);
    }

    /** The mean time from submission to end with those that wait as if they started now, in seconds. */
    double certainCompletionSeconds() {
        double sum = completionNanos;
        for (int place = 0; place < waiting; place++) {
            int job = queue[place];
            sum += (double) (now - jobs.submitNanos[job]) + jobs.runNanos[job];
        }
        return sum / (last - first) / Nanos.SECOND;
    }

    /** Of a job that starts now. */
    private double boundedSlowdown(int job) {
        long run = jobs.runNanos[job];
        double inSystem = (double) (now - jobs.submitNanos[job]) + run;
        return StrictMath.max(1, inSystem / StrictMath.max((double) run, SHORT_NANOS));
    }

    /** The mean time from submission to end, in seconds. */
    double meanCompletionSeconds() {
        return completionNanos / (last - first) / Nanos.SECOND;
    }

    /** The share of the machine in use from the first submission to the last end. */
    double utilisation() {
        double nanos = StrictMath.max(1, lastEnd - jobs.submitNanos[first]);
        return busyNodeNanos / nanos / jobs.machineNodes;
    }

    /** Without backfill nobody has left while the job waited, and those that came stand behind it. */
    private int firstOf(int job, int place) {
        return queue[place] == job ? place : placeOf(job);
    }

    private int placeOf(int job) {
        int place = 0;
        while (queue[place] != job) {
            place++;
        }
        return place;
    }

    private void waitFor(int job) {
        long reserved = backfill ? reservation(job) : 0;
        while (jobs.nodes[job] > freeNodes) {
            if (backfill) {
                startBefore(reserved);
            }
            step();
        }
    }

    /** When enough of the running jobs should have ended, by their users' word. */
    private long reservation(int chosen) {
        sortByExpectedEnd();
        int nodes = freeNodes;
        for (int i = 0; i < runs; i++) {
            nodes += jobs.nodes[running[i]];
            if (nodes >= jobs.nodes[chosen]) {
                return expectedEnd(i);
            }
        }
        throw new IllegalStateException("The job (" + chosen + ") is wider than the machine.");
    }

    private void startBefore(long reserved) {
        int place = 0;
        int stood = waiting;
        for (int i = 0; i < stood; i++) {
            int job = queue[place];
            if (now + jobs.expectedNanos[job] < reserved && jobs.nodes[job] <= freeNodes) {
                leave(place);
                start(job);
            } else {
                place++;
            }
        }
    }

    /** To the next arrival or the next end, whichever is first. */
    private void step() {
        if (!sorted) {
            sortByEnd();
        }
        long end = runs == 0 ? Nanos.NEVER : ends[0];
        if (next < last && jobs.submitNanos[next] <= end) {
            arrive();
        } else {
            now = StrictMath.max(now, end);
            freeNodes += jobs.nodes[running[0]];
            runs--;
            System.arraycopy(running, 1, running, 0, runs);
            System.arraycopy(ends, 1, ends, 0, runs);
        }
    }

    private void toArrival() {
        while (waiting == 0 && next < last) {
            step();
        }
    }

    private void arrive() {
        now = StrictMath.max(now, jobs.submitNanos[next]);
        if (waiting == queue.length) {
            queue = Arrays.copyOf(queue, 2 * waiting);
        }
        queue[waiting++] = next++;
    }

    private void leave(int place) {
        waiting--;
        System.arraycopy(queue, place + 1, queue, place, waiting - place);
    }

    private void start(int job) {
        long run = jobs.runNanos[job];
        long end = now + run;
        freeNodes -= jobs.nodes[job];
        slowdowns += boundedSlowdown(job);
        completionNanos += (double) (now - jobs.submitNanos[job]) + run;
        busyNodeNanos += (double) run * jobs.nodes[job];
        lastEnd = StrictMath.max(lastEnd, end);
        if (runs == running.length) {
            running = Arrays.copyOf(running, 2 * runs);
            ends = Arrays.copyOf(ends, 2 * runs);
        }
        insert(job, end);
    }

    /** Behind those that end as early; a list in another order takes it last, and is sorted by the next step. */
    private void insert(int job, long end) {
        int place = runs++;
        if (sorted) {
            place = behind(end);
            System.arraycopy(running, place, running, place + 1, runs - 1 - place);
            System.arraycopy(ends, place, ends, place + 1, runs - 1 - place);
        }
        running[place] = job;
        ends[place] = end;
    }

    private int behind(long end) {
        int low = 0;
        int high = runs - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (ends[middle] <= end) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private long expectedEnd(int i) {
        return ends[i] - jobs.runNanos[running[i]] + jobs.expectedNanos[running[i]];
    }

    /** Both sorts are stable: which of two jobs that end together gives its nodes back first is left by the sort before. */
    private void sortByExpectedEnd() {
        for (int i = 1; i < runs; i++) {
            int job = running[i];
            long end = ends[i];
            long key = end - jobs.runNanos[job] + jobs.expectedNanos[job];
            int place = i;
            while (place > 0 && expectedEnd(place - 1) > key) {
                running[place] = running[place - 1];
                ends[place] = ends[place - 1];
                place--;
            }
            running[place] = job;
            ends[place] = end;
        }
        sorted = false;
    }

    private void sortByEnd() {
        for (int i = 1; i < runs; i++) {
            int job = running[i];
            long end = ends[i];
            int place = i;
            while (place > 0 && ends[place - 1] > end) {
                running[place] = running[place - 1];
                ends[place] = ends[place - 1];
                place--;
            }
            running[place] = job;
            ends[place] = end;
        }
        sorted = true;
    }
}
