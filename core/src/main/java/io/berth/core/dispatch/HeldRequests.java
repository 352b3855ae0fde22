package io.berth.core.dispatch;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What waits at the gateway, by size of memory, so that a large request holds up no server that is too small for it. */
final class HeldRequests {
    private final Fleet fleet;
    private final QueueOrder order;
    private RequestQueue[] bySize = {};
    private int size;

    HeldRequests(Fleet fleet, QueueOrder order) {
        this.fleet = fleet;
        this.order = order;
        reshape();
    }

    int size() {
        return size;
    }

    /** @param request one that some server is large enough for */
    void add(Request request, long turn) {
        queue(request).add(request, turn);
        size++;
    }

    /** The queue whose first goes next on {@code server}; null for none. Whoever takes it out of there calls {@link #taken}. */
    @Nullable
    RequestQueue first(int server) {
        RequestQueue first = null;
        for (int memory = 0; memory <= fleet.memorySize(server); memory++) {
            if (bySize[memory].size() > 0 && (first == null || bySize[memory].before(first))) {
                first = bySize[memory];
            }
        }
        return first;
    }

    /** Takes {@code request} out, which must be here. */
    void remove(Request request) {
        queue(request).remove(request);
        size--;
    }

    /** The first of one of the queues has left it. */
    void taken() {
        size--;
    }

    /** The sizes of the servers are others than before; returns those that no server is large enough for, which leave. */
    List<Request> reshape() {
        RequestQueue[] before = bySize;
        bySize = new RequestQueue[fleet.memorySizes()];
        Arrays.setAll(bySize, _ -> new RequestQueue(order));
        RequestQueue tooLarge = new RequestQueue(QueueOrder.FIFO);
        for (RequestQueue queue : before) {
            queue.moveAll(request -> fleet.firstRank(request) == fleet.members() ? tooLarge : queue(request));
        }
        List<Request> left = new ArrayList<>();
        while (tooLarge.size() > 0) {
            left.add(tooLarge.remove());
        }
        size -= left.size();
        return left;
    }

    private RequestQueue queue(Request request) {
        return bySize[fleet.memorySize(fleet.byMemory(fleet.firstRank(request)))];
    }
}
