package io.berth.gateway.tenant;

/** Counts what was taken. Of one thread at a time. */
final class Tally {
    private long requests;
    private long inputTokens;
    private long outputTokens;
    private long refused;
    private long cost;

    void add(Counts more) {
        requests += more.requests();
        inputTokens += more.inputTokens();
        outputTokens += more.outputTokens();
        refused += more.refused();
        cost += more.cost();
    }

    void took(long input, long output, long price) {
        requests++;
        inputTokens += input;
        outputTokens += output;
        cost += price;
    }

    void refuse() {
        refused++;
    }

    Counts counts() {
        return new Counts(requests, inputTokens, outputTokens, refused, cost);
    }

    long requests() {
        return requests;
    }

    long tokens() {
        return inputTokens + outputTokens;
    }

    long cost() {
        return cost;
    }
}
