package io.berth.gateway.picker;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.gateway.http.Backend;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The model servers as Envoy names them: {@code ip:port}. */
final class Pool {
    private final List<Backend> servers;
    private final List<String> endpoints;
    private final Map<String, Integer> numbers = new TreeMap<>();
    private final int fallbacks;

    /**
     * @param servers by their number at the desk
     * @param fallbacks how many servers are named beside the one that was picked
     */
    Pool(List<Backend> servers, int fallbacks) {
        this.servers = servers;
        this.fallbacks = fallbacks;
        endpoints = servers.stream().map(server -> endpoint(server.address())).toList();
        for (int server = 0; server < servers.size(); server++) {
            numbers.put(endpoints.get(server), server);
        }
    }

    Backend server(int number) {
        return servers.get(number);
    }

    String endpoint(int server) {
        return endpoints.get(server);
    }

    /** Whether servers are named beside the one that was picked. */
    boolean namesMore() {
        return fallbacks > 0;
    }

    /** Those servers that {@code subset} names; those that are none of ours are passed over. */
    IntPredicate within(List<String> subset) {
        boolean[] in = new boolean[servers.size()];
        for (String endpoint : subset) {
            Integer server = numbers.get(endpoint);
            if (server != null) {
                in[server] = true;
            }
        }
        return server -> server < in.length && in[server];
    }

    /**
     * The endpoint of {@code server}, and after it those to which the request goes where that cannot be reached: the least loaded that
     * are asked with the same key.
     *
     * @param may which servers it may go to
     */
    String named(int server, Request request, Fleet fleet, IntPredicate may) {
        StringBuilder named = new StringBuilder(endpoint(server));
        boolean[] taken = new boolean[servers.size()];
        taken[server] = true;
        for (int more = 0; more < fallbacks; more++) {
            int next = lightest(request, fleet, other -> !taken[other] && may.test(other) && sameKey(server, other));
            if (next == Fleet.NONE) {
                break;
            }
            taken[next] = true;
            named.append(',').append(endpoint(next));
        }
        return named.toString();
    }

    private int lightest(Request request, Fleet fleet, IntPredicate may) {
        int best = Fleet.NONE;
        for (int server = 0; server < servers.size(); server++) {
            boolean better = best == Fleet.NONE || fleet.loadNanos(server) < fleet.loadNanos(best);
            if (better && may.test(server) && fleet.takes(server, request)) {
                best = server;
            }
        }
        return best;
    }

    private boolean sameKey(int one, int other) {
        @Nullable String key = servers.get(one).key();
        return Objects.equals(key, servers.get(other).key());
    }

    private static String endpoint(InetSocketAddress address) {
        return NetUtil.toSocketAddressString(address);
    }
}
