package io.berth.gateway.tenant;

/**
 * What one gateway of several says of a tenant.
 *
 * @param life of the process; another after a restart
 * @param day since 1970, of UTC, that the rest is of
 * @param dayRequests that it let in, those under way with them
 * @param dayTokens the same
 * @param dayCost in billionths of the currency
 * @param monthCost the same, of the month of the day
 */
record Share(long life, Minute minute, long day, long dayRequests, long dayTokens, long dayCost, long monthCost) {
    /**
     * Of its buckets.
     *
     * @param requests that it took out of its bucket since it began, but for what it gave back
     * @param tokens the same
     * @param requestsLeft that its bucket has
     * @param tokensLeft the same
     */
    record Minute(long requests, long tokens, long requestsLeft, long tokensLeft) {}
}
