package io.berth.core.cluster;

import java.util.Arrays;

/** Which nodes are in which domain, as linked lists in arrays: to join and to leave costs the same whatever the size of a domain. */
final class DomainMembers {
    private static final int NONE = Domains.NONE;

    private int[] domains = new int[0];
    private int[] next = new int[0];
    private int[] previous = new int[0];
    /** By domain: one of its nodes; where it has none, the next domain without nodes. */
    private int[] first = new int[4];

    private boolean[] begun = new boolean[4];
    private int count;
    private int spare = NONE;

    /** Makes room for {@code count} nodes; the new ones are in no domain. */
    void growNodes(int nodes) {
        int known = domains.length;
        int room = ChangeReader.room(known, nodes);
        domains = Arrays.copyOf(domains, room);
        next = Arrays.copyOf(next, room);
        previous = Arrays.copyOf(previous, room);
        Arrays.fill(domains, known, room, NONE);
    }

    /** How many numbers of domains were given. */
    int domains() {
        return count;
    }

    int of(int node) {
        return domains[node];
    }

    int first(int domain) {
        return begun[domain] ? first[domain] : NONE;
    }

    int next(int node) {
        return next[node];
    }

    /** A number for a new domain, the one that was without nodes last where there is such. */
    int begin() {
        int domain = spare;
        if (domain == NONE) {
            domain = count++;
            first = Arrays.copyOf(first, ChangeReader.room(first.length, count));
            begun = Arrays.copyOf(begun, first.length);
        } else {
            spare = first[domain];
        }
        begun[domain] = true;
        first[domain] = NONE;
        return domain;
    }

    /** {@code node}, which is in no domain, is in {@code domain} from now on. */
    void join(int node, int domain) {
        domains[node] = domain;
        if (domain == NONE) {
            return;
        }
        int after = first[domain];
        next[node] = after;
        previous[node] = NONE;
        if (after != NONE) {
            previous[after] = node;
        }
        first[domain] = node;
    }

    /** Takes {@code node} out of its domain; true where it was the last, and the number is given again. */
    boolean leave(int node) {
        int domain = domains[node];
        int before = previous[node];
        int after = next[node];
        if (before == NONE) {
            first[domain] = after;
        } else {
            next[before] = after;
        }
        if (after != NONE) {
            previous[after] = before;
        }
        domains[node] = NONE;
        if (first[domain] != NONE) {
            return false;
        }
        begun[domain] = false;
        first[domain] = spare;
        spare = domain;
        return true;
    }
}
