package io.berth.kube.scale;

import io.berth.core.time.Nanos;
import io.berth.edge.scale.LastStarts;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.TreeSet;

/**
 * How long replicas take from when they are asked for until they take requests. Which of those that were asked for an endpoint is nobody says: the one that was asked for
 * first is taken to be ready first. An address that was ready before is none that starts. What took too long waited for a node. Of one thread.
 */
final class AskedStarts {
    /** Who takes longer waits for room, which may have no end. */
    static final long LONGEST_NANOS = 30 * Nanos.MINUTE;

    private final LastStarts last = new LastStarts();
    /** When those that are not ready yet were asked for, from the first on. */
    private final ArrayDeque<Long> asked = new ArrayDeque<>();
    /** The addresses that were ready since somebody asked for more. */
    private final Set<String> known = new TreeSet<>();

    private int replicas = -1;

    /** So many are asked for now, whoever did. */
    void asked(int now, long nowNanos) {
        for (int more = replicas < 0 ? now : replicas; more < now; more++) {
            asked.addLast(nowNanos);
        }
        for (int fewer = replicas; fewer > now && !asked.isEmpty(); fewer--) {
            asked.removeLast();
        }
        replicas = now;
    }

    /** These take requests now. */
    void ready(Set<String> addresses, long nowNanos) {
        while (!asked.isEmpty() && nowNanos - asked.getFirst() > LONGEST_NANOS) {
            asked.removeFirst();
        }
        for (String address : addresses) {
            if (known.add(address) && !asked.isEmpty()) {
                last.took(nowNanos - asked.removeFirst());
            }
        }
        if (asked.isEmpty()) {
            known.retainAll(addresses);
        }
    }

    /** The longest of the last; 0 where none was seen. */
    long nanos() {
        return last.nanos();
    }
}
