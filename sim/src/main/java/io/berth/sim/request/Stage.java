package io.berth.sim.request;

import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import org.jspecify.annotations.Nullable;

/**
 * A part of a request that one server does.
 *
 * @param name what it is, such as segmentation
 * @param model the number of the model it needs
 * @param workNanos its time alone on a server of speed 1
 * @param expectedNanos what the dispatcher expects that to be
 * @param firstNanos the work after which the first token is there; 0 where an answer comes as a whole
 * @param memoryBytes GPU memory beside the model's
 * @param beside true where it runs beside the stage before it, not after
 * @param feature what its result is kept under in the feature cache; {@link #NOT_KEPT} for not at all
 * @param tokens its prompt and its answer; null where it has none
 */
public record Stage(
        String name,
        int model,
        long workNanos,
        long expectedNanos,
        long firstNanos,
        long memoryBytes,
        boolean beside,
        long feature,
        @Nullable Tokens tokens) {
    /** The result is of no use to another request. */
    public static final long NOT_KEPT = io.berth.core.dispatch.flow.Stage.NOT_KEPT;

    /** One without tokens. */
    public Stage(
            String name,
            int model,
            long workNanos,
            long expectedNanos,
            long firstNanos,
            long memoryBytes,
            boolean beside,
            long feature) {
        this(name, model, workNanos, expectedNanos, firstNanos, memoryBytes, beside, feature, null);
    }

    /** What is known of it when its request comes, which is of {@code session}. */
    io.berth.core.dispatch.flow.Stage asked(long session) {
        Prompt prompt = tokens == null ? Prompt.NONE : tokens.begins();
        return new io.berth.core.dispatch.flow.Stage(
                new Need(model, expectedNanos, memoryBytes, prompt).of(session), beside, feature);
    }

    /** The same, expected to be {@code otherNanos} of work. */
    public Stage expecting(long otherNanos) {
        return new Stage(name, model, workNanos, otherNanos, firstNanos, memoryBytes, beside, feature, tokens);
    }

    /** A stage that is expected as it is and comes as a whole, whose result nobody else needs. */
    public static Stage of(String name, int model, long workNanos, long memoryBytes) {
        return new Stage(name, model, workNanos, workNanos, 0, memoryBytes, false, NOT_KEPT);
    }
}
