package io.berth.kube.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.kube.claim.Allocation.Result;
import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.BindingConditions;
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
import io.berth.spec.mig.MigChips;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The slices of a GPU that MIG cuts, as NVIDIA's driver of dynamic resource allocation offers them: a partition for each profile and start,
 * named {@code gpu-0-mig-PROFILE-ID-START}, which takes one of the counter {@code memory-slice-I} for each memory slice.
 */
class MigPartitionsTest {
    private static final String DRIVER = "gpu.nvidia.com";
    private static final String SET = "gpu-0-counter-set";
    private static final List<MigProfile> PROFILES = MigChips.ofDevice("2330").profiles();
    private static final Node NODE = new Node(meta("n"), false, List.of(), Map.of(), List.of());

    private final Inventory inventory = new Inventory();
    private final Holdings holdings = new Holdings();
    /** By claim: the memory slices that it has. */
    private final TreeMap<String, TreeSet<Integer>> held = new TreeMap<>();

    private int given;

    private static Meta meta(String name) {
        return new Meta(new ObjectKey("", name, name), "1", false, 0, Map.of(), Map.of(), null);
    }

    private static Device partition(MigProfile profile, int start) {
        TreeMap<String, BigDecimal> takes = new TreeMap<>();
        for (int slice = start; slice < start + profile.slices(); slice++) {
            takes.put("memory-slice-" + slice, BigDecimal.ONE);
        }
        return new Device(
                "gpu-0-mig-" + profile.name().replace(".", "") + "-" + start,
                new Reach.OnNode("n"),
                new Qualities(Map.of(DRIVER + "/profile", new Attribute.Text(profile.name())), Map.of()),
                List.of(new Counters(SET, takes)),
                List.of(),
                BindingConditions.NONE,
                false);
    }

    private void offer() {
        List<Device> devices = new ArrayList<>();
        TreeMap<String, BigDecimal> there = new TreeMap<>();
        for (MigProfile profile : PROFILES) {
            profile.starts().forEach(start -> devices.add(partition(profile, start)));
        }
        for (int slice = 0; slice < MigProfile.MOST_SLICES; slice++) {
            there.put("memory-slice-" + slice, BigDecimal.ONE);
        }
        inventory.slice("d", new Slice(meta("d"), new PoolVersion(DRIVER, "n", 1, 2), devices, List.of()));
        inventory.slice(
                "c",
                new Slice(meta("c"), new PoolVersion(DRIVER, "n", 1, 2), List.of(), List.of(new Counters(SET, there))));
    }

    private static Asks asks(String profile) {
        String selector = "device.attributes['" + DRIVER + "'].profile == '" + profile + "'";
        Option option =
                new Option("", "mig.nvidia.com", List.of(selector), new Count.Exactly(1), false, List.of(), Map.of());
        return new Asks(List.of(new DeviceRequest("r", List.of(option))), List.of(), List.of());
    }

    /** True where all of {@code profiles}, claims of one pod, get a partition, none of which has a slice of another. */
    private boolean gets(String... profiles) {
        List<Asks> claims =
                List.of(profiles).stream().map(MigPartitionsTest::asks).toList();
        DeviceClass mig = new DeviceClass(meta("mig.nvidia.com"), List.of(), List.of(), "");
        Outcome outcome = new Allocator(
                        new Allocator.Basis(inventory, holdings, Map.of("mig.nvidia.com", mig), new Expressions()))
                .allocate(NODE, claims);
        if (!(outcome instanceof Outcome.Found found)) {
            return false;
        }
        for (int claim = 0; claim < profiles.length; claim++) {
            Result result = found.allocations().get(claim).results().getFirst();
            String[] name = result.id().device().split("-");
            int start = Integer.parseInt(name[name.length - 1]);
            MigProfile profile = PROFILES.stream()
                    .filter(one -> one.name().replace(".", "").equals(name[3]))
                    .findFirst()
                    .orElseThrow();
            String uid = "claim " + given++;
            TreeSet<Integer> slices = new TreeSet<>();
            for (int slice = start; slice < start + profile.slices(); slice++) {
                slices.add(slice);
            }
            held.forEach((other, has) -> assertThat(has).as(other).doesNotContainAnyElementsOf(slices));
            held.put(uid, slices);
            holdings.put(uid, List.of(result));
        }
        return true;
    }

    @Test
    void claims_of_one_pod_get_partitions_that_lie_apart_in_whatever_order_they_ask() {
        offer();
        assertThat(gets("3g.40gb", "4g.40gb")).isTrue();
        assertThat(gets("1g.10gb")).isFalse();
    }

    @Test
    void a_partition_is_given_as_long_as_its_memory_slices_are_free() {
        offer();
        for (int i = 0; i < 7; i++) {
            assertThat(gets("1g.10gb")).isTrue();
        }
        assertThat(gets("1g.10gb")).isFalse();
        assertThat(gets("1g.20gb")).isFalse();
        assertThat(gets("7g.80gb")).isFalse();
        holdings.put("claim 0", List.of());
        held.remove("claim 0");
        assertThat(gets("1g.10gb")).isTrue();
    }
}
