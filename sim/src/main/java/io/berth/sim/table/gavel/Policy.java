package io.berth.sim.table.gavel;

import java.util.Arrays;
import java.util.List;

/** The policies of the table. */
enum Policy {
    FIFO("fifo", seed -> new FirstCome(false, seed)),
    HET_FIFO("het-fifo", seed -> new FirstCome(true, seed)),
    LAS("las", _ -> new MaxMinShares(false)),
    GAVEL_LAS("gavel-las", _ -> new MaxMinShares(true));

    private final String row;
    private final Maker maker;

    /** Makes one for a run. */
    private interface Maker {
        Sharing make(int seed);
    }

    Policy(String row, Maker maker) {
        this.row = row;
        this.maker = maker;
    }

    String row() {
        return row;
    }

    Sharing sharing(int seed) {
        return maker.make(seed);
    }

    /** True where a program says what the shares are. */
    boolean solves() {
        return this == LAS || this == GAVEL_LAS;
    }

    static Policy of(String row) {
        return Arrays.stream(values())
                .filter(policy -> policy.row.equals(row))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no policy (" + row + ") of this table, only " + List.of(values()) + "."));
    }
}
