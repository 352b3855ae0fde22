package io.berth.core.dispatch.guard;

import io.berth.core.dispatch.QueueOrder;
import io.berth.core.dispatch.Request;

/** An order of waiting requests of a plugin. */
public record GuardedQueueOrder(QueueOrder order, DispatchGuard guard) implements QueueOrder {
    @Override
    public long key(Request request) {
        try {
            return order.key(request);
        } catch (RuntimeException | LinkageError | StackOverflowError | AssertionError e) {
            throw guard.threw(e);
        }
    }
}
