package io.berth.kube.mirror;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClaim.Consumer;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.convention.GangName;
import io.berth.kube.device.ClaimUsers;
import io.berth.kube.device.Devices;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What the claims of pods that run would leave to others. Devices that are counted are so many, whoever has them. What is found by search is
 * searched as if pods stopped, where somebody waits for it who goes before them.
 */
final class RunningClaims {
    /** So many pods of one node are looked at. */
    private static final int MOST_STOPPED = 64;

    /** Who is worth least first, as kube-scheduler has it: by priority, then who came last. */
    private static final Comparator<Pod> LEAST_FIRST = Comparator.comparing(
                    (Pod pod) -> pod.spec().priority())
            .thenComparing(pod -> -pod.meta().createdSeconds())
            .thenComparing(pod -> pod.meta().uid());

    /** Who came first. */
    private static final Comparator<Pod> FIRST = Comparator.comparingLong(
                    (Pod pod) -> pod.meta().createdSeconds())
            .thenComparing(pod -> pod.meta().uid());

    private final Devices devices;
    private final ClaimKinds kinds;
    private final Claimants pods;
    private final Map<String, DeviceClaim> claims;
    private final ClaimUsers users = new ClaimUsers();
    private final WantedClaims wanted = new WantedClaims();
    private final Shared shared = new Shared();
    /** What becomes free, by node and resource: it takes a search for each pod there, so it is kept while all stays as it is. */
    private final Map<String, Map<String, Freed>> freed = new HashMap<>();

    /**
     * What becomes free on a node for claims of one resource.
     *
     * @param going the UIDs of pods that are about to give back their devices
     * @param priority of who waits
     * @param soon how much the claims of those leave to him beside what is free now
     * @param withheld what the node leaves of each resource to others then
     * @param shares how much others who stop too would leave, by UID; null where nobody has to stop for it
     */
    private record Freed(
            Set<String> going,
            int priority,
            long soon,
            Map<String, Long> withheld,
            @Nullable Map<String, Long> shares) {}

    /** @param claims by key */
    RunningClaims(Devices devices, ClaimKinds kinds, Claimants pods, Map<String, DeviceClaim> claims) {
        this.devices = devices;
        this.kinds = kinds;
        this.pods = pods;
        this.claims = claims;
    }

    /** Claim {@code key} is said to be used by {@code now}; the UIDs of those of whom that was said before, or for whom it counts. */
    List<String> uses(String key, List<Consumer> now) {
        List<String> before = new ArrayList<>(users.put(key, now));
        Shared.Held held = now.isEmpty() ? shared.known.remove(key) : shared.known.get(key);
        if (held != null) {
            before.add(held.holder);
        }
        return before;
    }

    /** With whom {@code pod}, which is bound, gives back devices that they share: others have the same; empty where it shares none. */
    String unit(Pod pod) {
        return shared.unit(pod);
    }

    /** True where others are worth something else now, as {@code pod} waits for {@code amounts} and goes before more of them. */
    boolean wants(Pod pod, Map<String, Long> amounts) {
        return wanted.put(
                pod,
                kinds.searched().values().stream().filter(amounts::containsKey).toList());
    }

    /** The pod of {@code uid} waits no more. */
    void waitsNoMore(String uid) {
        wanted.remove(uid);
    }

    /** True where somebody waits for claims that are found by search, and may have others stopped for them. */
    boolean anyWanted() {
        return wanted.any();
    }

    /** Something is otherwise on {@code node}. */
    void changed(String node) {
        freed.remove(node);
    }

    /** Something is otherwise everywhere. */
    void changed() {
        freed.clear();
    }

    /** True while some claim has devices for the pod of {@code uid} alone, or that count for it and that others use who stop with it. */
    boolean givesBack(String uid) {
        return !usedBy(uid).isEmpty() || shared.countsFor(uid);
    }

    /** The UIDs of claims that have devices for the pod of {@code uid} alone. */
    private List<String> usedBy(String uid) {
        return users.of(uid).stream()
                .map(claims::get)
                .filter(claim -> claim != null && claim.allocation() != null && claim.usedOnlyBy(uid))
                .map(claim -> claim.meta().uid())
                .sorted()
                .toList();
    }

    /**
     * What the claims of {@code pod} keep from others on {@code node}, by resource; null where that is not known now.
     *
     * @param counted what it counts for until now: of what is found by search it stays so where nobody waits for it
     * @param going the UIDs of pods of the node that are about to stop; null to count nothing that is found by search
     */
    @Nullable
    Map<String, Long> held(Pod pod, Node node, Map<String, Long> counted, @Nullable Set<String> going) {
        for (String key : ClaimedDevices.claims(pod)) {
            DeviceClaim claim = claims.get(key);
            if (claim == null || !devices.offersAll(claim.meta().uid())) {
                return null;
            }
        }
        List<String> own = own(pod);
        own.addAll(shared.countingFor(pod));
        Map<String, Long> held = new TreeMap<>(kinds.held(node, own));
        if (going == null) {
            return held;
        }
        kinds.searched().forEach((asks, name) -> {
            Map<String, Long> shares = wanted.wants(name) ? freed(node, asks, name, going).shares : null;
            long amount = shares == null
                    ? counted.getOrDefault(name, 0L)
                    : shares.getOrDefault(pod.meta().uid(), 0L);
            if (amount > 0) {
                held.put(name, amount);
            }
        });
        return held;
    }

    /** What the claims of those that are {@code going} leave to others. */
    Claims.RoomSoon soon(Node node, Set<String> going) {
        if (going.isEmpty() || !wanted.any()) {
            return Claims.RoomSoon.NONE;
        }
        Map<String, Long> more = new HashMap<>();
        Map<String, Map<String, Long>> withheld = new HashMap<>();
        kinds.searched().forEach((asks, name) -> {
            Freed of = wanted.wants(name) ? freed(node, asks, name, going) : null;
            if (of != null && of.soon > 0) {
                more.put(name, of.soon);
                withheld.put(name, of.withheld);
            }
        });
        return new Claims.RoomSoon(more, withheld);
    }

    /** The UIDs of those of its claims that nobody uses beside it. */
    private List<String> own(Pod pod) {
        List<String> uids = new ArrayList<>();
        for (String key : ClaimedDevices.claims(pod)) {
            DeviceClaim claim = claims.get(key);
            if (claim != null
                    && pods.of(key).size() <= 1
                    && claim.usedOnlyBy(pod.meta().uid())) {
                uids.add(claim.meta().uid());
            }
        }
        return uids;
    }

    private Freed freed(Node node, List<Asks> asks, String name, Set<String> going) {
        Map<String, Freed> ofNode = freed.computeIfAbsent(node.meta().name(), _ -> new HashMap<>());
        int priority = wanted.priority(name);
        Freed known = ofNode.get(name);
        if (known != null && known.priority == priority && known.going.equals(going)) {
            return known;
        }
        Freed found = search(node, asks, priority, going);
        ofNode.put(name, found);
        return found;
    }

    private Freed search(Node node, List<Asks> asks, int priority, Set<String> going) {
        List<String> leaving = new ArrayList<>(
                going.stream().flatMap(uid -> usedBy(uid).stream()).toList());
        leaving.addAll(shared.left(going));
        int now = devices.further(node, asks);
        int then = leaving.isEmpty() ? now : devices.without(leaving, () -> devices.further(node, asks));
        Map<String, Long> withheld = Map.of();
        if (then > now) {
            List<Allocation> found = devices.without(leaving, () -> devices.times(node, asks, then));
            withheld = devices.withheld(found, () -> kinds.room(node));
        }
        Map<String, Long> shares =
                now > 0 ? null : new Stopping(node, asks, leaving, then + 1).shares(candidates(node, going, priority));
        return new Freed(Set.copyOf(going), priority, ClaimNeeds.WHOLE * Math.max(0, then - now), withheld, shares);
    }

    /** Who may stop for somebody of {@code priority}; who started with others stops with them, which nobody says here. */
    private List<Pod> candidates(Node node, Set<String> going, int priority) {
        return pods.on(node.meta().name()).stream()
                .filter(pod -> pod.spec().priority() < priority
                        && !going.contains(pod.meta().uid())
                        && GangName.of(pod) == null
                        && (!own(pod).isEmpty() || shared.any(pod)))
                .sorted(LEAST_FIRST)
                .limit(MOST_STOPPED)
                .toList();
    }

    /**
     * Claims whose devices several pods use, all of them on their nodes and none of a gang: they are free when all of these have gone. They
     * count for the one who came first.
     */
    private final class Shared {
        /** Who used a claim when it was last asked, by its key; kept until it has nothing. */
        private final Map<String, Held> known = new HashMap<>();

        /**
         * Of one claim.
         *
         * @param holder the UID of the pod for which it counts
         * @param users the UIDs of all
         */
        private record Held(String holder, Set<String> users) {}

        /** The UIDs of those who use claim {@code key}; none where they are not such. */
        private Set<String> users(String key) {
            DeviceClaim claim = claims.get(key);
            Set<String> uids = new TreeSet<>(pods.of(key));
            if (claim == null || claim.allocation() == null || uids.size() < 2) {
                return Set.of();
            }
            boolean all = claim.reserved().size() == uids.size()
                    && claim.reserved().stream().allMatch(user -> uids.contains(user.uid()))
                    && pods.podsOf(key).allMatch(pod -> pod.bound() && GangName.of(pod) == null);
            return all ? uids : Set.of();
        }

        boolean any(Pod pod) {
            return ClaimedDevices.claims(pod).stream()
                    .anyMatch(key -> !users(key).isEmpty());
        }

        /** The first claim, in their order, of all that {@code pod} and those who share with it, and with these, have together. */
        String unit(Pod pod) {
            TreeSet<String> keys = new TreeSet<>();
            Deque<Pod> next = new ArrayDeque<>(List.of(pod));
            while (!next.isEmpty()) {
                for (String key : ClaimedDevices.claims(next.remove())) {
                    if (!users(key).isEmpty() && keys.add(key)) {
                        pods.podsOf(key).forEach(next::add);
                    }
                }
            }
            return keys.isEmpty() ? "" : "claim " + keys.first();
        }

        /** The UIDs of such claims that count for {@code pod}. */
        List<String> countingFor(Pod pod) {
            List<String> uids = new ArrayList<>();
            for (String key : ClaimedDevices.claims(pod)) {
                Set<String> users = users(key);
                DeviceClaim claim = claims.get(key);
                String holder = users.isEmpty()
                        ? ""
                        : pods.podsOf(key).min(FIRST).orElse(pod).meta().uid();
                if (claim != null && holder.equals(pod.meta().uid())) {
                    known.put(key, new Held(holder, users));
                    uids.add(claim.meta().uid());
                }
            }
            return uids;
        }

        /** True where a claim that counts for {@code uid} has its devices still, and is used by nobody but those who did before. */
        boolean countsFor(String uid) {
            return known.entrySet().stream().anyMatch(of -> {
                DeviceClaim claim = claims.get(of.getKey());
                Held held = of.getValue();
                return held.holder.equals(uid)
                        && claim != null
                        && claim.allocation() != null
                        && claim.reserved().stream().allMatch(user -> held.users.contains(user.uid()));
            });
        }

        /** The UIDs of such claims as were used by nobody but those who are {@code going}, or gone. */
        List<String> left(Set<String> going) {
            List<String> uids = new ArrayList<>();
            known.forEach((key, held) -> {
                DeviceClaim claim = claims.get(key);
                if (claim == null
                        || claim.allocation() == null
                        || claim.reserved().size() < 2) {
                    return;
                }
                boolean left = claim.reserved().stream()
                        .map(Consumer::uid)
                        .allMatch(uid -> going.contains(uid)
                                || held.users.contains(uid)
                                        && pods.pod(uid).findAny().isEmpty());
                if (left) {
                    uids.add(claim.meta().uid());
                }
            });
            return uids;
        }

        /** The UIDs of such claims that are free when {@code stopped} have gone. */
        List<String> within(Collection<Pod> stopped) {
            Set<String> gone = new HashSet<>();
            stopped.forEach(pod -> gone.add(pod.meta().uid()));
            Set<String> uids = new TreeSet<>();
            for (Pod pod : stopped) {
                for (String key : ClaimedDevices.claims(pod)) {
                    Set<String> users = users(key);
                    DeviceClaim claim = claims.get(key);
                    if (claim != null && !users.isEmpty() && gone.containsAll(users)) {
                        uids.add(claim.meta().uid());
                    }
                }
            }
            return List.copyOf(uids);
        }
    }

    /** Who has to stop on one node so that it holds claims {@code enough} times. */
    private final class Stopping {
        private final Node node;
        private final List<Asks> asks;
        private final List<String> leaving;
        private final int enough;

        Stopping(Node node, List<Asks> asks, List<String> leaving, int enough) {
            this.node = node;
            this.asks = asks;
            this.leaving = leaving;
            this.enough = enough;
        }

        private boolean fits(Collection<Pod> stopped) {
            List<String> without = new ArrayList<>(leaving);
            stopped.forEach(pod -> without.addAll(own(pod)));
            without.addAll(shared.within(stopped));
            return devices.without(without, () -> devices.further(node, asks, enough)) >= enough;
        }

        /**
         * By UID. Each that does it alone leaves all of one; of those who do it together, as few and as little worth as it takes, each leaves
         * a share.
         */
        Map<String, Long> shares(List<Pod> candidates) {
            Map<String, Long> shares = new HashMap<>();
            candidates.stream()
                    .filter(pod -> fits(List.of(pod)))
                    .forEach(pod -> shares.put(pod.meta().uid(), ClaimNeeds.WHOLE));
            List<Pod> together = together(candidates);
            if (together.size() > 1) {
                long each = ClaimNeeds.WHOLE / together.size();
                together.forEach(pod -> shares.put(pod.meta().uid(), each));
                shares.merge(together.getFirst().meta().uid(), ClaimNeeds.WHOLE - each * together.size(), Long::sum);
            }
            return shares;
        }

        /** None where all of them would not do. */
        private List<Pod> together(List<Pod> candidates) {
            int count = 1;
            while (count <= candidates.size() && !fits(candidates.subList(0, count))) {
                count++;
            }
            if (count > candidates.size()) {
                return List.of();
            }
            List<Pod> stopped = new ArrayList<>(candidates.subList(0, count));
            for (int i = count - 2; i >= 0; i--) {
                Pod spared = stopped.remove(i);
                if (!fits(stopped)) {
                    stopped.add(i, spared);
                }
            }
            return stopped;
        }
    }
}
