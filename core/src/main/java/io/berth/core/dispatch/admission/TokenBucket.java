package io.berth.core.dispatch.admission;

import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Again;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Refusal;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Nanos;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * No tenant faster than a rate, but for a burst.
 *
 * <p>Algorithm: each tenant has a bucket of {@code burst} tokens that fills at {@code rate} tokens a second; a request takes one.
 * Kept as the instant at which the bucket is full again: a request is let in while that is less than {@code burst - 1} tokens of
 * time ahead. At 1 a second and a burst of 2, of three requests at once the third is refused, and one more second lets one in.
 * Source: generic cell rate algorithm, ITU-T I.371, annex A.
 */
public final class TokenBucket implements Admission {
    private final long tokenNanos;
    private final long slackNanos;
    private long[] fullNanos = new long[16];

    /**
     * @param rate requests a second, above 0
     * @param burst tokens of a full bucket, at least 1
     */
    public TokenBucket(double rate, double burst) {
        if (!(rate > 0) || burst < 1) {
            throw new IllegalArgumentException(
                    "The parameters must be above 0 (rate " + rate + ") and 1 or more (burst " + burst + ").");
        }
        tokenNanos = (long) (Nanos.SECOND / rate);
        slackNanos = (long) (tokenNanos * (burst - 1));
    }

    @Override
    public @Nullable Refusal refuse(Request request, Fleet fleet, int server, int waiting, long nowNanos) {
        return full(request.tenant()) - nowNanos > slackNanos ? Refusal.TENANT_RATE : null;
    }

    @Override
    public Again again(Request request, Fleet fleet, int server, long nowNanos) {
        return new Again(full(request.tenant()) - slackNanos - nowNanos, tokenNanos);
    }

    @Override
    public void admitted(Request request, long nowNanos) {
        if (request.need().letIn()) {
            return;
        }
        int tenant = request.tenant();
        if (tenant >= fullNanos.length) {
            fullNanos = Arrays.copyOf(fullNanos, StrictMath.max(tenant + 1, 2 * fullNanos.length));
        }
        fullNanos[tenant] = StrictMath.max(fullNanos[tenant], nowNanos) + tokenNanos;
    }

    private long full(int tenant) {
        return tenant < fullNanos.length ? fullNanos[tenant] : 0;
    }
}
