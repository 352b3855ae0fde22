package io.berth.gateway.picker;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.gateway.desk.Desk;
import io.berth.gateway.setting.Backend;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;

/** The model servers as Envoy names them: {@code ip:port}. */
final class Pool {
    private final IntFunction<Backend> servers;
    private final Desk desk;
    private final int fallbacks;

    /**
     * @param servers by their numbers at the desk
     * @param fallbacks how many servers are named beside the one that was picked
     */
    Pool(IntFunction<Backend> servers, Desk desk, int fallbacks) {
        this.servers = servers;
        this.desk = desk;
        this.fallbacks = fallbacks;
    }

    Backend server(int number) {
        return servers.apply(number);
    }

    String endpoint(int server) {
        InetSocketAddress address = server(server).address();
        return address.isUnresolved()
                ? address.getHostString() + ":" + address.getPort()
                : NetUtil.toSocketAddressString(address);
    }

    /** Those servers that {@code subset} names; those that are none of ours are passed over. */
    IntPredicate within(Collection<String> subset) {
        return new Within(this, Set.copyOf(subset));
    }

    /** Servers at {@code endpoints}; equal for equal ones, so that the desk knows it for one subset. */
    private record Within(Pool pool, Set<String> endpoints) implements IntPredicate {
        @Override
        public boolean test(int server) {
            return endpoints.contains(pool.endpoint(server));
        }
    }

    /**
     * The endpoint of {@code server}, and after it those to which the request goes where that cannot be reached: the least loaded that
     * are asked with the same key.
     *
     * @param may which servers it may go to
     */
    String named(int server, Request request, IntPredicate may) {
        return fallbacks == 0
                ? endpoint(server)
                : desk.look(fleet -> named(server, request, fleet, other -> may.test(other) && sameKey(server, other)));
    }

    private String named(int server, Request request, Fleet fleet, IntPredicate may) {
        StringBuilder named = new StringBuilder(endpoint(server));
        Set<Integer> taken = new TreeSet<>(Set.of(server));
        for (int more = 0; more < fallbacks; more++) {
            int next = lightest(request, fleet, other -> !taken.contains(other) && may.test(other));
            if (next < 0) {
                break;
            }
            taken.add(next);
            named.append(',').append(endpoint(next));
        }
        return named.toString();
    }

    /** The number of the server with the lowest load; below 0 where there is none. */
    private int lightest(Request request, Fleet fleet, IntPredicate may) {
        int best = Fleet.NONE;
        int bestNumber = Fleet.NONE;
        for (int row = 0; row < fleet.size(); row++) {
            int number = desk.servers().bearer(row);
            boolean better = best == Fleet.NONE || fleet.loadNanos(row) < fleet.loadNanos(best);
            if (number >= 0 && better && may.test(number) && fleet.takes(row, request)) {
                best = row;
                bestNumber = number;
            }
        }
        return bestNumber;
    }

    private boolean sameKey(int one, int other) {
        return Objects.equals(server(one).key(), server(other).key());
    }
}
