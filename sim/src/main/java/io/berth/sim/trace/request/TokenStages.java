package io.berth.sim.trace.request;

import io.berth.core.dispatch.Prompt;
import io.berth.core.time.Nanos;
import io.berth.sim.request.Stage;
import io.berth.sim.request.Tokens;
import io.berth.spec.fleet.RequestsSpec;

/**
 * What rows of prompts and answers are as work. Of servers that read prompts themselves it is the tokens of the answer alone, and they are
 * told the prompt; elsewhere the prompt is read at a speed of its own, and counts with them. Expected is what will be; whoever does not tell forecasts.
 */
record TokenStages(RequestsSpec.TokenSpec spec, int model) {
    /** Beyond any context window of 2026, and far from what overflows. */
    static final long MAX_TOKENS = 100_000_000;

    /** One of {@code answer} tokens, 0 of which are taken for 1. */
    Stage of(long context, long answer, Prompt begins) {
        double prefill = context / spec.prefillTokensPerSecond() * Nanos.SECOND;
        double token = Nanos.SECOND / spec.decodeTokensPerSecond();
        Tokens tokens = new Tokens(
                context,
                StrictMath.max(1, answer),
                spec.reading() ? begins : Prompt.NONE,
                spec.reading() ? 0 : (long) prefill,
                (long) token);
        long work = tokens.workNanos((double) answer);
        // Of such servers only the prompt is sure to need room; what else they do not have they make.
        long held = spec.reading() ? context + 1 : context + answer;
        return new Stage(
                "answer",
                model,
                work,
                work,
                tokens.workNanos(1),
                held * spec.memoryBytesPerToken(),
                false,
                Stage.NOT_KEPT,
                tokens);
    }
}
