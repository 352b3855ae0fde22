package io.berth.kube.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Allocation.Result;
import io.berth.kube.claim.Allocation.Share;
import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.BindingConditions;
import io.berth.kube.claim.Capacity;
import io.berth.kube.claim.Configuration;
import io.berth.kube.claim.Constraint;
import io.berth.kube.claim.Counters;
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
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What allocators of Kubernetes got wrong, as the change logs of 1.36 and 1.37 tell it (kubernetes, CHANGELOG/CHANGELOG-1.36.md and
 * CHANGELOG-1.37.md), one case each. The number is that of the change that mended it there.
 */
class AllocatorCasesTest {
    private static final Node NODE = new Node(meta("n"), false, List.of(), Map.of(), List.of());

    private static final Configuration OF_CLASS = new Configuration(true, List.of(), "d", "{\"mode\":\"shared\"}");

    private static final Capacity.Policy ONE_EACH = new Capacity.Policy(BigDecimal.ONE, List.of(), null);

    private static final String BEYOND = "9223372036854775808";

    /**
     * One case.
     *
     * @param change of Kubernetes
     * @param slices what drivers offer
     * @param held what other claims have
     * @param claims what is wanted together
     * @param gets the devices, claim by claim and request by request; null for nothing
     */
    private record Case(
            int change,
            String what,
            List<Slice> slices,
            List<Result> held,
            List<Asks> claims,
            @Nullable List<String> gets) {
        @Override
        public String toString() {
            return change + ": " + what;
        }
    }

    static List<Case> cases() {
        List<Case> all = new ArrayList<>(ofCounters());
        all.addAll(ofSharedCounters());
        all.addAll(ofAll());
        all.addAll(ofCapacities());
        all.addAll(ofConstraints());
        all.addAll(ofNumbers());
        return all;
    }

    private static List<Case> ofCounters() {
        Device part = of("part").taking(1).made();
        Device other = of("other").taking(1).made();
        Device a = of("a").taking(1).at(0).made();
        Device b = of("b").taking(1).at(1).made();
        List<Slice> two =
                new ArrayList<>(pool("d", 2, a, of("c").taking(1).at(1).made(), b));
        List<Slice> named = new ArrayList<>(pool("d", 1, of("x").taking(1).made()));
        named.addAll(pool("e", 4, of("x").taking(4).made()));
        return List.of(
                new Case(
                        138885,
                        "all of what takes of counters",
                        pool("d", 1, part),
                        List.of(),
                        claim(all()),
                        gets("part")),
                new Case(
                        138885,
                        "all, and counters are too few for all",
                        pool("d", 1, part, other),
                        List.of(),
                        claim(all()),
                        null),
                new Case(
                        140431,
                        "counters are given back by who is tried first",
                        two,
                        List.of(),
                        List.of(new Asks(List.of(times(2)), List.of(same()), List.of())),
                        gets("b", "c")),
                new Case(
                        140435, "pools of one name, of two drivers", named, List.of(), claim(times(2)), gets("x", "x")),
                new Case(
                        140518,
                        "counters beyond 64 bits",
                        List.of(
                                slice(
                                        "d",
                                        0,
                                        List.of(
                                                of("x").taking(BEYOND).made(),
                                                of("y").taking(BEYOND).made()),
                                        null),
                                slice("d", 1, List.of(), "18446744073709551615")),
                        List.of(),
                        claim(times(2)),
                        null),
                new Case(
                        140518,
                        "a device that takes less than nothing",
                        pool("d", 1, of("x").taking("-1").made(), other),
                        List.of(),
                        claim(times(1)),
                        null));
    }

    private static List<Case> ofSharedCounters() {
        Device shared = of("shared").taking(1).shared("3", ONE_EACH).made();
        Device other = of("other").taking(1).made();
        List<Slice> one = pool("d", 1, shared, other);
        List<Result> ofShared = List.of(share("shared", Map.of("memory", amount("1"))));
        return List.of(
                new Case(
                        139040,
                        "a part that keeps another from it is shared",
                        one,
                        ofShared,
                        claim(named("other")),
                        null),
                new Case(
                        139040,
                        "and is given again to who shares it",
                        one,
                        ofShared,
                        claim(named("shared")),
                        gets("shared")),
                new Case(
                        140437,
                        "a share that takes nothing counts its counters once",
                        one,
                        List.of(share("shared", Map.of())),
                        claim(named("shared")),
                        gets("shared")),
                new Case(140437, "and it does", one, List.of(share("shared", Map.of())), claim(named("other")), null),
                new Case(
                        140431,
                        "shares of one device after another was tried first",
                        pool("d", 1, shared, of("whole").taking(1).made()),
                        List.of(),
                        List.of(asks(times(1)), asks(named("shared")), asks(named("shared"))),
                        gets("shared", "shared", "shared")),
                new Case(
                        140431,
                        "shares of one device take its counters once",
                        pool("d", 1, of("shared").taking(1).shared("3").made(), other),
                        List.of(),
                        List.of(asks(take("1")), asks(take("1")), asks(take("1"))),
                        gets("shared", "shared", "shared")));
    }

    private static List<Case> ofAll() {
        Device small = of("small").shared("4").made();
        Device large = of("large").shared("8").made();
        Option allOfClaim = all().options().getFirst();
        DeviceRequest choice = new DeviceRequest(
                "r",
                List.of(
                        named("every", allOfClaim),
                        named("two", times(2).options().getFirst())));
        List<Slice> both = pool("d", 1, small, large);
        return List.of(
                new Case(
                        140769,
                        "all, and one has too little left",
                        both,
                        List.of(share("small", Map.of("memory", amount("3")))),
                        claim(all(Map.of("memory", amount("2")))),
                        null),
                new Case(
                        140769,
                        "all, without those that never have so much",
                        both,
                        List.of(),
                        claim(all(Map.of("memory", amount("5")))),
                        gets("large")),
                new Case(
                        137347,
                        "all is the first choice, and one of all is held",
                        pool("d", 1, of("a").made(), of("b").made(), of("c").made()),
                        List.of(whole("b")),
                        List.of(asks(choice)),
                        gets("a", "c")),
                new Case(
                        137347,
                        "all is the first choice, and can be had",
                        pool("d", 1, of("a").made(), of("b").made(), of("c").made()),
                        List.of(),
                        List.of(asks(choice)),
                        gets("a", "b", "c")),
                new Case(
                        140063,
                        "a slice of the pool was deleted",
                        List.of(slice("d", 1, List.of(of("a").made()), null, 2)),
                        List.of(),
                        claim(times(1)),
                        null));
    }

    private static List<Case> ofCapacities() {
        List<Slice> quarters = ranged("0.25", "4", "0.25");
        List<Slice> noStep = ranged("1", null, "0");
        Capacity.Policy debt = new Capacity.Policy(amount("-1"), List.of(), null);
        return List.of(
                new Case(
                        140161,
                        "steps of a quarter",
                        quarters,
                        List.of(share("x", Map.of("memory", amount("3.25")))),
                        claim(take("0.6")),
                        gets("x")),
                new Case(
                        140161,
                        "which is what they take",
                        quarters,
                        List.of(share("x", Map.of("memory", amount("3.3")))),
                        claim(take("0.6")),
                        null),
                new Case(140161, "beyond the last step", quarters, List.of(), claim(take("4.1")), null),
                new Case(
                        140442,
                        "less than nothing is asked for",
                        pool("d", 1, of("x").shared("4").made()),
                        List.of(),
                        claim(take("-2")),
                        null),
                new Case(
                        140442,
                        "more than 64 bits are",
                        pool("d", 1, of("x").shared("4").made()),
                        List.of(),
                        claim(take(BEYOND)),
                        null),
                new Case(140442, "and in steps", ranged("1", null, "3"), List.of(), claim(take(BEYOND)), null),
                new Case(
                        140442,
                        "less than nothing is usual",
                        List.of(slice("d", 1, List.of(of("x").shared("4", debt).made()), null)),
                        List.of(),
                        claim(times(1)),
                        null),
                new Case(139698, "steps of nothing", noStep, List.of(), claim(take("2")), gets("x")),
                new Case(
                        140666,
                        "steps of less than nothing",
                        ranged("1", null, "-1"),
                        List.of(),
                        claim(take("2")),
                        gets("x")),
                new Case(
                        140702,
                        "a capacity beyond 64 bits, twice",
                        pool("d", 1, of("x").shared("36893488147419103232").made()),
                        List.of(share("x", Map.of("memory", amount(BEYOND)))),
                        List.of(asks(take(BEYOND)), asks(take(BEYOND))),
                        gets("x", "x")),
                new Case(
                        140702,
                        "and of many digits",
                        pool("d", 1, of("x").shared("0.0000000003").made()),
                        List.of(share("x", Map.of("memory", amount("0.0000000001")))),
                        List.of(asks(take("0.0000000001")), asks(take("0.0000000002"))),
                        null));
    }

    private static List<Case> ofConstraints() {
        Constraint apart = new Constraint(List.of("r"), "d/numa", true);
        List<Slice> alike = pool(
                "d",
                1,
                of("a").at(0).made(),
                of("b").at(0).made(),
                of("c").at(1).made());
        List<Slice> lists = pool(
                "d",
                1,
                of("a").near(0, 1).made(),
                of("b").near(0, 2).made(),
                of("c").near(1, 2).made(),
                of("e").near(2, 3).made());
        return List.of(
                new Case(
                        140600,
                        "several of one request must differ",
                        alike,
                        List.of(),
                        List.of(new Asks(List.of(times(2)), List.of(apart), List.of())),
                        gets("a", "c")),
                new Case(
                        140600,
                        "and cannot",
                        alike,
                        List.of(),
                        List.of(new Asks(List.of(times(3)), List.of(apart), List.of())),
                        null),
                new Case(
                        140325,
                        "lists must have something in common, all of them",
                        lists,
                        List.of(),
                        List.of(new Asks(List.of(times(3)), List.of(same()), List.of())),
                        gets("b", "c", "e")),
                new Case(
                        137190,
                        "lists must have nothing in common, no two of them",
                        lists,
                        List.of(),
                        List.of(new Asks(List.of(times(2)), List.of(apart), List.of())),
                        gets("a", "e")),
                new Case(
                        137190,
                        "a value is a list of one",
                        pool("d", 1, of("a").at(3).made(), of("e").near(2, 3).made()),
                        List.of(),
                        List.of(new Asks(List.of(times(2)), List.of(same()), List.of())),
                        gets("a", "e")));
    }

    private static List<Case> ofNumbers() {
        List<Slice> four = pool(
                "d", 1, IntStream.range(0, 4).mapToObj(i -> of("x" + i).made()).toArray(Device[]::new));
        DeviceRequest choice = new DeviceRequest(
                "r",
                List.of(
                        named("most", times(Long.MAX_VALUE).options().getFirst()),
                        named("one", times(1).options().getFirst())));
        return List.of(
                new Case(
                        141922,
                        "a number beyond all",
                        four,
                        List.of(),
                        List.of(asks(times(2), times(Long.MAX_VALUE))),
                        null),
                new Case(
                        141922,
                        "and something less would do",
                        four,
                        List.of(),
                        List.of(asks(times(2), choice)),
                        gets("x0", "x1", "x2")),
                new Case(
                        136269,
                        "what was given a moment ago",
                        pool("d", 1, of("x").made()),
                        List.of(whole("x")),
                        claim(times(1)),
                        null));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void isRight(Case of) {
        Outcome outcome = allocate(of);
        List<String> gets = outcome instanceof Outcome.Found(List<Allocation> allocations)
                ? allocations.stream()
                        .flatMap(allocation -> allocation.results().stream())
                        .map(result -> result.id().device())
                        .toList()
                : null;
        assertThat(gets).as(String.valueOf(outcome)).isEqualTo(of.gets);
        // Nothing of it may stay behind, in slices or in what is held.
        assertThat(allocate(of).getClass()).isEqualTo(outcome.getClass());
    }

    private static Outcome allocate(Case of) {
        Inventory inventory = new Inventory();
        of.slices.forEach(slice -> inventory.slice(slice.meta().name(), slice));
        Holdings holdings = new Holdings();
        for (int i = 0; i < of.held.size(); i++) {
            holdings.put("held " + i, List.of(of.held.get(i)));
        }
        DeviceClass gpu = new DeviceClass(meta("gpu"), List.of(), List.of(OF_CLASS), "");
        return new Allocator(new Allocator.Basis(inventory, holdings, Map.of("gpu", gpu), new Expressions()))
                .allocate(NODE, of.claims);
    }

    private static List<String> gets(String... devices) {
        return List.of(devices);
    }

    private static BigDecimal amount(String number) {
        return new BigDecimal(number);
    }

    /** A pool with one counter of {@code counter}, in a slice of its own as servers of 1.35 on want it. */
    private static List<Slice> pool(String driver, long counter, Device... devices) {
        return List.of(slice(driver, 0, List.of(devices), null), slice(driver, 1, List.of(), String.valueOf(counter)));
    }

    private static Slice slice(String driver, int number, List<Device> devices, @Nullable String counter) {
        return slice(driver, number, devices, counter, counter == null && number == 1 ? 1 : 2);
    }

    private static Slice slice(String driver, int number, List<Device> devices, @Nullable String counter, long slices) {
        return new Slice(
                meta(driver + number),
                new PoolVersion(driver, "p", 1, slices),
                devices,
                counter == null ? List.of() : List.of(new Counters("set", Map.of("slots", amount(counter)))));
    }

    /** A device that is shared, whose memory of 4 is given in steps. */
    private static List<Slice> ranged(String min, @Nullable String max, String step) {
        Capacity.Range range = new Capacity.Range(amount(min), max == null ? null : amount(max), amount(step));
        Capacity.Policy policy = new Capacity.Policy(amount(min), List.of(), range);
        return List.of(slice("d", 1, List.of(of("x").shared("4", policy).made()), null));
    }

    private static Made of(String name) {
        return new Made(name);
    }

    private static Result whole(String device) {
        return new Result("r", new Allocation.Id("d", "p", device), false, null, BindingConditions.NONE, List.of());
    }

    private static Result share(String device, Map<String, BigDecimal> consumed) {
        Allocation.Id id = new Allocation.Id("d", "p", device);
        return new Result("r", id, false, new Share("s", consumed), BindingConditions.NONE, List.of());
    }

    private static Constraint same() {
        return new Constraint(List.of("r"), "d/numa", false);
    }

    private static Asks asks(DeviceRequest... requests) {
        return new Asks(List.of(requests), List.of(), List.of());
    }

    private static List<Asks> claim(DeviceRequest request) {
        return List.of(asks(request));
    }

    private static DeviceRequest times(long number) {
        return new DeviceRequest("r", List.of(option(new Count.Exactly(number), List.of(), Map.of())));
    }

    private static DeviceRequest take(String memory) {
        Map<String, BigDecimal> asked = Map.of("memory", amount(memory));
        return new DeviceRequest("r", List.of(option(new Count.Exactly(1), List.of(), asked)));
    }

    private static DeviceRequest all() {
        return all(Map.of());
    }

    private static DeviceRequest all(Map<String, BigDecimal> capacity) {
        return new DeviceRequest("r", List.of(option(new Count.All(), List.of(), capacity)));
    }

    private static DeviceRequest named(String device) {
        List<String> selectors = List.of("device.attributes['d'].name == '" + device + "'");
        return new DeviceRequest("r", List.of(option(new Count.Exactly(1), selectors, Map.of())));
    }

    private static Option named(String name, Option option) {
        return new Option(name, "gpu", option.selectors(), option.count(), false, List.of(), option.capacity());
    }

    private static Option option(Count count, List<String> selectors, Map<String, BigDecimal> capacity) {
        return new Option("", "gpu", selectors, count, false, List.of(), capacity);
    }

    private static Meta meta(String name) {
        return new Meta(new ObjectKey("", name, name), "1", false, 0, Map.of(), Map.of(), null);
    }

    /** A device in the making. */
    private static final class Made {
        private final String name;
        private final Map<String, Attribute> attributes = new TreeMap<>();
        private final Map<String, Capacity> capacities = new TreeMap<>();
        private List<Counters> consumes = List.of();

        Made(String name) {
            this.name = name;
            attributes.put("d/name", new Attribute.Text(name));
        }

        Made taking(long slots) {
            return taking(String.valueOf(slots));
        }

        Made taking(String slots) {
            consumes = List.of(new Counters("set", Map.of("slots", amount(slots))));
            return this;
        }

        Made shared(String memory) {
            return shared(memory, null);
        }

        Made shared(String memory, Capacity.@Nullable Policy policy) {
            capacities.put("memory", new Capacity(amount(memory), policy));
            return this;
        }

        Made at(long numa) {
            attributes.put("d/numa", new Attribute.Whole(numa));
            return this;
        }

        Made near(long... numa) {
            List<Attribute> values = new ArrayList<>();
            for (long each : numa) {
                values.add(new Attribute.Whole(each));
            }
            attributes.put("d/numa", new Attribute.Many(values));
            return this;
        }

        Device made() {
            return new Device(
                    name,
                    new Reach.OnNode("n"),
                    new Qualities(attributes, capacities),
                    consumes,
                    List.of(),
                    BindingConditions.NONE,
                    !capacities.isEmpty());
        }
    }
}
