package io.berth.gateway.tenant;

/**
 * What a request is expected to take of its tenant.
 *
 * @param model its name; empty where it has none
 * @param promptTokens of its prompt
 * @param outputTokens of its answer
 * @param print the same for a request that comes once more, another for most others
 */
public record Ask(String model, long promptTokens, long outputTokens, long print) {
    /** All of them. */
    public long tokens() {
        return promptTokens + outputTokens;
    }
}
