package io.berth.core.dispatch.flow;

import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Equal work is done once: whoever comes while it is under way waits for that one. Source: {@code golang.org/x/sync/singleflight}.
 *
 * @param <W> who waits
 */
public final class SingleFlight<W> {
    private final Map<Long, ArrayDeque<W>> flights = new LinkedHashMap<>();

    /** Work for {@code key} is under way from now on; there must be none yet. */
    public void begin(long key) {
        if (flights.put(key, new ArrayDeque<>(0)) != null) {
            throw new IllegalStateException("Work for " + key + " is under way twice.");
        }
    }

    /** {@code waiter} waits for the work for {@code key}; false where none is under way. */
    public boolean join(long key, W waiter) {
        ArrayDeque<W> flight = flights.get(key);
        if (flight == null) {
            return false;
        }
        flight.add(waiter);
        return true;
    }

    /** The first who waits for {@code key}, who then does not wait any more; null for nobody. */
    public @Nullable W poll(long key) {
        ArrayDeque<W> flight = flights.get(key);
        return flight == null ? null : flight.poll();
    }

    /** The work for {@code key} is under way no more; returns who waited for it, as they came. */
    public List<W> end(long key) {
        ArrayDeque<W> flight = flights.remove(key);
        return flight == null ? List.of() : List.copyOf(flight);
    }

    /** How many works are under way. */
    public int size() {
        return flights.size();
    }
}
