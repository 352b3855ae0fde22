package io.berth.gateway.tenant;

import org.jspecify.annotations.Nullable;

/**
 * What a tenant may still take, of requests and of tokens; of the minute or of the day, whichever has less left.
 *
 * @param requests null where they have no limit
 * @param tokens null where they have no limit
 */
public record Standing(@Nullable Left requests, @Nullable Left tokens) {
    /**
     * Of one thing.
     *
     * @param limit how much there is at most
     * @param resetNanos until all of it is there again
     */
    public record Left(long limit, long remaining, long resetNanos) {}
}
