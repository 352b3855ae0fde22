package io.berth.optimize.mig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.berth.optimize.exact.NativeLibrary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What is placed of instances that come and go, against somebody who knows all that will come.
 *
 * <p>{@code -Dberth.mig.arrivals=6000} prints the tables of experiment 31.
 */
class MigOfflineTest {
    private static final boolean PRINTS = System.getProperty("berth.mig.arrivals") != null;
    private static final int ARRIVALS = Integer.getInteger("berth.mig.arrivals", 1500);
    private static final int SEEDS = PRINTS ? 3 : 1;
    private static final int GPUS = 64;
    private static final int PROFILES = MigStream.TABLE.count();

    @BeforeAll
    static void loaded() {
        try {
            NativeLibrary.load();
        } catch (UnsupportedOperationException e) {
            assumeTrue(false, e.getMessage());
        }
    }

    /** What the bound says of one GPU is what fits on it. */
    @Test
    void instancesFitOnAGpuWhereAllFacetsAllowThem() {
        List<int[]> allowed = new ArrayList<>();
        count(new int[PROFILES], 0, allowed);
        for (int[] counts : allowed) {
            List<Integer> numbers = new ArrayList<>();
            for (int profile = 0; profile < PROFILES; profile++) {
                for (int i = 0; i < counts[profile]; i++) {
                    numbers.add(profile);
                }
            }
            assertThat(MigStream.TABLE.fit(numbers)).as(Arrays.toString(counts)).isTrue();
        }
        assertThat(allowed).hasSize(MigStream.TABLE.worth((1 << MigStream.TABLE.slices()) - 1));
    }

    private static void count(int[] counts, int from, List<int[]> allowed) {
        if (MigFacet.ALL.stream().allMatch(facet -> facet.sum(counts) <= facet.most())) {
            allowed.add(counts.clone());
            for (int profile = from; profile < PROFILES; profile++) {
                counts[profile]++;
                count(counts, profile, allowed);
                counts[profile]--;
            }
        }
    }

    @Test
    void theBoundIsWhatAnExactPlanPlacesOrLittleMore() {
        for (int[] mix : MigStream.MIXES) {
            for (int seed = 1; seed <= 2; seed++) {
                MigStream stream = MigStream.of(2, mix, 0.9, PRINTS ? 60 : 30, seed);
                MigBound bound = MigBound.of(stream);
                MigExact exact = MigExact.of(stream, PRINTS ? 100 : 10);
                long online = stream.placed(MigStream.BERTH, all(stream));
                if (PRINTS) {
                    System.out.printf(
                            "2 GPUs, %s, seed %d: Berth %d, exact %d%s, bound %.1f of %d slices%n",
                            Arrays.toString(mix),
                            seed,
                            online,
                            exact.slices(),
                            exact.proven() ? "" : " (not proven)",
                            bound.slices(),
                            stream.slices());
                }
                assertThat((double) exact.slices()).isLessThanOrEqualTo(bound.slices() + 1e-3);
                if (exact.proven()) {
                    assertThat(exact.slices()).isGreaterThanOrEqualTo(online);
                    assertThat((double) exact.slices()).isGreaterThan(0.95 * bound.slices());
                }
            }
        }
    }

    private static boolean[] all(MigStream stream) {
        boolean[] all = new boolean[stream.arrivals().size()];
        Arrays.fill(all, true);
        return all;
    }

    /** Parts of the slices that came: Berth, with ends known, moving, told whom to reject, the bound. */
    private static double[] parts(int[] mix, double load, long seed) {
        MigStream stream = MigStream.of(GPUS, mix, load, ARRIVALS, seed);
        MigBound bound = MigBound.of(stream);
        double[] placed = {
            stream.placed(MigStream.BERTH, all(stream)),
            stream.placed(MigStream.ENDS_KNOWN, all(stream)),
            stream.placedMoving(),
            stream.placed(MigStream.BERTH, bound.taken()),
            bound.slices()
        };
        return Arrays.stream(placed).map(slices -> slices / stream.slices()).toArray();
    }

    @Test
    void whatIsLostIsMostlyThatNobodyKnowsWhatComes() {
        for (int[] mix : MigStream.MIXES) {
            for (double load : new double[] {0.8, 0.9}) {
                double[] sums = new double[5];
                for (int seed = 1; seed <= SEEDS; seed++) {
                    double[] parts = parts(mix, load, seed);
                    Arrays.setAll(sums, i -> sums[i] + parts[i] / SEEDS);
                    assertThat(Arrays.stream(parts).max().orElse(0)).isLessThanOrEqualTo(parts[4] + 1e-6);
                }
                if (PRINTS) {
                    System.out.printf(
                            "%s, load %.1f: Berth %.2f, ends known %.2f, moving %.2f, told whom to reject %.2f, bound %.2f %%%n",
                            Arrays.toString(mix),
                            load,
                            100 * sums[0],
                            100 * sums[1],
                            100 * sums[2],
                            100 * sums[3],
                            100 * sums[4]);
                }
                boolean hardest = load > 0.85 && mix[0] == mix[5];
                assertThat(sums[0]).isGreaterThan((hardest ? 0.97 : 0.985) * sums[2]);
                assertThat(sums[3]).as("knowing whom to reject").isGreaterThan(0.98 * sums[4]);
            }
        }
    }
}
