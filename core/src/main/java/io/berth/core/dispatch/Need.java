package io.berth.core.dispatch;

/**
 * What a request asks of the server that answers it.
 *
 * @param model the number of the model; {@link Request#NO_MODEL} for none
 * @param workNanos the work it is expected to be: its time alone on a server of speed 1, without the reading of its prompt
 * @param memoryBytes GPU memory that it holds while it is served, beside its model's
 * @param prompt what it begins with; {@link Prompt#NONE} where that is not known
 */
public record Need(int model, long workNanos, long memoryBytes, Prompt prompt) {
    /** One of which the prompt is not known. */
    public static Need of(int model, long workNanos, long memoryBytes) {
        return new Need(model, workNanos, memoryBytes, Prompt.NONE);
    }
}
