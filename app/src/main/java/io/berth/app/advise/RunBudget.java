package io.berth.app.advise;

import io.berth.sim.portfolio.Race;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;

/**
 * How much may be simulated.
 *
 * @param runs how many runs; 0 where the time says it
 * @param nanos how long they may take together; 0 where their number says it
 */
record RunBudget(int runs, long nanos) {
    private static final int MOST = 1_000_000;

    /** A number of runs, or a time with its unit. */
    static RunBudget parse(String option, String text) {
        try {
            int runs = Integer.parseInt(text);
            if (runs < 1 || runs > MOST) {
                throw wrong(option, text);
            }
            return new RunBudget(runs, 0);
        } catch (NumberFormatException _) {
            return time(option, text);
        }
    }

    private static RunBudget time(String option, String text) {
        try {
            long nanos = Durations.parseNanos(text);
            if (nanos > 0) {
                return new RunBudget(0, nanos);
            }
        } catch (QuantityException _) {
            // Said below, as for a time of nothing.
        }
        throw wrong(option, text);
    }

    private static InputException wrong(String option, String text) {
        return new InputException(
                option,
                "must be a number of simulations up to " + MOST + " or a time such as 90s, but is \"" + text + "\"");
    }

    /** A race of so many candidates must come to an end within it. */
    void check(String option, int candidates) {
        int least = Race.least(candidates);
        if (nanos == 0 && runs < least) {
            throw new InputException(
                    option,
                    "must be at least " + least + ", for " + candidates + " candidates, but is \"" + runs + "\"");
        }
    }

    /** How many runs there will be; 0 where nobody knows. */
    long total() {
        return runs;
    }

    /** The budget of a race that begins now. A time is counted in runs as long as those so far. */
    Race.Budget begun() {
        if (nanos == 0) {
            return done -> runs - done;
        }
        long start = System.nanoTime();
        return done -> {
            long gone = Math.max(1, System.nanoTime() - start);
            double left = done == 0 ? 0 : (double) (nanos - gone) / gone * done;
            return (int) Math.clamp(left, 0, MOST);
        };
    }
}
