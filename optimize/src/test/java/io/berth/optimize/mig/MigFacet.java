package io.berth.optimize.mig;

import java.util.List;

/**
 * What instances that lie on one GPU cannot have more of, together: {@code weights} by profile, the smallest first. Instances that all of
 * these allow fit ({@code MigOfflineTest} compares all multisets); on several GPUs they are what must hold, and no fewer fit.
 */
record MigFacet(int most, List<Integer> weights) {
    static final List<MigFacet> ALL = List.of(
            // Memory slices, compute slices.
            new MigFacet(8, List.of(1, 2, 2, 4, 4, 8)),
            new MigFacet(7, List.of(1, 1, 2, 3, 4, 7)),
            // The first half: 4g and 7g.
            new MigFacet(1, List.of(0, 0, 0, 0, 1, 1)),
            // The three places of 2g, of which the others take one, two or all.
            new MigFacet(3, List.of(0, 0, 1, 1, 2, 3)));

    long sum(int[] counts) {
        long sum = 0;
        for (int profile = 0; profile < counts.length; profile++) {
            sum += (long) weights.get(profile) * counts[profile];
        }
        return sum;
    }
}
