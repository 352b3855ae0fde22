package io.berth.spec.fleet;

/**
 * What an inference engine for language models does on its device. A step makes a token for each request that decodes and reads a part
 * of the prompts that wait; it takes the longer of {@code decodeNanos} and what it reads, and then what each request adds.
 *
 * @param prefillTokensPerSecond how fast it reads prompts
 * @param halfAtTokens how long a prompt is where its tokens are read half as fast, for attention; 0 where all are read alike
 * @param decodeNanos the step of one request alone: the weights are read once
 * @param sequenceNanos what each further request adds
 * @param contextNanos what each thousand tokens that the requests of a step hold add
 * @param batch how many requests run at once
 * @param kvTokens tokens that its memory holds beside the weights
 * @param chunkTokens tokens of a step at most, those that are made and those that are read
 */
public record EngineSpec(
        double prefillTokensPerSecond,
        long halfAtTokens,
        long decodeNanos,
        long sequenceNanos,
        long contextNanos,
        int batch,
        long kvTokens,
        int chunkTokens) {
    /** How long a step takes in which {@code requests} that hold {@code contextTokens} get a token each, and nothing is read. */
    public double stepNanos(int requests, double contextTokens) {
        return stepNanos(requests, contextTokens, 0);
    }

    /**
     * The same where a part of a prompt is read.
     *
     * @param readNanos by {@link #readNanos}
     */
    public double stepNanos(int requests, double contextTokens, double readNanos) {
        double weights = (double) decodeNanos;
        double more = requests == 0 ? 0 : (requests - 1) * (double) sequenceNanos;
        return StrictMath.max(weights, readNanos) + more + contextTokens / 1000 * contextNanos;
    }

    /** How long the engine computes for {@code tokens} of a prompt that come after {@code before} others of it. */
    public double readNanos(long before, long tokens) {
        double slower = halfAtTokens == 0 ? 1 : 1 + (before + tokens / 2.0) / halfAtTokens;
        return tokens * slower / prefillTokensPerSecond * 1e9;
    }
}
