package io.berth.kube.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.BindingConditions;
import io.berth.kube.claim.Capacity;
import io.berth.kube.claim.Constraint;
import io.berth.kube.claim.Counters;
import io.berth.kube.claim.Device;
import io.berth.kube.claim.DeviceClaim.Asks;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.DeviceRequest;
import io.berth.kube.claim.DeviceRequest.Count;
import io.berth.kube.claim.DeviceRequest.Option;
import io.berth.kube.claim.DeviceTaint;
import io.berth.kube.claim.DeviceToleration;
import io.berth.kube.claim.PoolVersion;
import io.berth.kube.claim.Qualities;
import io.berth.kube.claim.Reach;
import io.berth.kube.claim.Slice;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.object.Meta;
import io.berth.kube.object.Node;
import io.berth.kube.object.ObjectKey;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What the search finds is right, and it finds something wherever trying all that is possible does. */
class AllocatorOracleTest {
    private static final int CASES = 4_000;
    private static final String DRIVER = "d";
    private static final Meta META = new Meta(new ObjectKey("", "n", "u"), "1", false, 0, Map.of(), Map.of(), null);
    private static final Node NODE = new Node(META, false, List.of(), Map.of(), List.of());
    private static final Expressions EXPRESSIONS = new Expressions();
    private static final Map<String, DeviceClass> CLASSES = Map.of(
            "any", deviceClass("any", List.of()),
            "a", deviceClass("a", List.of("device.attributes['d'].kind == 'a'")));

    private static DeviceClass deviceClass(String name, List<String> selectors) {
        return new DeviceClass(
                new Meta(new ObjectKey("", name, name), "1", false, 0, Map.of(), Map.of(), null),
                selectors,
                List.of(),
                "");
    }

    /** A node's devices, what others have of them, and what is wanted. */
    private record Case(
            List<Device> devices,
            Map<String, BigDecimal> counters,
            Map<String, List<Allocation.Result>> held,
            List<Asks> claims) {}

    private static Case random(Random random) {
        List<Device> devices = new ArrayList<>();
        boolean counted = random.nextInt(3) == 0;
        for (int i = 0; i < 2 + random.nextInt(4); i++) {
            devices.add(device("x" + i, random, counted));
        }
        Map<String, List<Allocation.Result>> held = new HashMap<>();
        for (Device device : devices) {
            if (random.nextInt(4) == 0) {
                Allocation.Share share = device.shareable()
                        ? new Allocation.Share("s", Map.of("slices", BigDecimal.valueOf(1 + random.nextInt(2))))
                        : null;
                held.put("held " + device.name(), List.of(result(device, share)));
            }
        }
        List<Asks> claims = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            claims.add(asks(random));
        }
        return new Case(devices, counted ? Map.of("slots", BigDecimal.valueOf(4)) : Map.of(), held, claims);
    }

    private static Allocation.Result result(Device device, Allocation.@Nullable Share share) {
        return new Allocation.Result(
                "r", new Allocation.Id(DRIVER, "p", device.name()), false, share, BindingConditions.NONE, List.of());
    }

    private static Device device(String name, Random random, boolean counted) {
        Map<String, Attribute> attributes = new TreeMap<>();
        attributes.put("d/kind", new Attribute.Text(random.nextBoolean() ? "a" : "b"));
        if (random.nextInt(5) > 0) {
            attributes.put("d/numa", numa(random));
        }
        Map<String, Capacity> capacities = new TreeMap<>();
        if (random.nextInt(3) > 0) {
            capacities.put("slices", new Capacity(BigDecimal.valueOf(2 + random.nextInt(3)), policy(random)));
        }
        List<DeviceTaint> taints = random.nextInt(6) == 0
                ? List.of(new DeviceTaint("sick", "", DeviceTaint.Effect.NO_SCHEDULE))
                : List.of();
        List<Counters> consumes = counted
                ? List.of(new Counters("c", Map.of("slots", BigDecimal.valueOf(1 + random.nextInt(2)))))
                : List.of();
        Reach reach = random.nextInt(8) == 0 ? new Reach.OnNode("other") : new Reach.OnNode("n");
        return new Device(
                name,
                reach,
                new Qualities(attributes, capacities),
                consumes,
                taints,
                BindingConditions.NONE,
                random.nextInt(3) == 0);
    }

    /** Some devices are near several. */
    private static Attribute numa(Random random) {
        Attribute near = new Attribute.Whole(random.nextInt(2));
        return random.nextInt(4) > 0 ? near : new Attribute.Many(List.of(near, new Attribute.Whole(random.nextInt(3))));
    }

    private static Capacity.@Nullable Policy policy(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Capacity.Policy(BigDecimal.ONE, List.of(BigDecimal.ONE, BigDecimal.valueOf(3)), null);
            case 1 ->
                new Capacity.Policy(
                        BigDecimal.ONE,
                        List.of(),
                        new Capacity.Range(BigDecimal.ONE, BigDecimal.valueOf(3), BigDecimal.valueOf(2)));
            default -> null;
        };
    }

    private static Asks asks(Random random) {
        List<DeviceRequest> requests = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(2); i++) {
            List<Option> options = new ArrayList<>();
            int number = random.nextInt(3) == 0 ? 2 : 1;
            for (int j = 0; j < number; j++) {
                options.add(option(number == 1 ? "" : "o" + j, random));
            }
            requests.add(new DeviceRequest("r" + i, options));
        }
        List<Constraint> constraints = new ArrayList<>();
        if (random.nextInt(3) == 0) {
            List<String> of = random.nextBoolean() ? List.of() : List.of("r0");
            constraints.add(new Constraint(of, "d/numa", random.nextBoolean()));
        }
        return new Asks(requests, constraints, List.of());
    }

    private static Option option(String name, Random random) {
        Count count = random.nextInt(6) == 0 ? new Count.All() : new Count.Exactly(1 + random.nextInt(2));
        return new Option(
                name,
                random.nextBoolean() ? "any" : "a",
                random.nextInt(4) == 0 ? List.of("device.attributes['d'].kind == 'b'") : List.of(),
                count,
                random.nextInt(8) == 0,
                random.nextInt(3) == 0 ? List.of(new DeviceToleration("sick", "Exists", "", "", null)) : List.of(),
                random.nextInt(4) == 0 ? Map.of("slices", BigDecimal.valueOf(1 + random.nextInt(3))) : Map.of());
    }

    /** A device that was given to an option. */
    private record Given(int claim, DeviceRequest request, Option option, Device device) {}

    /** Tries everything. */
    private static final class Naive {
        private final Case of;
        private final List<Given> given = new ArrayList<>();

        Naive(Case of) {
            this.of = of;
        }

        boolean possible(int claim, int request) {
            if (claim == of.claims.size()) {
                return right(of, given);
            }
            if (request == of.claims.get(claim).requests().size()) {
                return possible(claim + 1, 0);
            }
            DeviceRequest asked = of.claims.get(claim).requests().get(request);
            return asked.options().stream()
                    .anyMatch(option -> IntStream.range(1, 1 << of.devices.size())
                            .anyMatch(set -> possible(claim, request, asked, option, set)));
        }

        /** The same where {@code asked} gets the devices of {@code set}, a bit each. */
        private boolean possible(int claim, int request, DeviceRequest asked, Option option, int set) {
            int before = given.size();
            IntStream.range(0, of.devices.size())
                    .filter(i -> (set >> i & 1) == 1)
                    .forEach(i -> given.add(new Given(claim, asked, option, of.devices.get(i))));
            boolean goes = numberIsRight(of, option, given.subList(before, given.size()))
                    && right(of, given)
                    && possible(claim, request + 1);
            given.subList(before, given.size()).clear();
            return goes;
        }
    }

    private static boolean numberIsRight(Case of, Option option, List<Given> given) {
        return switch (option.count()) {
            case Count.Exactly(long number) -> given.size() == number;
            case Count.All() ->
                given.stream()
                        .map(Given::device)
                        .toList()
                        .equals(of.devices.stream()
                                .filter(device -> wants(option, device))
                                .toList());
            case Count.Unknown _ -> false;
        };
    }

    /** True where the device is such a one, whoever has it or a part of it. */
    private static boolean wants(Option option, Device device) {
        Attribute kind = device.qualities().attributes().get("d/kind");
        boolean isA = new Attribute.Text("a").equals(kind);
        return device.reach().equals(new Reach.OnNode("n"))
                && (option.deviceClass().equals("any") || isA)
                && (option.selectors().isEmpty() || !isA)
                && taken(option, device) >= 0;
    }

    private static long slices(Device device) {
        Capacity capacity = device.qualities().capacities().get("slices");
        return capacity == null ? 0 : capacity.value().longValueExact();
    }

    private static long consumed(Case of, Device device) {
        return of.held.getOrDefault("held " + device.name(), List.of()).stream()
                .filter(result -> result.share() != null
                        && device.qualities().capacities().containsKey("slices"))
                .mapToLong(result -> result.share().consumed().get("slices").longValueExact())
                .sum();
    }

    /** How many slices it takes; -1 for more than may be. */
    private static long taken(Option option, Device device) {
        Capacity capacity = device.qualities().capacities().get("slices");
        BigDecimal asked = option.capacity().get("slices");
        if (capacity == null) {
            return asked == null ? 0 : -1;
        }
        Capacity.Policy policy = capacity.policy();
        long takes;
        if (asked == null) {
            takes = policy == null ? capacity.value().longValueExact() : 1;
        } else if (policy == null || asked.intValueExact() != 2) {
            takes = asked.longValueExact();
        } else {
            takes = 3;
        }
        return takes > capacity.value().longValueExact() ? -1 : takes;
    }

    /** True where everybody has what he may have, in the order in which it is given. */
    private static boolean right(Case of, List<Given> given) {
        Map<Device, Set<Integer>> whole = new HashMap<>();
        Map<Device, Long> consumed = new HashMap<>();
        long slots = 4;
        boolean more = false;
        Set<Device> counted = new HashSet<>();
        for (Device device : of.devices) {
            boolean held = of.held.containsKey("held " + device.name());
            consumed.put(device, consumed(of, device));
            if (held) {
                slots -= slots(device);
                counted.add(device);
            }
        }
        for (Given one : given) {
            Device device = one.device;
            boolean held = of.held.containsKey("held " + device.name());
            Set<Integer> by = whole.computeIfAbsent(device, _ -> new HashSet<>());
            boolean tolerated =
                    device.taints().isEmpty() || !one.option.tolerations().isEmpty();
            boolean free = one.option.admin() ? !by.contains(one.claim) : by.isEmpty() && (!held || device.shareable());
            consumed.merge(device, taken(one.option, device), Long::sum);
            if (!wants(one.option, device)
                    || !tolerated
                    || !free
                    || device.shareable()
                            && consumed.get(device) > slices(device)
                            && device.qualities().capacities().containsKey("slices")) {
                return false;
            }
            if (!device.shareable()) {
                by.add(one.claim);
                slots -= held ? 0 : slots(device);
                more |= !held;
            } else if (counted.add(device)) {
                slots -= slots(device);
                more = true;
            }
        }
        return (of.counters.isEmpty() || slots >= 0 || !more) && constrained(of, given);
    }

    private static long slots(Device device) {
        return device.consumes().stream()
                .mapToLong(counters -> counters.amounts().get("slots").longValueExact())
                .sum();
    }

    private static boolean constrained(Case of, List<Given> given) {
        for (int claim = 0; claim < of.claims.size(); claim++) {
            int asking = claim;
            for (Constraint constraint : of.claims.get(claim).constraints()) {
                List<Set<Attribute>> values = given.stream()
                        .filter(one -> one.claim == asking && constraint.covers(one.request, one.option))
                        .map(one -> one.device.qualities().attributes().get("d/numa"))
                        .map(value -> value == null ? Set.<Attribute>of() : value.each())
                        .toList();
                if (values.contains(Set.<Attribute>of()) || !(constraint.distinct() ? apart(values) : agree(values))) {
                    return false;
                }
            }
        }
        return true;
    }

    private static boolean agree(List<Set<Attribute>> values) {
        return values.isEmpty()
                || values.getFirst().stream()
                        .anyMatch(value -> values.stream().allMatch(other -> other.contains(value)));
    }

    private static boolean apart(List<Set<Attribute>> values) {
        Set<Attribute> seen = new HashSet<>();
        return values.stream().flatMap(Set::stream).allMatch(seen::add);
    }

    private static Outcome found(Case of) {
        Inventory inventory = new Inventory();
        List<Counters> shared = of.counters.isEmpty() ? List.of() : List.of(new Counters("c", of.counters));
        inventory.slice("s", new Slice(META, new PoolVersion(DRIVER, "p", 1, 1), of.devices, shared));
        Holdings holdings = new Holdings();
        of.held.forEach(holdings::put);
        return new Allocator(new Allocator.Basis(inventory, holdings, CLASSES, EXPRESSIONS)).allocate(NODE, of.claims);
    }

    private static List<Given> given(Case of, Outcome.Found found) {
        List<Given> given = new ArrayList<>();
        for (int claim = 0; claim < of.claims.size(); claim++) {
            for (Allocation.Result result : found.allocations().get(claim).results()) {
                given.add(given(of, claim, result));
            }
        }
        return given;
    }

    private static Given given(Case of, int claim, Allocation.Result result) {
        Device device = of.devices.stream()
                .filter(it -> it.name().equals(result.id().device()))
                .findFirst()
                .orElseThrow();
        return of.claims.get(claim).requests().stream()
                .flatMap(request -> request.options().stream()
                        .filter(option -> request.resultName(option).equals(result.request()))
                        .map(option -> new Given(claim, request, option, device)))
                .findFirst()
                .orElseThrow();
    }

    /** True where {@code request} did not get the right number of devices. */
    private static boolean numberIsWrong(Case of, List<Given> given, int claim, DeviceRequest request) {
        List<Given> own = given.stream()
                .filter(one -> one.claim == claim && one.request == request)
                .sorted((one, other) -> of.devices.indexOf(one.device) - of.devices.indexOf(other.device))
                .toList();
        return own.isEmpty() || !numberIsRight(of, own.getFirst().option, own);
    }

    @Test
    void whatIsFoundIsRightAndIsFoundWhereItCanBe() {
        int possible = 0;
        for (int seed = 0; seed < CASES; seed++) {
            Case of = random(new Random(seed));
            boolean expected = new Naive(of).possible(0, 0);
            Outcome outcome = found(of);
            assertThat(outcome instanceof Outcome.Found)
                    .as("case %d: %s", seed, of)
                    .isEqualTo(expected);
            if (outcome instanceof Outcome.Found found) {
                possible++;
                List<Given> given = given(of, found);
                assertThat(right(of, given))
                        .as("case %d: %s gave %s", seed, of, given)
                        .isTrue();
                assertThat(IntStream.range(0, of.claims.size())
                                .anyMatch(claim -> of.claims.get(claim).requests().stream()
                                        .anyMatch(request -> numberIsWrong(of, given, claim, request))))
                        .as("case %d: %s gave %s", seed, of, given)
                        .isFalse();
            }
        }
        assertThat(possible).isBetween(CASES / 5, CASES * 4 / 5);
    }
}
