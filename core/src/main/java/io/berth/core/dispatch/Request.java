package io.berth.core.dispatch;

/**
 * One inference call that a server answers as a whole.
 *
 * @param id different for each
 * @param tenant who pays, from 0
 * @param priority larger is more urgent
 * @param need what it asks of the server
 * @param arrivedNanos when it came
 * @param deadlineNanos when its answer is of no more use; {@code Nanos.NEVER} for no limit
 */
public record Request(long id, int tenant, int priority, Need need, long arrivedNanos, long deadlineNanos) {
    /** The model of a request that needs none. */
    public static final int NO_MODEL = -1;

    /** The number of the model it needs; {@link #NO_MODEL} for none. */
    public int model() {
        return need.model();
    }

    /** The work it is expected to be: its time alone on a server of speed 1. */
    public long workNanos() {
        return need.workNanos();
    }

    /** GPU memory that it holds while it is served, beside its model's. */
    public long memoryBytes() {
        return need.memoryBytes();
    }
}
