package io.berth.core.dispatch;

/** Says which waiting request is served first. */
@FunctionalInterface
public interface QueueOrder {
    QueueOrder FIFO = request -> 0;
    QueueOrder PRIORITY = request -> -(long) request.priority();
    QueueOrder EARLIEST_DEADLINE = Request::deadlineNanos;
    QueueOrder SHORTEST = Request::workNanos;

    /** The place in the queue: smaller goes first, equal keys as they came. */
    long key(Request request);
}
