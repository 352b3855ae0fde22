package io.berth.kube.object;

import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * {@code v1 PodStatus}: the phase, and what the node gave, by which a pod counts that is resized in place (k8s.io/component-helpers,
 * resource.determineEffectiveRequests).
 */
final class StatusReader {
    private String phase = "";
    private long boundSeconds;
    /** True where the node can never give what is wanted now, so that what it gave goes on. */
    private boolean infeasible;

    private final Map<String, Given> containers = new HashMap<>();
    /** The names of claims that were made for the pod, by the names that it calls them. */
    private final Map<String, String> claims = new HashMap<>();

    private final Map<String, String> allocated = Message.texts();
    private @Nullable Map<String, String> actual;
    private final List<Map<String, String>> ofClaims = new ArrayList<>();

    /**
     * What a node gave.
     *
     * @param allocated what it keeps free, by resource
     * @param actual what is in force, by resource; null where nobody said, and then the other does not count either
     */
    private record Given(
            String container,
            Map<String, String> allocated,
            @Nullable Map<String, String> actual) {}

    static StatusReader read(Message message) {
        StatusReader status = new StatusReader();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> status.phase = message.text();
                case 2 -> status.hear(message.message(Condition::read));
                case 8, 10 -> status.add(message.message(StatusReader::container));
                case 15 -> status.hear(message.message(ClaimMade::read));
                case 19 -> Quantity.entry(message, status.allocated);
                case 20 -> status.actual = message.message(PodReader::requests);
                case 21 -> status.ofClaims.addAll(message.message(StatusReader::ofClaim));
                default -> message.skip();
            }
        }
        return status;
    }

    private void add(Given given) {
        if (given.actual != null) {
            containers.put(given.container, given);
        }
    }

    private void hear(Condition condition) {
        // The node can never give what is wanted.
        infeasible |= condition.type.equals("PodResizePending") && condition.reason.equals("Infeasible");
        if (condition.type.equals("PodScheduled") && condition.status.equals("True")) {
            boundSeconds = condition.sinceSeconds;
        }
    }

    private void hear(ClaimMade made) {
        claims.put(made.name, made.claim);
    }

    /** {@code v1 PodResourceClaimStatus}. @param claim empty where none is needed */
    private record ClaimMade(String name, String claim) {
        static ClaimMade read(Message message) {
            String name = "";
            String claim = "";
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 1 -> name = message.text();
                    case 2 -> claim = message.text();
                    default -> message.skip();
                }
            }
            return new ClaimMade(name, claim);
        }
    }

    /** {@code v1 PodCondition}. */
    private record Condition(String type, String status, long sinceSeconds, String reason) {
        static Condition read(Message message) {
            String type = "";
            String status = "";
            long since = 0;
            String reason = "";
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 1 -> type = message.text();
                    case 2 -> status = message.text();
                    case 4 -> since = message.message(Meta::seconds);
                    case 5 -> reason = message.text();
                    default -> message.skip();
                }
            }
            return new Condition(type, status, since, reason);
        }
    }

    /** {@code v1 ContainerStatus}. */
    private static Given container(Message message) {
        String name = "";
        Map<String, String> allocated = Message.texts();
        Map<String, String> actual = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> name = message.text();
                case 10 -> Quantity.entry(message, allocated);
                case 11 -> actual = message.message(PodReader::requests);
                default -> message.skip();
            }
        }
        return new Given(name, allocated, actual);
    }

    /** The claims of {@code asked} by their own names, without those that turned out not to be needed. */
    List<Pod.DevicesClaimed> named(List<Pod.DevicesClaimed> asked) {
        return asked.stream()
                .filter(claim -> !claim.own() || !"".equals(claims.get(claim.name())))
                .map(claim -> claim.own()
                        ? new Pod.DevicesClaimed(claim.name(), claims.getOrDefault(claim.name(), ""), claim.template())
                        : claim)
                .toList();
    }

    /**
     * {@code v1 NodeAllocatableResourceClaimStatus}: what the devices of a claim take of the node's own resources, as kube-scheduler found it
     * (k8s.io/component-helpers, resource.addDRANodeAllocatableClaimResources).
     */
    private static List<Map<String, String>> ofClaim(Message message) {
        List<Map<String, String>> amounts = new ArrayList<>();
        Map<String, String> resources = Message.texts();
        List<Map<String, String>> perContainer = new ArrayList<>();
        int containers = 0;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 2 -> {
                    containers++;
                    message.skip();
                }
                // Of 1.36, and the two below of 1.37.
                case 3 -> Quantity.entry(message, resources);
                case 4 -> amounts.add(message.message(inner -> Quantity.named(inner, 2)));
                case 5 -> {
                    byte[] overhead = message.bytes();
                    amounts.add(Quantity.named(Message.of(overhead), 2));
                    perContainer.add(Quantity.named(Message.of(overhead), 3));
                }
                default -> message.skip();
            }
        }
        amounts.add(resources);
        for (int i = 0; i < containers; i++) {
            amounts.addAll(perContainer);
        }
        return amounts.stream().filter(amount -> !amount.isEmpty()).toList();
    }

    /** What its devices take of its node beside, by resource. */
    List<Map<String, String>> ofClaims() {
        return List.copyOf(ofClaims);
    }

    /** Since when its pod is bound, UTC; 0 where nobody says. */
    long boundSeconds() {
        return boundSeconds;
    }

    String phase() {
        return phase;
    }

    /** What counts of container {@code name}, of which {@code wanted} is wanted. */
    Map<String, String> counted(String name, Map<String, String> wanted) {
        Given given = containers.get(name);
        return given == null || given.actual == null ? wanted : counted(wanted, given.allocated, given.actual);
    }

    /** What counts of the pod as a whole, of which {@code wanted} is wanted: of no other resources than those. */
    Map<String, String> countedWhole(Map<String, String> wanted) {
        if (actual == null || wanted.isEmpty()) {
            return wanted;
        }
        Map<String, String> larger = counted(wanted, allocated, actual);
        Map<String, String> counted = Message.texts();
        wanted.keySet().forEach(resource -> counted.put(resource, larger.getOrDefault(resource, "0")));
        return counted;
    }

    private Map<String, String> counted(
            Map<String, String> wanted, Map<String, String> kept, Map<String, String> inForce) {
        if (kept.equals(wanted) && inForce.equals(wanted)) {
            return wanted;
        }
        Map<String, String> counted = new TreeMap<>(inForce);
        kept.forEach((resource, quantity) -> counted.merge(resource, quantity, Quantity::larger));
        if (!infeasible) {
            wanted.forEach((resource, quantity) -> counted.merge(resource, quantity, Quantity::larger));
        }
        return counted;
    }
}
