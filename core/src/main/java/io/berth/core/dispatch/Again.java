package io.berth.core.dispatch;

/**
 * When a request that was turned away would be let in.
 *
 * @param afterNanos from now, were it the only one
 * @param apartNanos between it and a further one of its tenant
 */
public record Again(long afterNanos, long apartNanos) {
    /** Where that hangs on when others end. */
    public static final Again UNKNOWN = new Again(-1, 0);
}
