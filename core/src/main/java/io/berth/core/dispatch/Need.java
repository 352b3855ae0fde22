package io.berth.core.dispatch;

/**
 * What a request asks of the server that answers it.
 *
 * @param model the number of the model; {@link Request#NO_MODEL} for none
 * @param workNanos the work it is expected to be: its time alone on a server of speed 1, without the reading of its prompt
 * @param memoryBytes GPU memory that it holds while it is served, beside its model's
 * @param prompt what it begins with; {@link Prompt#NONE} where that is not known
 * @param session what it goes on with, of which a server keeps something; {@link #NO_SESSION} for nothing
 */
public record Need(int model, long workNanos, long memoryBytes, Prompt prompt, long session) {
    /** The session of a request that is of none. */
    public static final long NO_SESSION = 0;

    /** One that goes on with nothing. */
    public Need(int model, long workNanos, long memoryBytes, Prompt prompt) {
        this(model, workNanos, memoryBytes, prompt, NO_SESSION);
    }

    /** The same of {@code other} session. */
    public Need of(long other) {
        return new Need(model, workNanos, memoryBytes, prompt, other);
    }

    /** One of which the prompt is not known. */
    public static Need of(int model, long workNanos, long memoryBytes) {
        return new Need(model, workNanos, memoryBytes, Prompt.NONE);
    }
}
