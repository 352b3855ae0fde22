package io.berth.kube.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Allocation.Result;
import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.BindingConditions;
import io.berth.kube.claim.Capacity;
import io.berth.kube.claim.Configuration;
import io.berth.kube.claim.Constraint;
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
import io.berth.kube.claim.taint.TaintRule;
import io.berth.kube.device.expression.Expressions;
import io.berth.kube.object.Meta;
import io.berth.kube.object.Node;
import io.berth.kube.object.ObjectKey;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What claims get, by hand. */
class AllocatorTest {
    private static final String DRIVER = "d";
    private static final Node NODE = new Node(meta("n"), false, List.of(), Map.of(), List.of());
    private static final Configuration OF_CLASS = new Configuration(true, List.of(), DRIVER, "{\"mode\":\"shared\"}");

    private final Inventory inventory = new Inventory();
    private final Holdings holdings = new Holdings();

    @Test
    void theSmallestDeviceThatWillDoIsTaken() {
        offer(1, 1, device("large", 80, 0), device("small", 10, 0));
        assertThat(devices(allocate(asks(atLeast(4))))).containsExactly("small");
    }

    @Test
    void aLargeDeviceIsLeftToWhoeverNeedsItThoughTheSmallRequestComesFirst() {
        offer(1, 1, device("large", 80, 0), device("small", 10, 0));
        Outcome outcome = allocate(asks(atLeast(4)), asks(atLeast(40)));
        assertThat(devices(outcome)).containsExactly("small", "large");
    }

    @Test
    void theFirstChoiceIsGivenUpWhereTheRestDoesNotFitIt() {
        offer(1, 1, device("a0", 10, 0), device("b0", 20, 1), device("b1", 20, 1));
        Constraint oneSide = new Constraint(List.of(), "d/numa", false);
        DeviceRequest two = new DeviceRequest("two", List.of(option("", 2, atLeast(4))));
        Outcome outcome = allocate(new Asks(List.of(two), List.of(oneSide), List.of()));
        assertThat(devices(outcome)).containsExactlyInAnyOrder("b0", "b1");
    }

    @Test
    void whatAnotherClaimHasIsNotGivenAgain() {
        offer(1, 1, device("one", 10, 0));
        Outcome.Found first = (Outcome.Found) allocate(asks(atLeast(4)));
        holdings.put("uid", first.allocations().getFirst().results());
        assertThat(why(allocate(asks(atLeast(4))))).isEqualTo("no device is left for request r");
    }

    @Test
    void nothingIsGivenOfAPoolThatIsBeingChanged() {
        offer(1, 2, device("one", 10, 0));
        assertThat(why(allocate(asks(atLeast(4))))).contains("1 of its 2 slices are there");
    }

    @Test
    void aDeviceThatSaysWhatNobodyWeighsIsNotGiven() {
        Device plain = device("plain", 80, 0);
        Device takes = device("takes", 10, 0);
        Device of = new Device(
                "takes",
                takes.reach(),
                new Qualities(
                        takes.qualities().attributes(),
                        takes.qualities().capacities(),
                        List.of("nodeAllocatableResources")),
                List.of(),
                List.of(),
                BindingConditions.NONE,
                false);
        offer(1, 1, plain, of);
        assertThat(devices(allocate(asks(atLeast(4))))).containsExactly("plain");
        String why = "device takes of d says nodeAllocatableResources, which this scheduler does not weigh";
        assertThat(why(allocate(new Asks(List.of(request(2)), List.of(), List.of()))))
                .isEqualTo(why);
        Option all = new Option("", "gpu", List.of(), new Count.All(), false, List.of(), Map.of());
        DeviceRequest every = new DeviceRequest("r", List.of(all));
        assertThat(why(allocate(new Asks(List.of(every), List.of(), List.of()))))
                .isEqualTo(why);
        DeviceKind kind = new DeviceKind("gpu", List.of(), List.of());
        DeviceClass gpu = new DeviceClass(meta("gpu"), List.of(), List.of(), "");
        assertThat(Selection.of(kind, gpu, inventory.all(), new Expressions()).devices())
                .singleElement()
                .matches(offered -> offered.id().device().equals("plain"));
    }

    @Test
    void aDeviceThatARuleTaintsIsGivenToWhoToleratesItForAsLongAsTheRuleIsThere() {
        offer(1, 1, device("small", 10, 0), device("large", 80, 0));
        inventory.rule("r", rule("small", DeviceTaint.Effect.NO_SCHEDULE));
        assertThat(devices(allocate(asks(atLeast(4))))).containsExactly("large");
        DeviceToleration all = new DeviceToleration("", "Exists", "", "", null);
        Option tolerant = new Option("", "gpu", List.of(), new Count.Exactly(1), false, List.of(all), Map.of());
        assertThat(devices(
                        allocate(new Asks(List.of(new DeviceRequest("r", List.of(tolerant))), List.of(), List.of()))))
                .containsExactly("small");

        // One of a slice that comes later is tainted as well.
        offer(2, 1, device("small", 10, 0));
        assertThat(allocate(asks(atLeast(4)))).isInstanceOf(Outcome.Not.class);
        assertThat(inventory.rule("r", rule("small", DeviceTaint.Effect.NONE)).nodes())
                .containsExactly("n");
        assertThat(devices(allocate(asks(atLeast(4))))).containsExactly("small");
        inventory.rule("r", rule("small", DeviceTaint.Effect.NO_EXECUTE));
        assertThat(allocate(asks(atLeast(4)))).isInstanceOf(Outcome.Not.class);
        inventory.rule("r", null);
        assertThat(devices(allocate(asks(atLeast(4))))).containsExactly("small");
    }

    private static TaintRule rule(String device, DeviceTaint.Effect effect) {
        return new TaintRule(
                meta("r"), new TaintRule.Selected(DRIVER, "", device), new DeviceTaint("sick", "", effect));
    }

    @Test
    void onlyTheLastGenerationOfAPoolCounts() {
        inventory.slice("old", slice(1, 1, device("gone", 10, 0)));
        inventory.slice("new", slice(2, 1, device("there", 80, 0)));
        assertThat(devices(allocate(asks(atLeast(4))))).containsExactly("there");
    }

    @Test
    void aClaimHasAtMost32Devices() {
        offer(1, 1, IntStream.range(0, 40).mapToObj(i -> device("x" + i, 10, 0)).toArray(Device[]::new));
        assertThat(devices(allocate(new Asks(List.of(request(32)), List.of(), List.of()))))
                .hasSize(32);
        assertThat(allocate(new Asks(List.of(request(33)), List.of(), List.of())))
                .isInstanceOf(Outcome.Not.class);
    }

    @Test
    void aSearchThatFindsNothingForLongIsGivenUp() {
        offer(1, 1, IntStream.range(0, 40).mapToObj(i -> device("x" + i, 10, i)).toArray(Device[]::new));
        Constraint oneSide = new Constraint(List.of("r"), "d/numa", false);
        Constraint apart = new Constraint(List.of("s"), "d/numa", true);
        DeviceRequest apartRequest = new DeviceRequest("s", List.of(option("", 20, atLeast(4))));
        Asks asks = new Asks(List.of(apartRequest, request(2)), List.of(oneSide, apart), List.of());
        assertThat(why(allocate(asks))).isEqualTo("there are too many possibilities");
    }

    @Test
    void aDriverIsToldWhatTheClassSaysThenWhatTheClaimSays() {
        offer(1, 1, device("one", 10, 0));
        Configuration ofClaim = new Configuration(false, List.of("r"), DRIVER, "{\"mode\":\"alone\"}");
        Configuration ofOther = new Configuration(false, List.of("other"), DRIVER, "{}");
        DeviceRequest request = new DeviceRequest("r", List.of(option("", 1, atLeast(4))));
        Outcome outcome = allocate(new Asks(List.of(request), List.of(), List.of(ofClaim, ofOther)));
        Allocation allocation = ((Outcome.Found) outcome).allocations().getFirst();
        assertThat(allocation.configuration()).containsExactly(OF_CLASS.of(List.of("r")), ofClaim);
    }

    /** Change 139732 of Kubernetes: what a class says was told as often as there were requests of it. */
    @Test
    void whatAClassSaysIsToldOnceForAllRequestsOfIt() {
        offer(1, 1, device("one", 10, 0), device("two", 10, 0));
        DeviceRequest first = new DeviceRequest("first", List.of(option("", 1, atLeast(4))));
        DeviceRequest second = new DeviceRequest("second", List.of(option("", 1, atLeast(4))));
        Outcome outcome = allocate(new Asks(List.of(first, second), List.of(), List.of()));
        Allocation allocation = ((Outcome.Found) outcome).allocations().getFirst();
        assertThat(allocation.configuration()).containsExactly(OF_CLASS.of(List.of("first", "second")));
    }

    @Test
    void anExpressionThatCannotBeJudgedSaysOfWhichDevice() {
        offer(1, 1, device("one", 10, 0));
        assertThat(why(allocate(asks("device.attributes['d'].nothing == 1"))))
                .startsWith("device one of d cannot be judged");
    }

    private void offer(long generation, long slices, Device... devices) {
        inventory.slice("s", slice(generation, slices, devices));
    }

    private static Slice slice(long generation, long slices, Device... devices) {
        return new Slice(
                meta("s"), new PoolVersion(DRIVER, "p", generation, slices), Arrays.asList(devices), List.of());
    }

    private static Meta meta(String name) {
        return new Meta(new ObjectKey("", name, name), "1", false, 0, Map.of(), Map.of(), null);
    }

    private static Device device(String name, long gibibytes, long numa) {
        BigDecimal bytes = BigDecimal.valueOf(gibibytes << 30);
        return new Device(
                name,
                new Reach.OnNode("n"),
                new Qualities(Map.of("d/numa", new Attribute.Whole(numa)), Map.of("memory", new Capacity(bytes, null))),
                List.of(),
                List.of(),
                BindingConditions.NONE,
                false);
    }

    private static String atLeast(int gibibytes) {
        return "device.capacity['d'].memory.compareTo(quantity('" + gibibytes + "Gi')) >= 0";
    }

    private static DeviceRequest request(long number) {
        return new DeviceRequest("r", List.of(option("", number, atLeast(4))));
    }

    private static Option option(String name, long number, String expression) {
        return new Option(name, "gpu", List.of(expression), new Count.Exactly(number), false, List.of(), Map.of());
    }

    private static Asks asks(String expression) {
        return new Asks(List.of(new DeviceRequest("r", List.of(option("", 1, expression)))), List.of(), List.of());
    }

    private Outcome allocate(Asks... claims) {
        DeviceClass gpu = new DeviceClass(meta("gpu"), List.of(), List.of(OF_CLASS), "");
        return new Allocator(new Allocator.Basis(inventory, holdings, Map.of("gpu", gpu), new Expressions()))
                .allocate(NODE, List.of(claims));
    }

    private static List<String> devices(Outcome outcome) {
        return ((Outcome.Found) outcome)
                .allocations().stream()
                        .flatMap(allocation -> allocation.results().stream())
                        .map(Result::id)
                        .map(Allocation.Id::device)
                        .toList();
    }

    private static String why(Outcome outcome) {
        return ((Outcome.Not) outcome).why();
    }
}
