package io.berth.core.dispatch.order;

import io.berth.core.dispatch.QueueOrder;
import io.berth.core.dispatch.Request;
import java.util.Arrays;

/**
 * The most urgent first; of those that are equally urgent, the tenant that was served least for its weight.
 *
 * <p>Goals: a tenant that sends much delays itself and not others; none saves up what it did not ask for. Algorithm: a request of a
 * tenant is placed where the tenant's last one ends, by its expected work over the tenant's weight, or where the first that waited
 * was when one was taken last, whichever is later. What a request turned out to be is charged when it has left: a tenant whose answers are longer
 * than expected has its next ones further back. With one tenant that is first come, first served.
 *
 * <p>Two tenants of weight 1 that send works of 1: the first sends three at once, placed at 0, 1 and 2; then the second sends one, placed
 * at 0: it is the second to be served.
 *
 * <p>Source: start-time fair queueing, Goyal et al., SIGCOMM 1996; charged by what was served, as virtual token counters are, Sheng et
 * al., Fairness in serving large language models, OSDI 2024.
 */
public final class Fair implements QueueOrder {
    /** Of a key the lower bits are the place among equally urgent ones, in {@link #UNIT}. */
    private static final int PLACE_BITS = 50;

    private static final int MOST_URGENT = (1 << Long.SIZE - PLACE_BITS - 2) - 1;
    /** Nanoseconds of work, about a millisecond: years of a large fleet have room. */
    private static final double UNIT = 1 << 20;

    private double[] ends = new double[4];
    private double[] weights = {1, 1, 1, 1};
    /** The place of the first that waited when one was taken last. */
    private double now;

    @Override
    public long key(Request request) {
        int tenant = known(request.tenant());
        double place = StrictMath.max(now, ends[tenant]);
        ends[tenant] = place + request.workNanos() / UNIT / weights[tenant];
        long band = -StrictMath.clamp((long) request.priority(), -MOST_URGENT, MOST_URGENT);
        return (band << PLACE_BITS) + (long) place;
    }

    @Override
    public void taken(Request request, long first) {
        now = StrictMath.max(now, (double) (first & (1L << PLACE_BITS) - 1));
    }

    @Override
    public void left(Request request, long workNanos) {
        int tenant = known(request.tenant());
        ends[tenant] += (workNanos - request.workNanos()) / UNIT / weights[tenant];
    }

    @Override
    public void weigh(int tenant, double weight) {
        if (!(weight > 0)) {
            throw new IllegalArgumentException("The weight of a tenant must be above 0, not (" + weight + ").");
        }
        weights[known(tenant)] = weight;
    }

    private int known(int tenant) {
        int before = ends.length;
        if (tenant >= before) {
            int size = StrictMath.max(tenant + 1, 2 * before);
            ends = Arrays.copyOf(ends, size);
            weights = Arrays.copyOf(weights, size);
            Arrays.fill(weights, before, size, 1);
        }
        return tenant;
    }
}
