package io.berth.core.dispatch.balance;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.time.Chance;

/**
 * The servers between which a balancer chooses for one request, and what the request would cost on each: a table that is made once and
 * filled for every pick. Places in it are counted from 0; servers stand there by number until {@link #draw} or {@link #keepLowest} moves them.
 */
public final class Candidates {
    private int[] servers = {};
    private double[] costs = {};
    private int count;

    /**
     * Looks for those that take {@code request} and have room in their queue; where none has, for all that take it.
     *
     * @return how many there are
     */
    public int find(Request request, Fleet fleet) {
        if (servers.length < fleet.size()) {
            servers = new int[fleet.size()];
            costs = new double[fleet.size()];
        }
        count = 0;
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.free(server) && fleet.takes(server, request)) {
                servers[count++] = server;
            }
        }
        return count == 0 ? findFull(request, fleet) : count;
    }

    private int findFull(Request request, Fleet fleet) {
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.takes(server, request)) {
                servers[count++] = server;
            }
        }
        return count;
    }

    /** How many there are. */
    public int count() {
        return count;
    }

    /** The server at {@code place}. */
    public int server(int place) {
        return servers[place];
    }

    /** What the request costs on the server at {@code place}, as was set. */
    public double cost(int place) {
        return costs[place];
    }

    /** Sets it; a finite number. */
    public void cost(int place, double cost) {
        costs[place] = cost;
    }

    /** One of those from {@code place} on, each as likely, which is at {@code place} from now on; the next place draws another. */
    public int draw(int place, Chance chance) {
        int other = place + chance.below(count - place);
        int drawn = servers[other];
        servers[other] = servers[place];
        servers[place] = drawn;
        return drawn;
    }

    /** The server with the lowest cost, of equals the lower number; {@link Fleet#NONE} where there is no candidate. */
    public int lowest() {
        int best = Fleet.NONE;
        double least = Double.POSITIVE_INFINITY;
        for (int place = 0; place < count; place++) {
            if (best == Fleet.NONE || costs[place] < least || costs[place] == least && servers[place] < best) {
                best = servers[place];
                least = costs[place];
            }
        }
        return best;
    }

    /** The server with the lowest cost, of equals any, each as likely; {@link Fleet#NONE} where there is no candidate. */
    public int lowest(Chance chance) {
        int best = Fleet.NONE;
        double least = Double.POSITIVE_INFINITY;
        int equals = 0;
        for (int place = 0; place < count; place++) {
            if (best == Fleet.NONE || costs[place] < least) {
                best = servers[place];
                least = costs[place];
                equals = 1;
            } else if (costs[place] == least && chance.below(++equals) == 0) {
                best = servers[place];
            }
        }
        return best;
    }

    /** Leaves none but those with the lowest cost. */
    public void keepLowest() {
        double least = Double.POSITIVE_INFINITY;
        for (int place = 0; place < count; place++) {
            least = StrictMath.min(least, costs[place]);
        }
        int kept = 0;
        for (int place = 0; place < count; place++) {
            if (costs[place] == least) {
                servers[kept] = servers[place];
                costs[kept++] = least;
            }
        }
        count = kept;
    }
}
