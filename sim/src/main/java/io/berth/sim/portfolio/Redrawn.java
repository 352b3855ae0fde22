package io.berth.sim.portfolio;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Terms;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.List;

/**
 * Workloads that a recorded one could have been: stretches of its time, drawn with replacement and put one behind the other, so that bursts
 * stay bursts and jobs keep their company. Where some days are known, each stretch keeps its time of the day.
 *
 * <p>Source: the block bootstrap of Künsch, The jackknife and the bootstrap for general stationary observations, Annals of Statistics 17,
 * 1989, with blocks that begin at the same time of a day.
 */
public final class Redrawn {
    /** Days of which one can be drawn for another. */
    private static final int LEAST_DAYS = 3;

    private static final String STREAM = "redrawn.arrivals";

    private final List<Arrival> arrivals;
    private final long firstNanos;
    private final long spanNanos;
    private final long stretchNanos;

    /**
     * Draws from {@code arrivals}.
     *
     * @param arrivals in their order, at least one
     * @param firstNanos when the record begins, not after the first of them
     * @param spanNanos how long it is; the last arrival is not after its end
     * @param stretchNanos how long the stretches are, at least 1; no longer than the record
     */
    public Redrawn(List<Arrival> arrivals, long firstNanos, long spanNanos, long stretchNanos) {
        if (arrivals.isEmpty()) {
            throw new IllegalArgumentException("Nothing can be drawn of no arrivals.");
        }
        this.arrivals = List.copyOf(arrivals);
        this.firstNanos = firstNanos;
        this.spanNanos = StrictMath.max(1, spanNanos);
        this.stretchNanos = StrictMath.clamp(stretchNanos, 1, this.spanNanos);
    }

    /** A job as it may come again: without those that it came after, of which nobody knows whether they come too. */
    public static JobSpec alone(JobSpec job) {
        Terms terms = job.terms();
        boolean depends = !terms.after().isEmpty() || !terms.array().equals(JobArray.NONE);
        return depends ? job.withTerms(terms.withAfter(List.of()).withArray(JobArray.NONE)) : job;
    }

    /**
     * Arrivals in a time of {@code lengthNanos} from {@code fromNanos} on; none where the drawn stretches are empty.
     *
     * @param seed the same draws the same
     */
    public List<Arrival> draw(long seed, long fromNanos, long lengthNanos) {
        List<Arrival> drawn = new ArrayList<>();
        long at = 0;
        for (int stretch = 0; at < lengthNanos; stretch++) {
            long length = StrictMath.min(stretchNanos, lengthNanos - at);
            long source = source(new Chance(seed, STREAM, stretch), fromNanos + at, length);
            for (int i = firstFrom(source); i < arrivals.size(); i++) {
                Arrival past = arrivals.get(i);
                if (past.atNanos() >= source + length) {
                    break;
                }
                drawn.add(new Arrival(fromNanos + at + (past.atNanos() - source), past.spec()));
            }
            at += length;
        }
        return drawn;
    }

    /** Where in the record the stretch begins that stands for the one at {@code nanos}. */
    private long source(Chance chance, long nanos, long length) {
        long room = spanNanos - length;
        if (spanNanos < LEAST_DAYS * Nanos.DAY || length > Nanos.DAY) {
            return firstNanos + (long) ((room + 1) * chance.unit());
        }
        long inDay = StrictMath.floorMod(nanos - firstNanos, Nanos.DAY);
        long days = inDay > room ? 0 : (room - inDay) / Nanos.DAY + 1;
        return days == 0
                ? firstNanos + (long) ((room + 1) * chance.unit())
                : firstNanos + inDay + Nanos.DAY * (long) (days * chance.unit());
    }

    private int firstFrom(long nanos) {
        int low = 0;
        int high = arrivals.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (arrivals.get(middle).atNanos() < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
