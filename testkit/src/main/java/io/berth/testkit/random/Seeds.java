package io.berth.testkit.random;

import java.util.function.LongConsumer;

/** Runs a property for many seeds; {@code -Dberth.seed=N} runs it for one, {@code -Dberth.full=true} for all that there are. */
public final class Seeds {
    private static final String ONE_SEED = "berth.seed";

    private Seeds() {}

    /** How many of {@code all} seeds a build runs: a quarter, all with {@code -Dberth.full=true}. */
    public static int some(int all) {
        return Boolean.getBoolean("berth.full") ? all : all / 4;
    }

    /** Checks {@code property} for the seeds 1 to {@code count}; a failure says how to repeat it. */
    public static void upTo(int count, LongConsumer property) {
        String only = System.getProperty(ONE_SEED);
        if (only != null) {
            check(Long.parseLong(only), property);
            return;
        }
        for (int seed = 1; seed <= count; seed++) {
            check(seed, property);
        }
    }

    private static void check(long seed, LongConsumer property) {
        try {
            property.accept(seed);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("reproduce with -D" + ONE_SEED + "=" + seed + ": " + e.getMessage(), e);
        }
    }
}
