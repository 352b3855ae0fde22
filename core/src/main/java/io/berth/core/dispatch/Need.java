package io.berth.core.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * What a request asks of the server that answers it.
 *
 * @param model the number of the model; {@link Request#NO_MODEL} for none
 * @param workNanos the work it is expected to be: its time alone on a server of speed 1, without the reading of its prompt
 * @param memoryBytes GPU memory that it holds while it is served, beside its model's
 * @param prompt what it begins with; {@link Prompt#NONE} where that is not known
 * @param session what it goes on with, of which a server keeps something; {@link #NO_SESSION} for nothing
 * @param part of which request it is a share; null for a whole one
 * @param subset of the servers to which alone it may go, by number; {@link #ANY_SERVER} for all
 */
public record Need(
        int model,
        long workNanos,
        long memoryBytes,
        Prompt prompt,
        long session,
        @Nullable Part part,
        int subset) {
    /** The session of a request that is of none. */
    public static final long NO_SESSION = 0;
    /** The subset of a request that may go to any server. */
    public static final int ANY_SERVER = 0;

    /**
     * A share of a request that several servers have.
     *
     * @param server to which it goes where that takes it; in the fleet
     * @param place among the shares, from 0; the first is let in for all
     */
    public record Part(int server, int place) {}

    /** One of a whole request that goes on with nothing. */
    public Need(int model, long workNanos, long memoryBytes, Prompt prompt) {
        this(model, workNanos, memoryBytes, prompt, NO_SESSION, null, ANY_SERVER);
    }

    /** The same of {@code other} session. */
    public Need of(long other) {
        return new Need(model, workNanos, memoryBytes, prompt, other, part, subset);
    }

    /** The same as {@code share} of a request. */
    public Need as(Part share) {
        return new Need(model, workNanos, memoryBytes, prompt, session, share, subset);
    }

    /** The same for servers of subset {@code number} alone. */
    public Need within(int number) {
        return new Need(model, workNanos, memoryBytes, prompt, session, part, number);
    }

    /** Whether another share was let in for it. */
    public boolean letIn() {
        return part != null && part.place > 0;
    }

    /** One of which the prompt is not known. */
    public static Need of(int model, long workNanos, long memoryBytes) {
        return new Need(model, workNanos, memoryBytes, Prompt.NONE);
    }
}
