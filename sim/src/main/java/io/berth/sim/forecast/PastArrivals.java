package io.berth.sim.forecast;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Arrival;
import java.util.ArrayList;
import java.util.List;

/**
 * What was submitted in the last days, and what may be in the next ones: each stretch of some hours to come is as that of the same hours
 * of one of those days, drawn by chance, so that bursts and nights stay what they are.
 *
 * <p>Source: the block bootstrap of Künsch, The jackknife and the bootstrap for general stationary observations, Annals of Statistics
 * 17, 1989, with blocks that begin at the same time of a day.
 */
public final class PastArrivals {
    private static final int MOST_DAYS = 14;
    /** How long the stretches are that are drawn. */
    static final long STRETCH = 4 * Nanos.HOUR;

    private static final int LEAST_DROPPED = 1_024;
    private static final String STREAM = "forecast.arrivals";

    private final ArrayList<Arrival> last = new ArrayList<>();
    private long firstNanos = Nanos.NEVER;

    /** A job was submitted, not before the last one. */
    public void submitted(long atNanos, JobSpec spec) {
        firstNanos = StrictMath.min(firstNanos, atNanos);
        last.add(new Arrival(atNanos, spec));
        int old = firstFrom(atNanos - (MOST_DAYS + 1) * Nanos.DAY);
        if (old > LEAST_DROPPED && old > last.size() / 2) {
            last.subList(0, old).clear();
        }
    }

    /** Of how many whole days before {@code now} submissions are known, up to two weeks. */
    public int days(long now) {
        return last.isEmpty() ? 0 : (int) StrictMath.min(MOST_DAYS, (now - firstNanos) / Nanos.DAY);
    }

    /**
     * What may come in stretch {@code number}, from 0, of those that follow {@code now}; nothing where less than a day is known.
     *
     * @param member the same number draws the same
     */
    List<Arrival> drawn(long now, int number, long member) {
        int days = days(now);
        List<Arrival> drawn = new ArrayList<>();
        if (days == 0) {
            return drawn;
        }
        long from = now + number * STRETCH;
        long day = 1 + (long) (days * Chance.unitAt(member, STREAM, number, 0));
        // The same hours of an earlier day, as many whole days before.
        long shift = (day + (from - now) / Nanos.DAY) * Nanos.DAY;
        for (int i = firstFrom(from - shift); i < last.size(); i++) {
            Arrival past = last.get(i);
            if (past.atNanos() >= from + STRETCH - shift) {
                break;
            }
            drawn.add(new Arrival(StrictMath.max(now + 1, past.atNanos() + shift), past.spec()));
        }
        return drawn;
    }

    private int firstFrom(long nanos) {
        int low = 0;
        int high = last.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (last.get(middle).atNanos() < nanos) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
