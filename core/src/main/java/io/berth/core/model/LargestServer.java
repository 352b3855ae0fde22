package io.berth.core.model;

import io.berth.core.model.column.ServerColumns;

/**
 * The largest amounts of one server in a fleet: what {@link ServerColumns} are shares of. What exceeds one counts as 1.
 *
 * @param speedMilli thousandths of the speed that work is counted in; at least 1
 * @param slots at least 1
 * @param memoryBytes of GPU memory; 0 where no server has any
 */
public record LargestServer(int speedMilli, int slots, long memoryBytes) {
    /** @throws IllegalArgumentException where an amount is too small */
    public LargestServer {
        check("speed", speedMilli, 1);
        check("slots", slots, 1);
        check("memory", memoryBytes, 0);
    }

    private static void check(String what, long amount, int least) {
        if (amount < least) {
            throw new IllegalArgumentException(
                    "The " + what + " of the largest server (" + amount + ") must be at least " + least + ".");
        }
    }
}
