package io.berth.gateway.tenant;

import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What other gateways let in of one tenant, as they said last. Of one thread at a time. */
final class Others {
    private final TreeMap<String, Share> shares = new TreeMap<>();
    /** Who is heard for the first time after nobody was. */
    private final TreeSet<String> anew = new TreeSet<>();

    /** {@code peer} says {@code share}; returns what it said before, null for nothing that counts. */
    @Nullable
    Share heard(String peer, Share share) {
        Share before = shares.put(peer, share);
        return anew.remove(peer) ? null : before;
    }

    /** What they take of minutes from now on is not heard: when it is again, what they have left then counts. */
    void anew() {
        anew.addAll(shares.keySet());
    }

    /** What they say of {@code today} together. */
    long ofDay(long today, ToLongFunction<Share> what) {
        long sum = 0;
        for (Share share : shares.values()) {
            sum += share.day() == today ? what.applyAsLong(share) : 0;
        }
        return sum;
    }

    /** What this month cost there, in billionths of the currency. */
    long monthCost(long today) {
        long sum = 0;
        for (Share share : shares.values()) {
            sum += Usage.sameMonth(share.day(), today) ? share.monthCost() : 0;
        }
        return sum;
    }
}
