package io.berth.core.cluster.device.mig;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Instances that come and go on 64 GPUs; whoever finds no room is rejected. What is placed is measured in memory slices, against the most
 * that anybody could have placed who knew all arrivals before and whose instances need not lie side by side.
 *
 * <p>{@code -Dberth.mig.arrivals=20000} prints the table of experiment 29.
 */
class MigStreamTest {
    private static final int GPUS = 64;
    private static final int ARRIVALS = Integer.getInteger("berth.mig.arrivals", 3000);
    private static final List<MigProfile> PROFILES = MigTableTest.HOPPER;
    private static final MigTable TABLE = MigTable.of(PROFILES);

    /** By profile, the smallest first. */
    private static final TreeMap<String, int[]> MIXES = new TreeMap<>(
            Map.of("even", new int[] {1, 1, 1, 1, 1, 1}, "2 x 95, 4 x 45, 7 x 23", new int[] {7, 4, 0, 2, 0, 0}));

    private record Arrival(double at, double end, int profile) {
        int slices() {
            return PROFILES.get(profile).slices();
        }
    }

    /** Of what came: the part placed, by number and by slices; instances made anew for each that was placed. */
    private record Result(double placed, double slices, double made) {}

    /** Where an instance goes on a GPU, and what it costs to take that GPU; the cheapest is taken. */
    private interface Rule {
        int start(int profile, int free);

        int cost(int free, int rest);
    }

    private record Named(String name, Rule rule) {}

    private static final List<Named> RULES = List.of(
            new Named("first fit", rule(false, false)),
            new Named("HAMi's starts, the fullest GPU", rule(true, true)),
            new Named("Berth", new Rule() {
                @Override
                public int start(int profile, int free) {
                    return TABLE.start(profile, free);
                }

                @Override
                public int cost(int free, int rest) {
                    return TABLE.room(free) - TABLE.room(rest);
                }
            }));

    private static Rule rule(boolean byName, boolean fullest) {
        return new Rule() {
            @Override
            public int start(int profile, int free) {
                MigProfile of = PROFILES.get(profile);
                boolean highest =
                        byName && (of.name().startsWith("1g") || of.name().startsWith("3g"));
                return MigTableTest.end(of, free, highest);
            }

            @Override
            public int cost(int free, int rest) {
                return fullest ? Integer.bitCount(free) : 0;
            }
        };
    }

    private static List<Arrival> arrivals(int[] mix, double load, long seed) {
        double weights = 0;
        double slices = 0;
        for (int profile = 0; profile < mix.length; profile++) {
            weights += mix[profile];
            slices += mix[profile] * PROFILES.get(profile).slices();
        }
        double rate = load * GPUS * TABLE.slices() / (slices / weights);
        Chance chance = new Chance(seed, "mig-stream", 0);
        List<Arrival> arrivals = new ArrayList<>();
        double now = 0;
        for (int i = 0; i < ARRIVALS; i++) {
            now -= StrictMath.log(1 - chance.unit()) / rate;
            int drawn = chance.below((int) weights);
            int profile = 0;
            while (drawn >= mix[profile]) {
                drawn -= mix[profile++];
            }
            arrivals.add(new Arrival(now, now - StrictMath.log(1 - chance.unit()), profile));
        }
        return arrivals;
    }

    private record Held(double end, int gpu, int mask) {}

    private static Result run(List<Arrival> arrivals, Rule rule) {
        int[] free = new int[GPUS];
        Arrays.fill(free, (1 << TABLE.slices()) - 1);
        // By GPU and first slice: the profile of the instance that is or was there, until another takes a slice of it.
        int[][] there = new int[GPUS][TABLE.slices()];
        PriorityQueue<Held> running = new PriorityQueue<>(Comparator.comparingDouble(Held::end));
        long placed = 0;
        long slices = 0;
        long all = 0;
        long made = 0;
        for (Arrival arrival : arrivals) {
            while (!running.isEmpty() && running.peek().end <= arrival.at) {
                Held over = running.poll();
                free[over.gpu] |= over.mask;
            }
            all += arrival.slices();
            Held best = best(arrival, free, rule);
            if (best != null) {
                // No slice is given twice.
                assertThat(free[best.gpu] & best.mask).isEqualTo(best.mask);
                free[best.gpu] &= ~best.mask;
                running.add(best);
                placed++;
                slices += arrival.slices();
                made += made(there[best.gpu], best.mask, arrival.profile + 1) ? 1 : 0;
            }
        }
        return new Result((double) placed / arrivals.size(), (double) slices / all, (double) made / placed);
    }

    private static Held best(Arrival arrival, int[] free, Rule rule) {
        Held best = null;
        int least = Integer.MAX_VALUE;
        for (int gpu = 0; gpu < GPUS; gpu++) {
            int start = rule.start(arrival.profile, free[gpu]);
            int mask = start < 0 ? 0 : PROFILES.get(arrival.profile).mask(start);
            int cost = start < 0 ? Integer.MAX_VALUE : rule.cost(free[gpu], free[gpu] & ~mask);
            if (start >= 0 && cost < least) {
                best = new Held(arrival.end, gpu, mask);
                least = cost;
            }
        }
        return best;
    }

    /** True where the instance was not there; those that are in its way are gone then. */
    private static boolean made(int[] there, int mask, int profile) {
        int start = Integer.numberOfTrailingZeros(mask);
        if (there[start] == profile) {
            return false;
        }
        for (int other = 0; other < there.length; other++) {
            int known = there[other];
            if (known > 0 && (PROFILES.get(known - 1).mask(other) & mask) != 0) {
                there[other] = 0;
            }
        }
        there[start] = profile;
        return true;
    }

    /**
     * The most slices, of all that came, that fit together at all times: taken as slices of their own, which may be rejected one by one.
     * Then whoever ends last gives way when there are too many (Faigle and Nawijn 1995), and nobody can place more.
     */
    private static double bound(List<Arrival> arrivals) {
        int[] left = new int[arrivals.size()];
        PriorityQueue<Integer> first = new PriorityQueue<>(Comparator.comparingDouble(i -> arrivals.get(i).end));
        PriorityQueue<Integer> last = new PriorityQueue<>(
                Comparator.comparingDouble((Integer i) -> arrivals.get(i).end).reversed());
        long all = 0;
        long used = 0;
        long lost = 0;
        for (int i = 0; i < left.length; i++) {
            while (!first.isEmpty() && arrivals.get(first.peek()).end <= arrivals.get(i).at) {
                int over = first.poll();
                last.remove(over);
                used -= left[over];
            }
            left[i] = arrivals.get(i).slices();
            all += left[i];
            used += left[i];
            first.add(i);
            last.add(i);
            while (used > GPUS * TABLE.slices()) {
                int latest = last.peek();
                int less = (int) Math.min(left[latest], used - GPUS * TABLE.slices());
                left[latest] -= less;
                used -= less;
                lost += less;
                if (left[latest] == 0) {
                    last.poll();
                }
            }
        }
        return (double) (all - lost) / all;
    }

    @Test
    void nearly_all_is_placed_that_could_be_and_more_than_by_other_rules() {
        StringBuilder table = new StringBuilder();
        for (var mix : MIXES.entrySet()) {
            for (double load : new double[] {0.8, 0.9}) {
                List<Arrival> arrivals = arrivals(mix.getValue(), load, 1);
                double bound = bound(arrivals);
                List<Result> results =
                        RULES.stream().map(named -> run(arrivals, named.rule)).toList();
                for (int rule = 0; rule < results.size(); rule++) {
                    Result result = results.get(rule);
                    table.append(String.format(
                            "%s, load %.1f, %s: %.2f %% placed, %.2f %% of the slices (%.2f %% of the bound), %.3f made%n",
                            mix.getKey(),
                            load,
                            RULES.get(rule).name,
                            100 * result.placed,
                            100 * result.slices,
                            100 * result.slices / bound,
                            result.made));
                }
                if (System.getProperty("berth.mig.arrivals") != null) {
                    System.out.print(table);
                    table.setLength(0);
                }
                Result ours = results.getLast();
                assertThat(ours.slices).as("%s at %s", mix.getKey(), load).isLessThanOrEqualTo(bound);
                if (load < 0.9 || mix.getKey().startsWith("2")) {
                    assertThat(ours.placed).isGreaterThan(0.99);
                    assertThat(ours.slices / bound).isGreaterThan(0.985);
                }
                for (Result other : results.subList(0, 2)) {
                    assertThat(ours.placed).isGreaterThanOrEqualTo(other.placed);
                    assertThat(ours.made).isLessThan(other.made);
                }
            }
        }
    }
}
