package io.berth.core.dispatch;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Waiting requests in the order of a discipline: a binary heap by key, then by turn of arrival in this queue. */
final class RequestQueue {
    private final QueueOrder order;
    private @Nullable Request[] requests = new @Nullable Request[4];
    private long[] keys = new long[4];
    private long[] turns = new long[4];
    private int size;

    RequestQueue(QueueOrder order) {
        this.order = order;
    }

    int size() {
        return size;
    }

    /** The first; null where none waits. */
    @Nullable
    Request peek() {
        return size == 0 ? null : requests[0];
    }

    /** The place of the first, which there must be. */
    long firstKey() {
        return keys[0];
    }

    /** @param turn rises with every request, over all queues of a fleet */
    void add(Request request, long turn) {
        if (size == requests.length) {
            requests = Arrays.copyOf(requests, size * 2);
            keys = Arrays.copyOf(keys, size * 2);
            turns = Arrays.copyOf(turns, size * 2);
        }
        size++;
        rise(request, order.key(request), turn, size - 1);
    }

    /** Takes the first out; there must be one. */
    Request remove() {
        Request first = requests[0];
        if (first == null) {
            throw new IllegalStateException("No request waits.");
        }
        size--;
        Request moved = requests[size];
        requests[size] = null;
        if (size > 0) {
            sink(moved, keys[size], turns[size], 0);
        }
        return first;
    }

    /** Takes {@code request} out, wherever it is; it must be here. Looks at each. */
    void remove(Request request) {
        int at = 0;
        while (at < size && !request.equals(requests[at])) {
            at++;
        }
        if (at == size) {
            throw new IllegalStateException("Request " + request.id() + " does not wait here.");
        }
        size--;
        Request moved = requests[size];
        requests[size] = null;
        if (at < size) {
            place(moved, keys[size], turns[size], at);
        }
    }

    /** Puts {@code moved} in at the free place {@code from}, or above or below it. */
    private void place(@Nullable Request moved, long key, long turn, int from) {
        if (from > 0 && before(key, turn, from - 1 >> 1)) {
            rise(moved, key, turn, from);
        } else {
            sink(moved, key, turn, from);
        }
    }

    private void rise(@Nullable Request moved, long key, long turn, int from) {
        int at = from;
        while (at > 0) {
            int parent = at - 1 >> 1;
            if (!before(key, turn, parent)) {
                break;
            }
            put(at, requests[parent], keys[parent], turns[parent]);
            at = parent;
        }
        put(at, moved, key, turn);
    }

    private void sink(@Nullable Request moved, long key, long turn, int from) {
        int at = from;
        for (int child = 2 * at + 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && before(keys[child + 1], turns[child + 1], child)) {
                child++;
            }
            if (before(key, turn, child)) {
                break;
            }
            put(at, requests[child], keys[child], turns[child]);
            at = child;
        }
        put(at, moved, key, turn);
    }

    private boolean before(long key, long turn, int at) {
        return before(key, turn, keys[at], turns[at]);
    }

    private static boolean before(long key, long turn, long otherKey, long otherTurn) {
        return key < otherKey || (key == otherKey && turn < otherTurn);
    }

    private void put(int at, @Nullable Request request, long key, long turn) {
        requests[at] = request;
        keys[at] = key;
        turns[at] = turn;
    }
}
