package io.berth.kube.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.cluster.device.mig.MigTable;
import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.Allocation.Result;
import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.BindingConditions;
import io.berth.kube.claim.Capacity;
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
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The slices of a GPU that MIG cuts, as NVIDIA's driver of dynamic resource allocation offers them: a partition for each profile and start,
 * named {@code gpu-0-mig-PROFILE-ID-START}, which takes one of the counter {@code memory-slice-I} for each memory slice.
 */
class MigPartitionsTest {
    private static final String DRIVER = "gpu.nvidia.com";
    private static final List<MigProfile> PROFILES = MigChips.ofDevice("2330").profiles();
    private static final MigTable TABLE = MigTable.of(PROFILES);
    private static final int GPUS = 3;
    private static final Node NODE = new Node(meta("n"), false, List.of(), Map.of(), List.of());

    private final Inventory inventory = new Inventory();
    private final Holdings holdings = new Holdings();
    /** By claim: the memory slices that it has. */
    private final TreeMap<String, TreeSet<Integer>> held = new TreeMap<>();

    private int given;

    private static Meta meta(String name) {
        return new Meta(new ObjectKey("", name, name), "1", false, 0, Map.of(), Map.of(), null);
    }

    /** As the driver offers it: beside its memory slices it takes of other counters of its GPU. */
    private static Device partition(int gpu, MigProfile profile, int start) {
        TreeMap<String, BigDecimal> takes = new TreeMap<>();
        for (int slice = start; slice < start + profile.slices(); slice++) {
            takes.put("memory-slice-" + slice, BigDecimal.ONE);
        }
        takes.put("multiprocessors", BigDecimal.valueOf(16L * profile.compute()));
        return new Device(
                "gpu-" + gpu + "-mig-" + profile.name().replace(".", "") + "-" + start,
                new Reach.OnNode("n"),
                new Qualities(
                        Map.of(DRIVER + "/profile", new Attribute.Text(profile.name())),
                        Map.of("memory", new Capacity(BigDecimal.valueOf(profile.memoryBytes()), null))),
                List.of(new Counters(set(gpu), takes)),
                List.of(),
                BindingConditions.NONE,
                false);
    }

    private static String set(int gpu) {
        return "gpu-" + gpu + "-counter-set";
    }

    private void offer() {
        offer(1);
    }

    private void offer(int gpus) {
        List<Device> devices = new ArrayList<>();
        List<Counters> sets = new ArrayList<>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            for (MigProfile profile : PROFILES) {
                for (int start : profile.starts()) {
                    devices.add(partition(gpu, profile, start));
                }
            }
            TreeMap<String, BigDecimal> there = new TreeMap<>();
            for (int slice = 0; slice < MigProfile.MOST_SLICES; slice++) {
                there.put("memory-slice-" + slice, BigDecimal.ONE);
            }
            there.put("multiprocessors", BigDecimal.valueOf(16 * 7));
            sets.add(new Counters(set(gpu), there));
        }
        inventory.slice("d", new Slice(meta("d"), new PoolVersion(DRIVER, "n", 1, 2), devices, List.of()));
        inventory.slice("c", new Slice(meta("c"), new PoolVersion(DRIVER, "n", 1, 2), List.of(), sets));
    }

    private static Asks asks(String profile) {
        String selector = "device.attributes['" + DRIVER + "'].profile == '" + profile + "'";
        Option option =
                new Option("", "mig.nvidia.com", List.of(selector), new Count.Exactly(1), false, List.of(), Map.of());
        return new Asks(List.of(new DeviceRequest("r", List.of(option))), List.of(), List.of());
    }

    private @Nullable List<Allocation> found(String... profiles) {
        List<Asks> claims =
                List.of(profiles).stream().map(MigPartitionsTest::asks).toList();
        DeviceClass mig = new DeviceClass(meta("mig.nvidia.com"), List.of(), List.of(), "");
        Outcome outcome = new Allocator(
                        new Allocator.Basis(inventory, holdings, Map.of("mig.nvidia.com", mig), new Expressions()))
                .allocate(NODE, claims);
        return outcome instanceof Outcome.Found(List<Allocation> allocations) ? allocations : null;
    }

    /** True where all of {@code profiles}, claims of one pod, get a partition, none of which has a slice of another. */
    private boolean gets(String... profiles) {
        List<Allocation> found = found(profiles);
        if (found == null) {
            return false;
        }
        for (int claim = 0; claim < profiles.length; claim++) {
            Result result = found.get(claim).results().getFirst();
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

    /** A partition that a claim has: of which GPU, from where on. */
    private record Instance(int gpu, int profile, int start) {
        int mask() {
            return (1 << PROFILES.get(profile).slices()) - 1 << start;
        }
    }

    /** Where the core would make an instance (decision 79): on the GPU of which least room is lost, where the table says. */
    private static @Nullable Instance byTable(int[] free, int profile) {
        Instance best = null;
        int least = Integer.MAX_VALUE;
        for (int gpu = 0; gpu < free.length; gpu++) {
            int start = TABLE.start(profile, free[gpu]);
            if (start >= 0) {
                Instance one = new Instance(gpu, profile, start);
                int lost = TABLE.room(free[gpu]) - TABLE.room(free[gpu] & ~one.mask());
                best = lost < least ? one : best;
                least = Math.min(least, lost);
            }
        }
        return best;
    }

    private static Instance instance(Result result, int profile) {
        String[] name = result.id().device().split("-");
        return new Instance(Integer.parseInt(name[1]), profile, Integer.parseInt(name[name.length - 1]));
    }

    @Test
    void the_first_small_partition_of_a_gpu_leaves_room_for_most_others() {
        offer();
        Result result =
                Objects.requireNonNull(found("1g.10gb")).getFirst().results().getFirst();
        assertThat(result.id().device()).isEqualTo("gpu-0-mig-1g10gb-5");
    }

    @Test
    void claims_that_come_and_go_get_the_partitions_that_the_core_would_make() {
        offer(GPUS);
        int[] free = new int[GPUS];
        Arrays.fill(free, (1 << MigProfile.MOST_SLICES) - 1);
        List<Instance> there = new ArrayList<>();
        Random random = new Random(24);
        int refused = 0;
        for (int step = 0; step < 400; step++) {
            if (!there.isEmpty() && random.nextInt(5) < 2) {
                Instance gone = there.remove(random.nextInt(there.size()));
                free[gone.gpu] |= gone.mask();
                holdings.put("claim " + gone, List.of());
                continue;
            }
            int profile = random.nextInt(PROFILES.size());
            Instance expected = byTable(free, profile);
            List<Allocation> found = found(PROFILES.get(profile).name());
            assertThat(found == null)
                    .as("step %d, %s", step, PROFILES.get(profile).name())
                    .isEqualTo(expected == null);
            if (found == null || expected == null) {
                refused++;
                continue;
            }
            Result result = found.getFirst().results().getFirst();
            assertThat(instance(result, profile))
                    .as("step %d, %s", step, PROFILES.get(profile).name())
                    .isEqualTo(expected);
            free[expected.gpu] &= ~expected.mask();
            there.add(expected);
            holdings.put("claim " + expected, List.of(result));
        }
        assertThat(refused).isBetween(20, 380);
    }

    @Test
    void the_claims_of_one_pod_get_what_as_many_pods_would() {
        offer(GPUS);
        int[] free = new int[GPUS];
        Arrays.fill(free, (1 << MigProfile.MOST_SLICES) - 1);
        int small = TABLE.number("1g.10gb");
        List<Allocation> found = Objects.requireNonNull(found("1g.10gb", "1g.10gb", "1g.10gb"));
        for (Allocation allocation : found) {
            Instance expected = Objects.requireNonNull(byTable(free, small));
            assertThat(instance(allocation.results().getFirst(), small)).isEqualTo(expected);
            free[expected.gpu] &= ~expected.mask();
        }
    }

    /** Slices as no GPU has them: a driver may say anything, and gets an order or none, but no counter goes below nothing. */
    @Test
    void whatever_a_driver_says_of_slices_is_searched() {
        int given = 0;
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            List<Device> devices = new ArrayList<>();
            for (int i = 0; i < 1 + random.nextInt(30); i++) {
                devices.add(odd(i, random));
            }
            TreeMap<String, BigDecimal> there = new TreeMap<>();
            for (int slice = 0; slice < 12; slice++) {
                there.put("memory-slice-" + slice, BigDecimal.valueOf(1 + random.nextInt(2)));
            }
            Inventory odd = new Inventory();
            odd.slice("d", new Slice(meta("d"), new PoolVersion(DRIVER, "n", 1, 2), devices, List.of()));
            odd.slice(
                    "c",
                    new Slice(
                            meta("c"),
                            new PoolVersion(DRIVER, "n", 1, 2),
                            List.of(),
                            List.of(new Counters(set(0), there))));
            Holdings held = new Holdings();
            DeviceClass any = new DeviceClass(meta("any"), List.of(), List.of(), "");
            Allocator allocator = new Allocator(new Allocator.Basis(odd, held, Map.of("any", any), new Expressions()));
            Option one = new Option("", "any", List.of(), new Count.Exactly(1), false, List.of(), Map.of());
            Asks asks = new Asks(List.of(new DeviceRequest("r", List.of(one))), List.of(), List.of());
            while (allocator.allocate(NODE, List.of(asks)) instanceof Outcome.Found(List<Allocation> allocations)) {
                Result result = allocations.getFirst().results().getFirst();
                held.put("claim " + given++, List.of(result));
                Device device = devices.stream()
                        .filter(offered -> offered.name().equals(result.id().device()))
                        .findFirst()
                        .orElseThrow();
                device.consumes().getFirst().amounts().forEach((counter, amount) -> {
                    BigDecimal rest = there.merge(counter, amount.negate(), BigDecimal::add);
                    assertThat(rest.signum()).as(counter).isNotNegative();
                });
            }
        }
        assertThat(given).isGreaterThan(600);
    }

    private static Device odd(int number, Random random) {
        TreeMap<String, BigDecimal> takes = new TreeMap<>();
        int start = random.nextInt(12);
        for (int slice = start; slice < Math.min(12, start + 1 + random.nextInt(5)); slice++) {
            if (random.nextInt(8) > 0 || takes.isEmpty()) {
                takes.put("memory-slice-" + slice, BigDecimal.ONE);
            }
        }
        List<String> names = List.of("1g", "2g", "", " ", "3g", "x", "1g+me", "7g", "4g", "9g");
        return new Device(
                "odd-" + number,
                new Reach.OnNode("n"),
                new Qualities(
                        Map.of(DRIVER + "/profile", new Attribute.Text(names.get(random.nextInt(names.size())))),
                        Map.of()),
                List.of(new Counters(set(0), takes)),
                List.of(),
                BindingConditions.NONE,
                false);
    }
}
