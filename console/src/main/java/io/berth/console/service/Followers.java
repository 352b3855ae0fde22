package io.berth.console.service;

import io.berth.core.scale.Demand;
import io.berth.edge.scale.Told;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Who sends requests to the replicas of services, such as gateways: each says again and again which replicas it may send to or has requests
 * at. What no follower names that was heard of lately, nobody sends to; but of those who may not change anything nobody is believed that a
 * replica is of no more use. For any thread.
 */
public final class Followers {
    /** Who has not been heard of for so long is gone, and with it what it held. */
    static final long HEARD_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** The most of a service. */
    static final int MOST = 64;

    private final Map<String, Map<Name, Follower>> services = new TreeMap<>();

    /**
     * What one calls itself; nobody without the right to change goes by the name of one who has it.
     *
     * @param mayEnd whether it may have replicas end
     */
    record Name(String text, boolean mayEnd) {}

    /**
     * What one says of itself.
     *
     * @param holds the addresses of the replicas that it may send to or has requests at
     * @param demand what comes for the service; null where it does not say
     */
    public record Says(Set<String> holds, @Nullable Demand demand) {
        public Says {
            holds = Set.copyOf(holds);
        }
    }

    /** One of them. */
    private record Follower(long heardNanos, Says says) {}

    /**
     * {@code name} follows {@code service} and says that of itself.
     *
     * @return false where too many others follow it already
     */
    synchronized boolean heard(String service, Name name, Says says, long nowNanos) {
        forget(nowNanos);
        Map<Name, Follower> followers = services.computeIfAbsent(service, _ -> new LinkedHashMap<>());
        if (followers.size() >= MOST && !followers.containsKey(name)) {
            return false;
        }
        followers.put(name, new Follower(nowNanos, says));
        return true;
    }

    /** True where somebody follows {@code service} who may end replicas, and nobody who follows it holds the one at {@code address}. */
    synchronized boolean released(String service, String address, long nowNanos) {
        forget(nowNanos);
        Map<Name, Follower> followers = services.getOrDefault(service, Map.of());
        return followers.keySet().stream().anyMatch(Name::mayEnd)
                && followers.values().stream().noneMatch(one -> one.says.holds.contains(address));
    }

    /** How many follow {@code service}. */
    synchronized int count(String service, long nowNanos) {
        forget(nowNanos);
        return services.getOrDefault(service, Map.of()).size();
    }

    /** By the name of each who may change anything and says so, what comes for {@code service}. */
    synchronized SortedMap<String, Told> demand(String service, long nowNanos) {
        forget(nowNanos);
        SortedMap<String, Told> told = new TreeMap<>();
        services.getOrDefault(service, Map.of()).forEach((name, one) -> {
            Demand demand = one.says.demand;
            if (name.mayEnd && demand != null) {
                told.put(name.text, new Told(demand, nowNanos - one.heardNanos));
            }
        });
        return told;
    }

    private void forget(long nowNanos) {
        services.values().forEach(all -> all.values().removeIf(one -> nowNanos - one.heardNanos > HEARD_NANOS));
        services.values().removeIf(Map::isEmpty);
    }
}
