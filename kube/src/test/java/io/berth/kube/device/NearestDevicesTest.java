package io.berth.kube.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.BindingConditions;
import io.berth.kube.claim.Constraint;
import io.berth.kube.claim.Device;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.DeviceRequest.Count;
import io.berth.kube.claim.DeviceRequest.Option;
import io.berth.kube.claim.PoolVersion;
import io.berth.kube.claim.Qualities;
import io.berth.kube.claim.Reach;
import io.berth.kube.claim.Slice;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.object.Meta;
import io.berth.kube.object.Node;
import io.berth.kube.object.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Of all devices that claims may have, those are taken that lie best, as trying all says that is possible. */
class NearestDevicesTest {
    private static final int CASES = 600;
    private static final Node NODE = new Node(meta("n"), false, List.of(), Map.of(), List.of());
    private static final Expressions EXPRESSIONS = new Expressions();
    private static final Map<String, DeviceClass> CLASSES =
            Map.of("gpu", deviceClass("gpu"), "nic", deviceClass("nic"));

    private static Meta meta(String name) {
        return new Meta(new ObjectKey("", name, name), "1", false, 0, Map.of(), Map.of(), null);
    }

    private static DeviceClass deviceClass(String driver) {
        return new DeviceClass(meta(driver), List.of("device.driver == '" + driver + "'"), List.of(), "");
    }

    /** A device of a test; the driver is also the class. */
    private record Unit(
            String driver, String name, @Nullable String root, int numa, boolean held) {
        Device device() {
            Map<String, Attribute> attributes = new TreeMap<>();
            if (root != null) {
                attributes.put(Nearness.ROOT, new Attribute.Text(root));
            }
            attributes.put(Nearness.NUMA, new Attribute.Whole(numa));
            return new Device(
                    name,
                    new Reach.OnNode("n"),
                    new Qualities(attributes, Map.of()),
                    List.of(),
                    List.of(),
                    BindingConditions.NONE,
                    false);
        }

        Allocation.Id id() {
            return new Allocation.Id(driver, "n", name);
        }

        /** As the tables of links have it, the nearest first. */
        int near(Unit other) {
            if (root != null && root.equals(other.root)) {
                return 2;
            }
            return numa == other.numa ? 1 : 0;
        }
    }

    private record Case(List<Unit> units, List<Asks> claims) {}

    private static Case random(Random random) {
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < 3 + random.nextInt(4); i++) {
            units.add(unit("gpu", i, random));
        }
        for (int i = 0; i < random.nextInt(4); i++) {
            units.add(unit("nic", i, random));
        }
        List<Asks> claims = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            claims.add(asks(random, claims.isEmpty()));
        }
        return new Case(units, claims);
    }

    private static Unit unit(String driver, int number, Random random) {
        int root = random.nextInt(4);
        return new Unit(
                driver,
                driver + "-" + number,
                root == 3 ? null : "pci" + root,
                // A root is of one NUMA node.
                root == 3 ? random.nextInt(2) : root % 2,
                random.nextInt(6) == 0);
    }

    private static Asks asks(Random random, boolean first) {
        List<DeviceRequest> requests = new ArrayList<>();
        requests.add(request("gpu", first ? 1 + random.nextInt(3) : 1));
        if (random.nextBoolean()) {
            requests.add(request("nic", 1));
        }
        return new Asks(
                requests,
                switch (random.nextInt(5)) {
                    case 0 -> List.of(new Constraint(List.of(), Nearness.ROOT, false));
                    case 1 -> List.of(new Constraint(List.of(), Nearness.NUMA, false));
                    case 2 -> List.of(new Constraint(List.of("gpu"), Nearness.ROOT, true));
                    default -> List.of();
                },
                List.of());
    }

    private static DeviceRequest request(String driver, int count) {
        return new DeviceRequest(
                driver,
                List.of(new Option("", driver, List.of(), new Count.Exactly(count), false, List.of(), Map.of())));
    }

    /** Tries everything; keeps what is worth most. */
    private static final class Naive {
        private final Case of;
        private final List<List<Unit>> given = new ArrayList<>();
        private @Nullable List<Integer> best;

        Naive(Case of) {
            this.of = of;
        }

        void all(int claim, int request) {
            if (claim == of.claims.size()) {
                List<Integer> now =
                        worth(of, given.stream().flatMap(List::stream).toList());
                best = best == null || compare(now, best) > 0 ? now : best;
            } else if (request == of.claims.get(claim).requests().size()) {
                all(claim + 1, 0);
            } else {
                each(claim, request);
            }
        }

        private void each(int claim, int request) {
            DeviceRequest asked = of.claims.get(claim).requests().get(request);
            Count.Exactly count = (Count.Exactly) asked.options().getFirst().count();
            IntStream.range(1, 1 << of.units.size())
                    .filter(set -> Integer.bitCount(set) == count.number())
                    .forEach(set -> {
                        List<Unit> units = IntStream.range(0, of.units.size())
                                .filter(i -> (set >> i & 1) == 1)
                                .mapToObj(of.units::get)
                                .toList();
                        boolean may = units.stream()
                                .allMatch(unit -> unit.driver.equals(asked.name())
                                        && !unit.held
                                        && given.stream().noneMatch(other -> other.contains(unit)));
                        given.add(units);
                        if (may && constrained(claim)) {
                            all(claim, request + 1);
                        }
                        given.removeLast();
                    });
        }

        /** What the requests of {@code claim} got so far, the last of {@link #given}, goes together. */
        private boolean constrained(int claim) {
            int before = IntStream.range(0, claim)
                    .map(one -> of.claims.get(one).requests().size())
                    .sum();
            List<Unit> own = given.subList(before, given.size()).stream()
                    .flatMap(List::stream)
                    .toList();
            return of.claims.get(claim).constraints().stream().allMatch(constraint -> holds(constraint, own));
        }
    }

    private static boolean holds(Constraint constraint, List<Unit> own) {
        List<Unit> spoken = own.stream()
                .filter(unit ->
                        constraint.requests().isEmpty() || constraint.requests().contains(unit.driver))
                .toList();
        List<String> values = new ArrayList<>();
        for (Unit unit : spoken) {
            boolean root = constraint.attribute().equals(Nearness.ROOT);
            if (root && unit.root == null) {
                return false;
            }
            values.add(root ? unit.root : Integer.toString(unit.numa));
        }
        long different = values.stream().distinct().count();
        return constraint.distinct() ? different == values.size() : different <= 1;
    }

    /** Slowest pairs of GPUs and cards, all pairs, pairs between them, what is left. */
    private static List<Integer> worth(Case of, Collection<Unit> taken) {
        List<Integer> slowest = new ArrayList<>();
        List<Integer> total = new ArrayList<>();
        List<Integer> left = new ArrayList<>();
        for (String driver : of(of, taken)) {
            List<Unit> own =
                    taken.stream().filter(unit -> unit.driver.equals(driver)).toList();
            slowest.add(slowest(own));
            total.add(pairs(own));
            List<Unit> free = of.units.stream()
                    .filter(unit -> unit.driver.equals(driver) && !unit.held && !taken.contains(unit))
                    .toList();
            left.add(IntStream.range(1, 1 << free.size())
                    .filter(set -> Integer.bitCount(set) > 1)
                    .map(set -> slowest(IntStream.range(0, free.size())
                            .filter(i -> (set >> i & 1) == 1)
                            .mapToObj(free::get)
                            .toList()))
                    .sum());
        }
        List<Integer> worth = new ArrayList<>(slowest);
        worth.addAll(total);
        int roots = 0;
        int nodes = 0;
        for (Unit one : taken) {
            for (Unit other : taken) {
                boolean apart = one.driver.equals("gpu") && other.driver.equals("nic");
                roots += apart && one.root != null && one.root.equals(other.root) ? 1 : 0;
                nodes += apart && one.numa == other.numa ? 1 : 0;
            }
        }
        worth.add(roots);
        worth.add(nodes);
        worth.addAll(left);
        return worth;
    }

    /** The drivers of {@code taken}, as they are asked for. */
    private static List<String> of(Case of, Collection<Unit> taken) {
        return of.claims.stream()
                .flatMap(asks -> asks.requests().stream())
                .map(DeviceRequest::name)
                .distinct()
                .filter(name -> taken.stream().anyMatch(unit -> unit.driver.equals(name)))
                .toList();
    }

    private static int slowest(List<Unit> units) {
        int slowest = 3;
        for (int i = 0; i < units.size(); i++) {
            for (int j = i + 1; j < units.size(); j++) {
                slowest = Math.min(slowest, units.get(i).near(units.get(j)));
            }
        }
        return slowest;
    }

    private static int pairs(List<Unit> units) {
        int sum = 0;
        for (int i = 0; i < units.size(); i++) {
            for (int j = i + 1; j < units.size(); j++) {
                sum += units.get(i).near(units.get(j));
            }
        }
        return sum;
    }

    private static int compare(List<Integer> one, List<Integer> other) {
        int less = 0;
        for (int i = 0; less == 0 && i < one.size(); i++) {
            less = one.get(i).compareTo(other.get(i));
        }
        return less;
    }

    private static Outcome found(Case of) {
        Inventory inventory = new Inventory();
        Holdings holdings = new Holdings();
        Map<String, List<Device>> byDriver = new HashMap<>();
        for (Unit unit : of.units) {
            byDriver.computeIfAbsent(unit.driver, _ -> new ArrayList<>()).add(unit.device());
            if (unit.held) {
                holdings.put(
                        unit.name,
                        List.of(new Allocation.Result("r", unit.id(), false, null, BindingConditions.NONE, List.of())));
            }
        }
        byDriver.forEach((driver, devices) -> inventory.slice(
                driver, new Slice(meta(driver), new PoolVersion(driver, "n", 1, 1), devices, List.of())));
        return new Allocator(new Allocator.Basis(inventory, holdings, CLASSES, EXPRESSIONS)).allocate(NODE, of.claims);
    }

    @Test
    void what_is_found_lies_as_well_as_anything_that_is_possible() {
        int choices = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Case of = random(new Random(seed));
            Naive naive = new Naive(of);
            naive.all(0, 0);
            Outcome outcome = found(of);
            assertThat(outcome instanceof Outcome.Found)
                    .as("case %d: %s", seed, of)
                    .isEqualTo(naive.best != null);
            if (outcome instanceof Outcome.Found(List<Allocation> allocations)) {
                List<Unit> taken = allocations.stream()
                        .flatMap(allocation -> allocation.results().stream())
                        .map(result -> of.units.stream()
                                .filter(unit -> unit.id().equals(result.id()))
                                .findFirst()
                                .orElseThrow())
                        .toList();
                assertThat(worth(of, taken))
                        .as("case %d: %s gave %s", seed, of, taken)
                        .isEqualTo(naive.best);
                choices++;
            }
        }
        assertThat(choices).isGreaterThan(CASES / 4);
    }
}
