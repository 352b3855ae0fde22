package io.berth.sim.report.page;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import java.util.Arrays;
import java.util.List;

/**
 * A stretch of a run that is drawn bar by bar. It follows from the workload and the cluster alone, so that the pictures of all
 * strategies show the same stretch.
 *
 * @param originNanos the first arrival, from which times are counted
 * @param fromNanos its begin, an arrival
 * @param toNanos its end
 */
record Window(long originNanos, long fromNanos, long toNanos) {
    /** About so many bars make a picture that can be read. */
    private static final double GOOD_BARS = 600;

    /** The arrivals are cut into so many cells; a window is some of them in a row. */
    private static final int CELLS = 240;

    /** Where all fits into one picture, the drain after the last arrival is part of it, up to this many times the arrivals. */
    private static final int DRAIN = 2;

    /** The window in which most GPU time arrives, as long as the picture stays readable. */
    static Window busiest(Workload workload, List<NodeSpec> nodes, int rows) {
        long first = Nanos.NEVER;
        long last = 0;
        double gpus = 0;
        for (Arrival arrival : workload) {
            first = StrictMath.min(first, arrival.atNanos());
            last = arrival.atNanos();
            gpus += bars(arrival.spec());
        }
        if (first == Nanos.NEVER) {
            return new Window(0, 0, Nanos.NEVER);
        }
        double devices = 0;
        for (NodeSpec node : nodes) {
            devices += StrictMath.max(1, node.gpus());
        }
        double bars = gpus * StrictMath.min(1, rows / StrictMath.max(1, devices));
        if (bars <= GOOD_BARS || last == first) {
            return new Window(first, first, Nanos.after(last, DRAIN * StrictMath.max(Nanos.HOUR, last - first)));
        }
        int width = (int) StrictMath.ceil(CELLS * GOOD_BARS / bars);
        return busiest(workload, first, last, width);
    }

    private static Window busiest(Workload workload, long first, long last, int width) {
        double[] work = new double[CELLS];
        long[] begin = new long[CELLS];
        Arrays.fill(begin, Nanos.NEVER);
        double cell = (last - first + 1.0) / CELLS;
        for (Arrival arrival : workload) {
            int at = (int) ((arrival.atNanos() - first) / cell);
            work[at] += work(arrival.spec());
            begin[at] = StrictMath.min(begin[at], arrival.atNanos());
        }
        double sum = 0;
        double most = -1;
        int best = 0;
        for (int at = 0; at < CELLS; at++) {
            sum += work[at] - (at >= width ? work[at - width] : 0);
            int from = at - width + 1;
            if (from >= 0 && begin[from] != Nanos.NEVER && sum > most) {
                most = sum;
                best = from;
            }
        }
        long from = begin[best] == Nanos.NEVER ? first : begin[best];
        return new Window(first, from, from + (long) (width * cell));
    }

    /** Each device of a task is a bar. */
    private static double bars(JobSpec spec) {
        return (double) spec.tasks() * StrictMath.max(1, spec.demand().gpus());
    }

    private static double work(JobSpec spec) {
        double seconds = spec.workNanos() == Nanos.NEVER ? 1 : Nanos.toSeconds(spec.workNanos());
        return spec.tasks() * StrictMath.max(1, spec.demand().totalGpuMilli()) * StrictMath.max(1, seconds);
    }
}
