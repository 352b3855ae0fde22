package io.berth.kube.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.strategy.StrategySpec;
import io.berth.kube.ProtoText;
import io.berth.kube.claim.DeviceClaim;
import io.berth.kube.claim.DeviceClass;
import io.berth.kube.claim.Slice;
import io.berth.kube.convention.ClaimNeeds;
import io.berth.kube.diff.Difference;
import io.berth.kube.object.Pod;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Resource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What pods that are bound count for, as those who wait might have it. */
class RunningClaimsTest {
    private static final String GPU = "resource.k8s.io/gpu";
    private static final String GPU_2 = "resource.k8s.io/gpu-2";
    private static final String WHOLE = "resource.k8s.io/claims-of-gpu";
    private static final String H100 = "selectors { cel { expression: \"device.attributes['d'].model == 'H100'\" } } ";
    private static final String OF_80 =
            "selectors { cel { expression: \"device.capacity['d'].memory.compareTo(quantity('80Gi')) == 0\" } } ";

    private final State state = new State(1);
    private final Mirror mirror = new Mirror(_ -> true);
    private final Claims.DeviceSinks sinks = mirror.claims().deviceSinks();
    private int version;

    @BeforeEach
    void begin() {
        mirror.nodeSink().put(ProtoText.node("status { " + ProtoText.amount("allocatable", "pods", "10") + " }"));
        sinks.classes()
                .put(ProtoText.read(
                        V1Resource.DeviceClass.getDefaultInstance(), meta("gpu") + "spec { }", DeviceClass::read));
        sinks.claims().all(List.of());
    }

    private String meta(String name) {
        return "metadata { name: '" + name + "' namespace: 'team' uid: 'u-" + name + "' resourceVersion: '" + ++version
                + "' } ";
    }

    private void slice(String name, int slices, String what) {
        sinks.slices()
                .put(ProtoText.read(
                        V1Resource.ResourceSlice.getDefaultInstance(),
                        meta(name) + "spec { driver: 'd' nodeName: 'n' pool { name: 'n' generation: 1"
                                + " resourceSliceCount: " + slices + " } " + what + " }",
                        Slice::read));
    }

    private static String gpu(String name, String model) {
        return "devices { name: '" + name + "' attributes { key: 'model' value { string: '" + model + "' } } } ";
    }

    /** A device that takes {@code memory} of all there is. */
    private static String part(String name, String memory) {
        String amount = " { key: 'memory' value { value { string: '" + memory + "' } } } ";
        return "devices { name: '" + name + "' capacity" + amount + " consumesCounters { counterSet: 'gpu' counters"
                + amount + " } } ";
    }

    private void parted() {
        slice(
                "counters",
                2,
                "sharedCounters { name: 'gpu' counters { key: 'memory' value { value { string: '80Gi' } } } }");
        slice("parts", 2, part("whole", "80Gi") + part("half-0", "40Gi") + part("half-1", "40Gi"));
    }

    /** A claim of pod {@code user}; without devices where {@code device} is empty. */
    private void claim(String name, String asked, String device, String... users) {
        StringBuilder status = new StringBuilder();
        if (!device.isEmpty()) {
            status.append("allocation { devices { results { request: 'r' driver: 'd' pool: 'n' device: '")
                    .append(device)
                    .append("' } } } ");
        }
        for (String user : users) {
            status.append("reservedFor { resource: 'pods' name: '" + user + "' uid: 'u-" + user + "' } ");
        }
        sinks.claims()
                .put(ProtoText.read(
                        V1Resource.ResourceClaim.getDefaultInstance(),
                        meta(name) + "spec { devices { requests { name: 'r' exactly { deviceClassName: 'gpu'"
                                + " allocationMode: 'ExactCount' count: 1 " + asked + "} } } } status { " + status
                                + " }",
                        DeviceClaim::read));
    }

    /** @param node empty for one that waits */
    private Pod pod(String name, String claim, String node, String more) {
        Pod pod = ProtoText.read(
                V1.Pod.getDefaultInstance(),
                meta(name) + "spec { schedulerName: 'berth' nodeName: '" + node
                        + "' resourceClaims { name: 'c' resourceClaimName: '" + claim + "' } " + more + " } status { }",
                Pod::read);
        mirror.podSink().put(pod);
        return pod;
    }

    /** One that runs with a device. */
    private void runs(String name, String device, String more) {
        claim(name, "", device, name);
        pod(name, name, "n", more);
    }

    /** One that waits. */
    private void waits(String name, String asked, String more) {
        claim(name, asked, "");
        pod(name, name, "", more);
    }

    /** Looks until nothing is left to look at. */
    private void look() {
        for (int looks = 0; !looked(); looks++) {
            assertThat(looks).as("looks that change something").isLessThan(10);
        }
    }

    private boolean looked() {
        Difference.Comparison comparison = new Difference(mirror, "berth", _ -> {}).compare();
        List<Event> events = comparison.apply(state);
        events.forEach(event -> state.apply(
                0,
                switch (event) {
                    case Event.JobSubmitted made ->
                        new Event.JobSubmitted(state.nextJob(), made.spec(), made.origin(), state.nextJob() + 1);
                    case Event.JobFound found ->
                        new Event.JobFound(state.nextJob(), found.spec(), found.placements(), found.from());
                    default -> event;
                }));
        comparison.goOn();
        return events.isEmpty() && mirror.unseen() == 0;
    }

    /** What the pod counts for, of devices. */
    private Map<String, Long> counts(String pod) {
        TaskOfJob known = state.taskByKey("u-" + pod);
        return ClaimNeeds.devices(known.job().spec().demand(known.task()));
    }

    private long free(String resource) {
        return state.nodeTable().free(0, state.nodeTable().names().column(resource));
    }

    private long total(String resource) {
        return state.nodeTable().total(0, state.nodeTable().names().column(resource));
    }

    @Test
    void aPodThatIsFoundCountsForItsDeviceOnceSomebodyWaitsForSuch() {
        slice("s", 1, gpu("a", "A100") + gpu("b", "A100"));
        runs("one", "a", "");
        look();
        assertThat(counts("one")).isEmpty();

        waits("next", "", "");
        look();
        assertThat(counts("one")).containsExactly(Map.entry(GPU, 1L));
        assertThat(total(GPU)).isEqualTo(2);
        assertThat(free(GPU)).isEqualTo(1);
        assertThat(state.liveJobs()).isEqualTo(2);

        runs("two", "b", "");
        look();
        assertThat(counts("two")).containsExactly(Map.entry(GPU, 1L));
        assertThat(total(GPU)).isEqualTo(2);
        assertThat(free(GPU)).isZero();
    }

    @Test
    void aDeviceCountsForEachKindThatHasIt() {
        slice("s", 1, gpu("a", "A100") + gpu("h", "H100"));
        waits("any", "", "");
        waits("h100", H100, "");
        runs("one", "h", "");
        runs("two", "a", "");
        look();
        assertThat(counts("h100")).containsOnly(Map.entry(GPU, 1L), Map.entry(GPU_2, 1L));
        assertThat(counts("one")).isEqualTo(counts("h100"));
        assertThat(counts("two")).isEqualTo(counts("any"));
    }

    private String unit(String pod) {
        return state.taskByKey("u-" + pod).job().spec().terms().interruption().unit();
    }

    private void preempts() {
        state.apply(
                0,
                new Event.StrategyChanged(
                        StrategySpec.of("test", "priority", "best-fit", "none").preempting("by-order")));
    }

    @Test
    void aDeviceThatSeveralUseCountsForOneOfThemAndTheyMakeRoomTogether() {
        preempts();
        slice("s", 1, gpu("a", "A100"));
        waits("next", "", "");
        claim("shared", "", "a", "one");
        pod("one", "shared", "n", "");
        look();
        assertThat(counts("one")).containsExactly(Map.entry(GPU, 1L));
        assertThat(unit("one")).isEmpty();

        claim("shared", "", "a", "one", "two");
        pod("two", "shared", "n", "");
        look();
        assertThat(counts("one")).containsExactly(Map.entry(GPU, 1L));
        assertThat(counts("two")).isEmpty();
        assertThat(unit("one")).isEqualTo("claim team/shared");
        assertThat(unit("two")).isEqualTo(unit("one"));
        assertThat(free(GPU)).isZero();

        mirror.podSink().remove(pod("one", "shared", "n", ""));
        claim("shared", "", "a", "two");
        look();
        assertThat(counts("two")).containsExactly(Map.entry(GPU, 1L));
        assertThat(unit("two")).isEmpty();
    }

    @Test
    void whatSeveralUseIsGivenBackWhenAllHaveGoneAndNotBefore() {
        preempts();
        slice("s", 1, gpu("a", "A100"));
        waits("next", "", "");
        claim("shared", "", "a", "one", "two");
        Pod one = pod("one", "shared", "n", "");
        Pod two = pod("two", "shared", "n", "");
        look();
        mirror.podSink().remove(one);
        assertThat(mirror.claims().givesBack("u-one")).isTrue();
        claim("shared", "", "a", "two");
        assertThat(mirror.claims().givesBack("u-one")).isTrue();
        mirror.podSink().remove(two);
        mirror.take();
        claim("shared", "", "");
        assertThat(mirror.claims().givesBack("u-one")).isFalse();
        assertThat(mirror.take().pods()).contains("u-one");
    }

    private void twoShareAPart(int priorityOfOne) {
        preempts();
        parted();
        claim("shared", "", "half-0", "one", "two");
        pod("one", "shared", "n", "priority: 1");
        pod("two", "shared", "n", "priority: " + priorityOfOne);
        runs("three", "half-1", "priority: 3");
        waits("all", OF_80, "priority: 9");
        look();
    }

    @Test
    void whoSharesADeviceMakesRoomForAPartOfItWithTheOthers() {
        twoShareAPart(2);
        assertThat(counts("one")).containsEntry(WHOLE, 334L);
        assertThat(counts("two")).containsEntry(WHOLE, 333L);
        assertThat(counts("three")).containsEntry(WHOLE, 333L);
    }

    @Test
    void nobodyMakesRoomForWhatOneKeepsWhoIsAsUrgent() {
        twoShareAPart(9);
        assertThat(counts("one")).isEmpty();
        assertThat(counts("three")).isEmpty();
    }

    @Test
    void whatAPodCountsForStaysWhileADriverChangesItsPool() {
        slice("s", 1, gpu("a", "A100"));
        waits("next", "", "");
        runs("one", "a", "");
        look();
        slice("s", 2, gpu("a", "A100"));
        look();
        assertThat(counts("one")).containsExactly(Map.entry(GPU, 1L));
        assertThat(free(GPU)).isZero();
    }

    @Test
    void partsOfADeviceCountTogetherForAllOfIt() {
        parted();
        runs("one", "half-0", "priority: 1");
        runs("two", "half-1", "priority: 2");
        waits("all", OF_80, "priority: 9");
        look();
        assertThat(counts("all")).containsExactly(Map.entry(WHOLE, 1_000L));
        assertThat(counts("one")).containsExactly(Map.entry(WHOLE, 500L));
        assertThat(counts("two")).containsExactly(Map.entry(WHOLE, 500L));
        assertThat(total(WHOLE)).isEqualTo(1_000);
        assertThat(free(WHOLE)).isZero();
    }

    @Test
    void nobodyCountsForClaimsOfPodsThatDoNotGoBeforeHim() {
        parted();
        runs("one", "half-0", "priority: 1");
        runs("two", "half-1", "priority: 5");
        waits("same", OF_80, "priority: 5");
        waits("patient", OF_80, "priority: 9 preemptionPolicy: 'Never'");
        look();
        assertThat(counts("one")).isEmpty();
        assertThat(counts("two")).isEmpty();

        waits("urgent", OF_80, "priority: 6");
        look();
        assertThat(counts("one")).containsExactly(Map.entry(WHOLE, 500L));
        assertThat(counts("two")).containsExactly(Map.entry(WHOLE, 500L));
    }

    @Test
    void whoMakesRoomAloneCountsForAllOfIt() {
        parted();
        runs("one", "whole", "priority: 1");
        waits("half", OF_80.replace("80Gi", "40Gi"), "priority: 9");
        look();
        assertThat(counts("one")).containsExactly(Map.entry(WHOLE, 1_000L));
        assertThat(free(WHOLE)).isZero();
    }

    @Test
    void aPodThatIsGoneGivesBackWhatIsItsAloneUntilItsClaimIsFree() {
        slice("s", 1, gpu("a", "A100"));
        runs("one", "a", "");
        mirror.podSink().remove(pod("one", "one", "n", ""));
        assertThat(mirror.claims().givesBack("u-one")).isTrue();
        claim("one", "", "a", "one", "two");
        assertThat(mirror.claims().givesBack("u-one")).isFalse();
        claim("one", "", "a", "one");
        assertThat(mirror.claims().givesBack("u-one")).isTrue();
        mirror.take();
        claim("one", "", "");
        assertThat(mirror.claims().givesBack("u-one")).isFalse();
        assertThat(mirror.take().pods()).contains("u-one");
    }

    @Test
    void whoComesBesideOthersMakesRoomWithThem() {
        parted();
        runs("one", "half-0", "priority: 3");
        waits("all", OF_80, "priority: 9");
        waits("other", "", "priority: 4");
        look();
        assertThat(counts("one")).containsEntry(WHOLE, 1_000L);

        runs("two", "half-1", "priority: 5");
        look();
        assertThat(counts("one")).containsEntry(WHOLE, 500L);
        assertThat(counts("two")).containsEntry(WHOLE, 500L);
    }
}
