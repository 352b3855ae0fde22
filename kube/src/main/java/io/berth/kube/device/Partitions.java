package io.berth.kube.device;

import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.cluster.device.mig.MigTable;
import io.berth.kube.claim.Attribute;
import io.berth.kube.claim.Counters;
import io.berth.kube.claim.Device;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Parts of devices that lie on slices of memory, side by side, as those of GPUs that MIG cuts: which of them leaves most to those that come
 * after, by the table that the core goes by (decision 79).
 *
 * <p>A part is a device that takes counters {@code memory-slice-I} of one set and names its {@code profile}, as NVIDIA's driver has it
 * (kubernetes-sigs/dra-driver-nvidia-gpu, partitions.go). The profiles are what the parts of a set say: of what size, and where one begins.
 */
final class Partitions {
    /** Of nothing that has parts. */
    static final Partitions NONE = new Partitions(Map.of(), Map.of());

    private static final String SLICE = "memory-slice-";
    private static final String PROFILE = "/profile";

    /** GPUs have 2,000 multisets or less; a driver may say anything. */
    private static final int MOST_MULTISETS = 1 << 16;

    /** Above all that can be lost. */
    private static final long ELSEWHERE = 1L << 40;

    /** By set of counters. */
    private final Map<String, MigTable> tables;

    private final Map<Device, Part> parts;

    /** One part: its profile in the table of its set, and where it begins. */
    private record Part(String set, int profile, int start) {}

    /** What a device says. */
    private record Said(Device device, String set, String profile, int start, int slices) {}

    private Partitions(Map<String, MigTable> tables, Map<Device, Part> parts) {
        this.tables = tables;
        this.parts = parts;
    }

    static Partitions of(Collection<Offered> devices) {
        Map<String, List<Said>> bySet = new TreeMap<>();
        for (Offered offered : devices) {
            Said said = said(offered);
            if (said != null) {
                bySet.computeIfAbsent(said.set, _ -> new ArrayList<>()).add(said);
            }
        }
        if (bySet.isEmpty()) {
            return NONE;
        }
        Map<String, MigTable> tables = new HashMap<>();
        Map<Device, Part> parts = new IdentityHashMap<>();
        bySet.forEach((set, all) -> {
            List<MigProfile> profiles = profiles(all);
            if (!profiles.isEmpty()) {
                tables.put(set, MigTable.of(profiles));
                all.forEach(said -> parts.put(said.device, part(said, profiles)));
            }
        });
        return new Partitions(tables, parts);
    }

    private static @Nullable Said said(Offered offered) {
        Device device = offered.device();
        if (device.consumes().size() != 1
                || !(device.qualities().attributes().get(offered.id().driver() + PROFILE)
                        instanceof Attribute.Text(String profile))
                || profile.isBlank()) {
            return null;
        }
        Counters consumes = device.consumes().getFirst();
        TreeSet<Integer> slices = new TreeSet<>();
        for (Map.Entry<String, BigDecimal> takes : consumes.amounts().entrySet()) {
            int slice = slice(takes.getKey());
            if (slice >= 0 && takes.getValue().signum() > 0) {
                slices.add(slice);
            }
        }
        boolean together = !slices.isEmpty() && slices.last() - slices.first() == slices.size() - 1;
        return together ? new Said(device, consumes.set(), profile, slices.first(), slices.size()) : null;
    }

    /** Which slice a counter is of; -1 for none. */
    private static int slice(String counter) {
        int number = counter.startsWith(SLICE) && counter.length() == SLICE.length() + 1
                ? counter.charAt(SLICE.length()) - '0'
                : -1;
        return number < MigProfile.MOST_SLICES ? number : -1;
    }

    /** Those of one set, each size with its starts once, though variants have other names; none where they are too many to reckon with. */
    private static List<MigProfile> profiles(List<Said> all) {
        Map<String, TreeSet<Integer>> starts = new TreeMap<>();
        Map<String, Integer> slices = new TreeMap<>();
        for (Said said : all) {
            Integer other = slices.put(said.profile, said.slices);
            if (other != null && other != said.slices) {
                return List.of();
            }
            starts.computeIfAbsent(said.profile, _ -> new TreeSet<>()).add(said.start);
        }
        List<MigProfile> profiles = new ArrayList<>();
        long multisets = 1;
        for (Map.Entry<String, TreeSet<Integer>> named : starts.entrySet()) {
            int size = slices.getOrDefault(named.getKey(), 1);
            MigProfile profile = new MigProfile(named.getKey(), size, size, 0, List.copyOf(named.getValue()));
            if (profiles.stream().noneMatch(one -> alike(one, profile))) {
                profiles.add(profile);
                multisets *= profile.most() + 1L;
            }
            if (multisets > MOST_MULTISETS) {
                return List.of();
            }
        }
        return profiles;
    }

    private static boolean alike(MigProfile one, MigProfile other) {
        return one.slices() == other.slices() && one.starts().equals(other.starts());
    }

    private static Part part(Said said, List<MigProfile> profiles) {
        for (int number = 0; number < profiles.size(); number++) {
            MigProfile profile = profiles.get(number);
            if (profile.slices() == said.slices && profile.starts().contains(said.start)) {
                if (profile.name().equals(said.profile) || noneNamed(said, profiles)) {
                    return new Part(said.set, number, said.start);
                }
            }
        }
        throw new IllegalStateException(said.profile + " is one of " + profiles);
    }

    private static boolean noneNamed(Said said, List<MigProfile> profiles) {
        return profiles.stream().noneMatch(profile -> profile.name().equals(said.profile));
    }

    /**
     * How good it is to take {@code device} now; less is better, and 0 is what is no such part. First the starts that the table names, of
     * these that by which least room is lost; then others, those first that leave the most mixes.
     *
     * @param left of the counters of its pool, by set and counter
     */
    long rank(Device device, Map<String, Map<String, BigDecimal>> left) {
        Part part = parts.get(device);
        MigTable table = part == null ? null : tables.get(part.set);
        if (part == null || table == null) {
            return 0;
        }
        int free = free(left.getOrDefault(part.set, Map.of())) & (1 << table.slices()) - 1;
        int mask = table.mask(part.profile, part.start);
        if ((free & mask) != mask) {
            return Long.MAX_VALUE;
        }
        int loss = table.room(free) - table.room(free & ~mask);
        return table.start(part.profile, free) == part.start ? 1 + loss : ELSEWHERE - table.worth(free & ~mask);
    }

    /** True for such a part. */
    boolean has(Device device) {
        return parts.containsKey(device);
    }

    private static int free(Map<String, BigDecimal> left) {
        int free = 0;
        for (Map.Entry<String, BigDecimal> counter : left.entrySet()) {
            int slice = slice(counter.getKey());
            if (slice >= 0 && counter.getValue().signum() > 0) {
                free |= 1 << slice;
            }
        }
        return free;
    }
}
