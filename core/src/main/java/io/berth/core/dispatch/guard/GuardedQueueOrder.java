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

    @Override
    public void taken(Request request, long first) {
        guard.told(() -> order.taken(request, first));
    }

    @Override
    public void left(Request request, long workNanos) {
        guard.told(() -> order.left(request, workNanos));
    }

    @Override
    public void weigh(int tenant, double weight) {
        guard.told(() -> order.weigh(tenant, weight));
    }
}
