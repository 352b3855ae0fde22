package io.berth.core.dispatch.admission;

import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import org.jspecify.annotations.Nullable;

/**
 * No more requests under way than are answered about as soon as usual.
 *
 * <p>Goals: where more comes than can be answered, what is let in does not wait long. Algorithm: each second in which ten requests or more
 * were answered, their mean latency is a sample; against the mean of the last 600 samples, {@code tolerance} times that being well,
 * it says by which factor of a half to 1 the limit shrinks, and four more may always be there. Where less than half of the limit is
 * used, it says nothing. Where samples stay below half of the long mean, that comes down faster, by a twentieth.
 *
 * <p>At a limit of 100, latencies of 3 s where 1 s is usual: the factor is 0.5, so 54 are aimed at, and a fifth of the way is gone:
 * 90.8.
 *
 * <p>Source: Gradient2 with WindowedLimit of Netflix's concurrency-limits, with their constants; the most is raised where a fleet has
 * more slots.
 */
public final class Gradient implements Admission {
    private static final int FEWEST = 10;
    private static final double SMOOTHING = 0.2;
    private static final double QUEUE = 4;
    private static final double SHORTEST = 0.5;
    private static final int WARM_UP = 10;
    private static final int LONG = 600;
    private static final double RECOVERED = 2;
    private static final double RECOVERY = 0.95;

    private final int least;
    private final int most;
    private final double tolerance;
    private double limit;
    private long windowEnd = Long.MIN_VALUE;
    private double sum;
    private int samples;
    private int crowd;
    private double usual;
    private int windows;

    /**
     * @param least the limit is never below, nor at first
     * @param most the limit is never above
     * @param tolerance how many times longer than usual a latency may be, 1 at least
     */
    public Gradient(int least, int most, double tolerance) {
        if (least < 1 || most < least || !(tolerance >= 1)) {
            throw new IllegalArgumentException("The parameters must be 1 or more (least " + least
                    + "), as many or more (most " + most + "), and 1 or more (tolerance " + tolerance + ").");
        }
        this.least = least;
        this.most = most;
        this.tolerance = tolerance;
        limit = least;
    }

    @Override
    public @Nullable Refusal refuse(Request request, Fleet fleet, int server, int waiting, long nowNanos) {
        int there = fleet.total() + fleet.held();
        crowd = StrictMath.max(crowd, there);
        return there < (int) limit ? null : Refusal.CONCURRENCY;
    }

    @Override
    public void left(Request request, boolean answered, long nowNanos) {
        if (answered) {
            sum += nowNanos - request.arrivedNanos();
            samples++;
        }
        if (windowEnd == Long.MIN_VALUE) {
            windowEnd = nowNanos + Nanos.SECOND;
        } else if (nowNanos >= windowEnd && samples >= FEWEST) {
            window(sum / samples);
            windowEnd = nowNanos + Nanos.SECOND;
            sum = 0;
            samples = 0;
            crowd = 0;
        }
    }

    /** How many requests may be under way. */
    public double limit() {
        return limit;
    }

    private void window(double latency) {
        windows++;
        double share = windows <= WARM_UP ? 1.0 / windows : 2.0 / (LONG + 1);
        usual += share * (latency - usual);
        if (usual / latency > RECOVERED) {
            usual *= RECOVERY;
        }
        if (crowd < limit / 2) {
            return;
        }
        double gradient = StrictMath.clamp(tolerance * usual / latency, SHORTEST, 1.0);
        double aim = limit * gradient + QUEUE;
        limit = StrictMath.clamp(limit * (1 - SMOOTHING) + aim * SMOOTHING, (double) least, (double) most);
    }
}
