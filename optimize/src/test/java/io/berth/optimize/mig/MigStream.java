package io.berth.optimize.mig;

import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.cluster.device.mig.MigTable;
import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Instances that come and go on some GPUs of Hopper's profiles: Poisson arrivals, exponential run times of mean 1, load in memory slices.
 * Who finds no room is rejected.
 */
record MigStream(int gpus, List<Arrival> arrivals) {
    private static final List<MigProfile> PROFILES = List.of(
            new MigProfile("1g.10gb", 1, 1, 0, List.of(0, 1, 2, 3, 4, 5, 6)),
            new MigProfile("1g.20gb", 1, 2, 0, List.of(0, 2, 4, 6)),
            new MigProfile("2g.20gb", 2, 2, 0, List.of(0, 2, 4)),
            new MigProfile("3g.40gb", 3, 4, 0, List.of(0, 4)),
            new MigProfile("4g.40gb", 4, 4, 0, List.of(0)),
            new MigProfile("7g.80gb", 7, 8, 0, List.of(0)));
    static final MigTable TABLE = MigTable.of(PROFILES);

    /** Two large, four of a quarter, seven small ones; and each profile as often as another. */
    static final List<int[]> MIXES = List.of(new int[] {7, 4, 0, 2, 0, 0}, new int[] {1, 1, 1, 1, 1, 1});

    /** One that comes, and would go at {@code end}. */
    record Arrival(double at, double end, int profile) {
        int slices() {
            return TABLE.profile(profile).slices();
        }
    }

    /** What it costs to take {@code mask} of the slices {@code free} of a GPU of whose slices {@code ends} says when each is free. */
    interface Rule {
        double cost(int free, int mask, double[] ends, Arrival arrival);
    }

    /** As {@code InstanceRow} chooses: the room that is lost. */
    static final Rule BERTH = (free, mask, _, _) -> TABLE.room(free) - TABLE.room(free & ~mask);

    /** The same where all run times are known: beside those that end at about the same time. */
    static final Rule ENDS_KNOWN = (free, mask, ends, arrival) -> {
        double apart = 0;
        int held = 0;
        for (int slice = 0; slice < TABLE.slices(); slice++) {
            if ((free >>> slice & 1) == 0) {
                apart += Math.abs(ends[slice] - arrival.end());
                held++;
            }
        }
        return BERTH.cost(free, mask, ends, arrival) + (held == 0 ? 0 : apart / held);
    };

    static MigStream of(int gpus, int[] mix, double load, int count, long seed) {
        int weights = Arrays.stream(mix).sum();
        double slices = 0;
        for (int profile = 0; profile < mix.length; profile++) {
            slices += mix[profile] * TABLE.profile(profile).slices();
        }
        double rate = load * gpus * TABLE.slices() / (slices / weights);
        Chance chance = new Chance(seed, "mig-stream", 0);
        List<Arrival> arrivals = new ArrayList<>();
        double now = 0;
        for (int i = 0; i < count; i++) {
            now -= StrictMath.log(1 - chance.unit()) / rate;
            int drawn = chance.below(weights);
            int profile = 0;
            while (drawn >= mix[profile]) {
                drawn -= mix[profile++];
            }
            arrivals.add(new Arrival(now, now - StrictMath.log(1 - chance.unit()), profile));
        }
        return new MigStream(gpus, arrivals);
    }

    /** The memory slices of all that come. */
    long slices() {
        return arrivals.stream().mapToLong(Arrival::slices).sum();
    }

    private record Held(double end, int gpu, int mask) {}

    /**
     * The memory slices that are placed by {@code rule}.
     *
     * @param wanted by arrival, false for those that are rejected whatever is free
     */
    long placed(Rule rule, boolean[] wanted) {
        int[] free = new int[gpus];
        Arrays.fill(free, (1 << TABLE.slices()) - 1);
        double[][] ends = new double[gpus][TABLE.slices()];
        PriorityQueue<Held> running = new PriorityQueue<>(Comparator.comparingDouble(Held::end));
        long placed = 0;
        for (int i = 0; i < arrivals.size(); i++) {
            Arrival arrival = arrivals.get(i);
            while (!running.isEmpty() && running.peek().end <= arrival.at) {
                Held over = running.poll();
                free[over.gpu] |= over.mask;
            }
            Held best = wanted[i] ? best(arrival, free, ends, rule) : null;
            if (best != null) {
                free[best.gpu] &= ~best.mask;
                running.add(best);
                placed += arrival.slices();
                for (int rest = best.mask; rest != 0; rest &= rest - 1) {
                    ends[best.gpu][Integer.numberOfTrailingZeros(rest)] = arrival.end;
                }
            }
        }
        return placed;
    }

    private static Held best(Arrival arrival, int[] free, double[][] ends, Rule rule) {
        Held best = null;
        double least = Double.MAX_VALUE;
        for (int gpu = 0; gpu < free.length; gpu++) {
            int start = TABLE.start(arrival.profile, free[gpu]);
            int mask = start < 0 ? 0 : TABLE.mask(arrival.profile, start);
            double cost = start < 0 ? Double.MAX_VALUE : rule.cost(free[gpu], mask, ends[gpu], arrival);
            if (cost < least) {
                best = new Held(arrival.end, gpu, mask);
                least = cost;
            }
        }
        return best;
    }

    /** The memory slices that are placed where all that runs may move at any time: only who fits nowhere however they lie is rejected. */
    long placedMoving() {
        int[] there = new int[TABLE.count()];
        PriorityQueue<Arrival> running = new PriorityQueue<>(Comparator.comparingDouble(Arrival::end));
        long placed = 0;
        for (Arrival arrival : arrivals) {
            while (!running.isEmpty() && running.peek().end <= arrival.at) {
                there[running.poll().profile]--;
            }
            there[arrival.profile]++;
            if (MigFacet.ALL.stream().allMatch(facet -> facet.sum(there) <= (long) facet.most() * gpus)) {
                running.add(arrival);
                placed += arrival.slices();
            } else {
                there[arrival.profile]--;
            }
        }
        return placed;
    }
}
