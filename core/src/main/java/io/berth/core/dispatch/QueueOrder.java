package io.berth.core.dispatch;

/** Says which waiting request is served first. */
@FunctionalInterface
public interface QueueOrder {
    QueueOrder FIFO = request -> 0;
    QueueOrder PRIORITY = request -> -(long) request.priority();
    QueueOrder EARLIEST_DEADLINE = Request::deadlineNanos;
    QueueOrder SHORTEST = Request::workNanos;

    /** The place in the queue: smaller goes first, equal keys as they came. Asked once for each that waits. */
    long key(Request request);

    /**
     * {@code request} waits no more: it has a slot.
     *
     * @param first the place of the first that waited with it: its own but where that one lets the slot pass
     */
    default void taken(Request request, long first) {}

    /** {@code request} has left its slot, or waits no more: it was {@code workNanos} of work, none where it came to nothing. */
    default void left(Request request, long workNanos) {}

    /** What a tenant waits for counts the less the larger {@code weight} is, 1 until this is called. */
    default void weigh(int tenant, double weight) {}
}
