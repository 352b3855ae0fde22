package io.berth.sim.request;

import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.predict.LengthForecast;

/**
 * A prompt and its answer, counted in tokens.
 *
 * @param prompt how long the prompt is
 * @param answer how long the answer will be, at least 1
 * @param begins what the prompt begins with, a token as {@value #BYTES} bytes; {@link Prompt#NONE} where nobody is told
 * @param readNanos the work of reading the prompt that counts as work of the request; 0 where its server says itself how fast it reads
 * @param tokenNanos the work of a token of the answer
 */
public record Tokens(long prompt, long answer, Prompt begins, long readNanos, long tokenNanos) {
    /** Of a token, where prompts are counted in bytes. */
    public static final int BYTES = 4;

    /** The work of an answer of {@code length} tokens. */
    public long workNanos(double length) {
        return readNanos + (long) (length * tokenNanos) + 1;
    }

    /** What the length of the answer is forecast from. */
    public LengthForecast.Asked asked(int model, int tenant) {
        return new LengthForecast.Asked(model, tenant, prompt, 0);
    }
}
