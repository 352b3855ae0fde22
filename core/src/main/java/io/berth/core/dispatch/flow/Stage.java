package io.berth.core.dispatch.flow;

/**
 * A part of a request that one server does, as it is known when the request comes.
 *
 * @param model the number of the model it needs; {@code Request.NO_MODEL} for none
 * @param workNanos the work it is expected to be: its time alone on a server of speed 1
 * @param memoryBytes GPU memory beside the model's
 * @param beside true where it runs beside the stage before it, not after
 * @param feature what its result is kept under in the feature cache; {@link #NOT_KEPT} for not at all
 */
public record Stage(int model, long workNanos, long memoryBytes, boolean beside, long feature) {
    /** The result is of no use to another request. */
    public static final long NOT_KEPT = -1;
}
