package io.berth.gateway.desk;

import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.promise.Promises;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests that have come and not ended; those that wait for any server to be there stand apart, in the order in which they came. */
final class Guests {
    private final Map<Long, Guest> present = new HashMap<>();
    private final Map<Long, Guest> parked = new LinkedHashMap<>();
    private final Subsets subsets;

    Guests(Subsets subsets) {
        this.subsets = subsets;
    }

    /** One request. */
    static final class Guest {
        private final Arrival arrival;
        private final Promises.Asking asking;
        private final Call call;
        /** Until when it waits for a server; 0 where it never had to. */
        private long untilNanos;
        /** Whether it was sent to a server. */
        private boolean sent;

        private Guest(Arrival arrival, Promises.Asking asking, Call call) {
            this.arrival = arrival;
            this.asking = asking;
            this.call = call;
        }

        Arrival arrival() {
            return arrival;
        }

        /** As what it is known where it was turned away. */
        Promises.Asking asking() {
            return asking;
        }

        Call call() {
            return call;
        }

        private int subset() {
            return arrival.stages().getFirst().need().subset();
        }
    }

    void add(Arrival arrival, Promises.Asking asking, Call call) {
        present.put(arrival.number(), new Guest(arrival, asking, call));
    }

    @Nullable
    Guest get(long number) {
        return present.get(number);
    }

    void remove(long number) {
        Guest guest = present.remove(number);
        if (guest != null && !parked.containsKey(number)) {
            subsets.give(guest.subset());
        }
    }

    /** It was sent to a server. */
    void sent(long number) {
        Guest guest = present.get(number);
        if (guest != null) {
            guest.sent = true;
        }
    }

    /** Those that wait here, those that wait for any server with them. */
    List<Arrival> waiting() {
        List<Arrival> waiting = new ArrayList<>();
        for (Guest guest : present.values()) {
            if (!guest.sent || parked.containsKey(guest.arrival.number())) {
                waiting.add(guest.arrival);
            }
        }
        return waiting;
    }

    /** It waits for a server; false where it has waited as long as it may. */
    boolean park(long number, long nowNanos, long mostNanos) {
        Guest guest = present.get(number);
        if (guest == null || mostNanos <= 0 || guest.untilNanos != 0 && guest.untilNanos <= nowNanos) {
            return false;
        }
        if (guest.untilNanos == 0) {
            guest.untilNanos = nowNanos + mostNanos;
        }
        parked.put(number, guest);
        return true;
    }

    /** True where it was waiting for a server, and does not any more. */
    boolean unpark(long number) {
        Guest guest = parked.remove(number);
        if (guest != null && !present.containsKey(number)) {
            subsets.give(guest.subset());
        }
        return guest != null;
    }

    int parked() {
        return parked.size();
    }

    /** All that wait, which are then present again. */
    List<Guest> takeParked() {
        List<Guest> all = new ArrayList<>(parked.values());
        parked.clear();
        all.forEach(guest -> present.put(guest.arrival.number(), guest));
        return all;
    }

    /** Those that have waited as long as they may. */
    List<Guest> takeExpired(long nowNanos) {
        List<Guest> expired = new ArrayList<>();
        Iterator<Guest> all = parked.values().iterator();
        while (all.hasNext()) {
            Guest guest = all.next();
            if (guest.untilNanos <= nowNanos) {
                expired.add(guest);
                all.remove();
                if (!present.containsKey(guest.arrival.number())) {
                    subsets.give(guest.subset());
                }
            }
        }
        return expired;
    }
}
