package io.berth.console.service;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Who sends requests to the replicas of services, such as gateways: each says again and again which replicas it may send to or has requests
 * at. What no follower names that was heard of lately, nobody sends to. For any thread.
 */
final class Followers {
    /** Who has not been heard of for so long is gone, and with it what it held. */
    static final long HEARD_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The most of a service. */
    static final int MOST = 64;

    private final Map<String, Map<String, Follower>> services = new TreeMap<>();

    /** One of them. */
    private record Follower(long heardNanos, Set<String> holds) {}

    /**
     * {@code name} follows {@code service} and holds the replicas at these addresses.
     *
     * @return false where too many others follow it already
     */
    synchronized boolean heard(String service, String name, Set<String> holds, long nowNanos) {
        forget(nowNanos);
        Map<String, Follower> followers = services.computeIfAbsent(service, _ -> new LinkedHashMap<>());
        if (followers.size() >= MOST && !followers.containsKey(name)) {
            return false;
        }
        followers.put(name, new Follower(nowNanos, Set.copyOf(holds)));
        return true;
    }

    /** True where somebody follows {@code service}, and nobody of them holds the replica at {@code address}. */
    synchronized boolean released(String service, String address, long nowNanos) {
        forget(nowNanos);
        Map<String, Follower> followers = services.getOrDefault(service, Map.of());
        return !followers.isEmpty() && followers.values().stream().noneMatch(one -> one.holds.contains(address));
    }

    /** How many follow {@code service}. */
    synchronized int count(String service, long nowNanos) {
        forget(nowNanos);
        return services.getOrDefault(service, Map.of()).size();
    }

    private void forget(long nowNanos) {
        services.values().forEach(all -> all.values().removeIf(one -> nowNanos - one.heardNanos > HEARD_NANOS));
        services.values().removeIf(Map::isEmpty);
    }
}
