package io.berth.core.metric;

import java.util.Arrays;

/**
 * What is kept of the finished jobs of one queue: sums, so that a million jobs need no more room than one.
 *
 * <p>Finish-time fairness is ρ = T shared / T isolated (Mahajan et al., Themis, NSDI 2020, §3), with T shared the sum of the
 * queue's completion times and T isolated what that sum would be if each job ran alone, without waiting, on the queue's even part
 * of the cluster: a job that ran for R on D GPUs takes R · max(1, D N / C) there, with N queues and C GPUs, because a job
 * that asks for more than the part runs slower in proportion. So ρ is 1 where sharing costs a queue nothing. Where the cluster has
 * no GPUs, D and C are CPUs.
 */
final class QueueFigures {
    private double slowdowns;
    private double completionSeconds;
    private long jobs;

    /** Run seconds by what a job asked for, rising: a cluster sees few different demands. */
    private long[] demands = new long[8];

    private double[] runSeconds = new double[8];
    private int size;

    /** A job finished. */
    void finished(double waited, double ran, double slowdown, long demand) {
        jobs++;
        slowdowns += slowdown;
        completionSeconds += waited + ran;
        int at = Arrays.binarySearch(demands, 0, size, demand);
        if (at < 0) {
            at = -at - 1;
            insert(at, demand);
        }
        runSeconds[at] += ran;
    }

    /** The mean bounded slowdown. */
    double meanSlowdown() {
        return slowdowns / jobs;
    }

    /** T shared over T isolated on the {@code part} of the cluster that is this queue's, in units of demand. */
    double finishTimeFairness(double part) {
        double isolated = 0;
        for (int i = 0; i < size; i++) {
            isolated += runSeconds[i] * (part > 0 ? StrictMath.max(1, demands[i] / part) : 1);
        }
        return isolated > 0 ? completionSeconds / isolated : Double.NaN;
    }

    private void insert(int at, long demand) {
        if (size == demands.length) {
            demands = Arrays.copyOf(demands, 2 * size);
            runSeconds = Arrays.copyOf(runSeconds, 2 * size);
        }
        System.arraycopy(demands, at, demands, at + 1, size - at);
        System.arraycopy(runSeconds, at, runSeconds, at + 1, size - at);
        demands[at] = demand;
        runSeconds[at] = 0;
        size++;
    }
}
