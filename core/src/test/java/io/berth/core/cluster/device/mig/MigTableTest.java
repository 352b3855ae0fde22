package io.berth.core.cluster.device.mig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The table against all packings of a GPU, which are few enough to enumerate. */
class MigTableTest {
    private static final MigProfile ONE = profile("1g.10gb", 1, 1, 0, 1, 2, 3, 4, 5, 6);
    private static final MigProfile DOUBLE = profile("1g.20gb", 1, 2, 0, 2, 4, 6);
    private static final MigProfile TWO = profile("2g.20gb", 2, 2, 0, 2, 4);
    private static final MigProfile THREE = profile("3g.40gb", 3, 4, 0, 4);
    private static final MigProfile FOUR = profile("4g.40gb", 4, 4, 0);
    private static final MigProfile ALL = profile("7g.80gb", 7, 8, 0);
    private static final List<MigProfile> PLAIN = List.of(ONE, TWO, THREE, FOUR, ALL);
    static final List<MigProfile> HOPPER = List.of(ONE, DOUBLE, TWO, THREE, FOUR, ALL);

    private static MigProfile profile(String name, int compute, int slices, Integer... starts) {
        return new MigProfile(name, compute, slices, 10L * slices << 30, Arrays.asList(starts));
    }

    /** Instances on one GPU: {@code profile * 8 + start}, ascending. */
    private record Packing(TreeSet<Integer> placed, int used) {}

    private static List<Packing> packings(List<MigProfile> profiles) {
        List<Packing> found = new ArrayList<>(List.of(new Packing(new TreeSet<>(), 0)));
        for (int i = 0; i < found.size(); i++) {
            Packing packing = found.get(i);
            int last = packing.placed.isEmpty() ? -1 : packing.placed.last();
            for (int place = last + 1; place < profiles.size() * 8; place++) {
                MigProfile profile = profiles.get(place / 8);
                boolean starts = profile.starts().contains(place % 8);
                int mask = starts ? profile.mask(place % 8) : 0;
                if (starts && (packing.used & mask) == 0) {
                    TreeSet<Integer> more = new TreeSet<>(packing.placed);
                    more.add(place);
                    found.add(new Packing(more, packing.used | mask));
                }
            }
        }
        return found;
    }

    private static boolean maximal(Packing packing, List<MigProfile> profiles) {
        return profiles.stream()
                .allMatch(profile ->
                        profile.starts().stream().allMatch(start -> (packing.used & profile.mask(start)) != 0));
    }

    private static List<Integer> counts(Packing packing, List<MigProfile> profiles) {
        Integer[] counts = new Integer[profiles.size()];
        Arrays.fill(counts, 0);
        packing.placed.forEach(place -> counts[place / 8]++);
        return List.of(counts);
    }

    @Test
    void packings_are_as_many_as_enumeration_finds_and_none_is_above_a_whole_gpu() {
        for (List<MigProfile> profiles : List.of(PLAIN, HOPPER)) {
            List<Packing> all = packings(profiles);
            List<Packing> maximal =
                    all.stream().filter(packing -> maximal(packing, profiles)).toList();
            assertThat(List.of(all.size(), maximal.size()))
                    .isEqualTo(profiles == PLAIN ? List.of(298, 19) : List.of(723, 78));
            assertThat(all)
                    .allSatisfy(packing -> assertThat(packing.placed.stream()
                                    .mapToInt(place -> profiles.get(place / 8).compute())
                                    .sum())
                            .isLessThanOrEqualTo(7));
            MigTable table = MigTable.of(profiles);
            for (int free = 0; free < 256; free++) {
                assertThat(table.worth(free)).isEqualTo(within(all, free, profiles));
            }
            assertThat(table.worth(255)).isEqualTo(profiles == PLAIN ? 38 : 78);
        }
    }

    private static long within(List<Packing> all, int free, List<MigProfile> profiles) {
        return all.stream()
                .filter(packing -> (packing.used & ~free) == 0)
                .map(packing -> counts(packing, profiles))
                .distinct()
                .count();
    }

    /** Which orders of arrival fail under a rule, of all orders of all multisets that fit an idle GPU. */
    private record Orders(long all, long failed, int multisets, int inSomeOrder, int inAnyOrder) {}

    private interface Rule {
        int start(int profile, int free);
    }

    private static Orders orders(List<MigProfile> profiles, Rule rule) {
        TreeMap<String, List<Integer>> multisets = new TreeMap<>();
        packings(profiles)
                .forEach(packing -> multisets.put(counts(packing, profiles).toString(), counts(packing, profiles)));
        long all = 0;
        long good = 0;
        int some = 0;
        int any = 0;
        for (List<Integer> multiset : multisets.values()) {
            long[] seen = count(profiles, rule, new ArrayList<>(multiset), 255);
            all += seen[0];
            good += seen[1];
            some += seen[1] > 0 ? 1 : 0;
            any += seen[1] == seen[0] ? 1 : 0;
        }
        return new Orders(all, all - good, multisets.size(), some, any);
    }

    /** Distinct orders of {@code left}, and those of them in which {@code rule} places all; a GPU with no room left is -1. */
    private static long[] count(List<MigProfile> profiles, Rule rule, List<Integer> left, int free) {
        if (left.stream().allMatch(count -> count == 0)) {
            return new long[] {1, free >= 0 ? 1 : 0};
        }
        long[] sum = {0, 0};
        for (int profile = 0; profile < left.size(); profile++) {
            if (left.get(profile) > 0) {
                left.set(profile, left.get(profile) - 1);
                int start = free < 0 ? -1 : rule.start(profile, free);
                int rest = start < 0 ? -1 : free & ~profiles.get(profile).mask(start);
                long[] further = count(profiles, rule, left, rest);
                sum[0] += further[0];
                sum[1] += further[1];
                left.set(profile, left.get(profile) + 1);
            }
        }
        return sum;
    }

    /** The lowest start that is free, or the highest. */
    static int end(MigProfile profile, int free, boolean highest) {
        int found = -1;
        for (int start : profile.starts()) {
            boolean fits = (free & profile.mask(start)) == profile.mask(start);
            found = fits && (found < 0 || highest) ? start : found;
        }
        return found;
    }

    @Test
    void the_table_places_more_orders_of_arrival_than_rules_by_name() {
        for (List<MigProfile> profiles : List.of(PLAIN, HOPPER)) {
            boolean plain = profiles == PLAIN;
            MigTable table = MigTable.of(profiles);
            Orders ours = orders(profiles, table::start);
            Orders hami = orders(profiles, (profile, free) -> {
                MigProfile of = profiles.get(profile);
                return end(of, free, of.name().startsWith("1g") || of.name().startsWith("3g"));
            });
            Orders first = orders(profiles, (profile, free) -> end(profiles.get(profile), free, false));
            // Every multiset has an order in which it goes; some have orders in which no rule that moves nothing can.
            assertThat(ours).isEqualTo(plain ? new Orders(114, 15, 38, 38, 35) : new Orders(425, 54, 78, 78, 66));
            assertThat(hami).isEqualTo(plain ? new Orders(114, 18, 38, 38, 33) : new Orders(425, 116, 78, 78, 63));
            assertThat(first).isEqualTo(plain ? new Orders(114, 27, 38, 38, 25) : new Orders(425, 137, 78, 78, 46));
        }
    }

    @Test
    void multisets_fit_where_a_packing_has_them() {
        MigTable table = MigTable.of(HOPPER);
        int four = table.number(FOUR.name());
        int three = table.number(THREE.name());
        int one = table.number(ONE.name());
        assertThat(table.fit(List.of(three, four))).isTrue();
        assertThat(table.fit(List.of(three, three))).isTrue();
        assertThat(table.fit(List.of(four, four))).isFalse();
        assertThat(table.fit(List.of(three, three, one))).isFalse();
        assertThat(table.fit(List.of(one, one, one, one, one, one, one))).isTrue();
    }

    @Test
    void the_smallest_profile_that_is_enough() {
        MigTable table = MigTable.of(HOPPER);
        assertThat(table.profile(table.smallest(0, 1))).isEqualTo(ONE);
        assertThat(table.profile(table.smallest(142, 11L << 30))).isEqualTo(DOUBLE);
        assertThat(table.profile(table.smallest(143, 0))).isEqualTo(TWO);
        assertThat(table.profile(table.smallest(500, 0))).isEqualTo(FOUR);
        assertThat(table.profile(table.smallest(0, 41L << 30))).isEqualTo(ALL);
        assertThat(table.smallest(0, 81L << 30)).isEqualTo(-1);
    }
}
