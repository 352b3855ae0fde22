package io.berth.gateway.tenant;

/**
 * What a request is expected to take of its tenant.
 *
 * @param model its name; empty where it has none
 * @param promptTokens of its prompt
 * @param outputTokens of its answer
 * @param print the same for a request that comes once more, another for most others
 * @param fresh whether its client says that it comes for the first time
 */
public record Ask(String model, long promptTokens, long outputTokens, long print, boolean fresh) {
    /** All of them. */
    public long tokens() {
        return promptTokens + outputTokens;
    }
}
