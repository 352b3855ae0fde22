package io.berth.kube.mirror;

import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.DeviceRequest.Count;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.device.DeviceKind;
import io.berth.kube.device.Devices;
import io.berth.kube.object.Node;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What claims come to as amounts of resources, so that pods are placed by them as by all else. A request for whole devices takes as many of its
 * kind, and of each kind that has all of these devices too: what is left of every kind is enough for all who wait together (Hall's theorem, for
 * kinds that lie within each other or apart). What cannot be counted so, as parts, choices and constraints, is a kind of claims of its own: as
 * many go to a node as it would hold of them alone.
 */
final class ClaimKinds {
    private static final Pattern UNUSUAL = Pattern.compile("[^A-Za-z0-9.-]");

    private final Devices devices;
    private final Names<DeviceKind> kinds = new Names<>(kind -> named("", kind.deviceClass()));
    private final Names<List<Asks>> claims = new Names<>(asks -> named("claims-of-", firstClass(asks)));
    /** By kind, those that have all of its devices, itself among them. */
    private final Map<DeviceKind, List<DeviceKind>> above = new HashMap<>();

    ClaimKinds(Devices devices) {
        this.devices = devices;
    }

    /** Whether names were given. */
    enum Added {
        NONE,
        CLAIMS,
        DEVICES,
        TOO_MANY
    }

    /** Names all that {@code open} asks for, claims that are wanted together. @param wanted what all pods want that wait */
    Added name(List<Asks> open, Supplier<Collection<List<Asks>>> wanted) {
        Added added = Added.NONE;
        for (DeviceKind kind : kinds(open)) {
            if (kinds.of(kind) == null) {
                added = kinds.add(
                                        kind,
                                        () -> wanted.get().stream()
                                                .flatMap(asks -> kinds(asks).stream())
                                                .toList())
                                == null
                        ? Added.TOO_MANY
                        : Added.DEVICES;
            }
        }
        if (added == Added.DEVICES) {
            relate();
        }
        if (added != Added.TOO_MANY && !counted(open) && claims.of(words(open)) == null) {
            boolean named = claims.add(
                            words(open),
                            () -> wanted.get().stream().map(ClaimKinds::words).toList())
                    != null;
            if (!named) {
                return Added.TOO_MANY;
            }
            return added == Added.NONE ? Added.CLAIMS : added;
        }
        return added;
    }

    /** What {@code open} takes of a node, by resource; null where it has no names. */
    @Nullable
    Map<String, Long> amounts(List<Asks> open) {
        Map<String, Long> amounts = new TreeMap<>();
        for (DeviceRequest request :
                open.stream().flatMap(asks -> asks.requests().stream()).toList()) {
            if (!add(request, amounts)) {
                return null;
            }
        }
        if (counted(open)) {
            return amounts;
        }
        String name = claims.of(words(open));
        if (name != null) {
            amounts.put(name, ClaimNeeds.WHOLE);
        }
        return name == null ? null : amounts;
    }

    /** Adds what {@code request} takes where it can be counted; false where it has no name. */
    private boolean add(DeviceRequest request, Map<String, Long> amounts) {
        DeviceKind kind = kind(request);
        if (kind == null || !(request.options().getFirst().count() instanceof Count.Exactly(long number))) {
            return true;
        }
        for (DeviceKind whole : above.getOrDefault(kind, List.of())) {
            String name = kinds.of(whole);
            if (name != null) {
                amounts.merge(name, number, Long::sum);
            }
        }
        return kinds.of(kind) != null;
    }

    /** What {@code node} has beside what claims have of it, by resource. */
    Map<String, Long> room(Node node) {
        Map<String, Long> room = new TreeMap<>();
        kinds.all().forEach((kind, name) -> room.put(name, devices.free(node, kind)));
        claims.all().forEach((asks, name) -> room.put(name, ClaimNeeds.WHOLE * devices.further(node, asks)));
        return room;
    }

    /** The claims that are searched for, and their resources. */
    Map<List<Asks>, String> searched() {
        return claims.all();
    }

    /** How many devices of each kind {@code node} has that the claims of {@code uids} keep from others, by resource. */
    Map<String, Long> held(Node node, Collection<String> uids) {
        Map<String, Long> held = new TreeMap<>();
        above.keySet().forEach(kind -> {
            String name = kinds.of(kind);
            long count = uids.stream()
                    .mapToLong(uid -> devices.held(node, kind, uid))
                    .sum();
            if (name != null && count > 0) {
                held.put(name, count);
            }
        });
        return held;
    }

    /** Devices are others: true where claims come to other amounts now. */
    boolean changed() {
        Map<DeviceKind, List<DeviceKind>> before = Map.copyOf(above);
        relate();
        return !before.equals(above);
    }

    private void relate() {
        above.clear();
        List<DeviceKind> counted =
                kinds.all().keySet().stream().filter(devices::counted).toList();
        for (DeviceKind kind : counted) {
            above.put(
                    kind,
                    counted.stream()
                            .filter(other -> devices.within(kind, other))
                            .toList());
        }
    }

    private List<DeviceKind> kinds(List<Asks> open) {
        List<DeviceKind> asked = new ArrayList<>();
        for (Asks asks : open) {
            for (DeviceRequest request : asks.requests()) {
                DeviceKind kind = kind(request);
                if (kind != null) {
                    asked.add(kind);
                }
            }
        }
        return asked;
    }

    private @Nullable DeviceKind kind(DeviceRequest request) {
        DeviceKind kind = DeviceKind.of(request);
        return kind != null && devices.counted(kind) ? kind : null;
    }

    /** True where numbers of devices say all: several requests may want kinds that overlap. */
    private boolean counted(List<Asks> open) {
        List<DeviceRequest> requests =
                open.stream().flatMap(asks -> asks.requests().stream()).toList();
        return requests.size() == 1
                && kind(requests.getFirst()) != null
                && open.stream().allMatch(asks -> asks.constraints().isEmpty());
    }

    private static String firstClass(List<Asks> open) {
        return open.stream()
                .flatMap(asks -> asks.requests().stream())
                .map(request -> request.options().getFirst().deviceClass())
                .findFirst()
                .orElse("");
    }

    /** A class that nobody could have made must not spoil the name. */
    private static String named(String what, String deviceClass) {
        return ClaimNeeds.DEVICES
                + what
                + (deviceClass.isEmpty() ? "none" : UNUSUAL.matcher(deviceClass).replaceAll("-"));
    }

    /** Without how devices are to be set up, which does not matter for where they are. */
    private static List<Asks> words(List<Asks> open) {
        return open.stream()
                .map(asks -> new Asks(asks.requests(), asks.constraints(), List.of()))
                .toList();
    }
}
