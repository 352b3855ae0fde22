package io.berth.gateway.desk;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The subsets of the servers to which alone requests may go, each with a number as long as a request has it. */
final class Subsets {
    private final Fleet fleet;
    private final Bearers bearers;
    /** Equal predicates are one subset. */
    private final Map<IntPredicate, Subset> live = new HashMap<>();

    private final List<@Nullable Subset> numbered = new ArrayList<>();

    /** One subset. */
    private static final class Subset {
        private final int number;
        private final IntPredicate may;
        private int holders;

        private Subset(int number, IntPredicate may) {
            this.number = number;
            this.may = may;
        }
    }

    Subsets(Fleet fleet, Bearers bearers) {
        this.fleet = fleet;
        this.bearers = bearers;
        numbered.add(null);
    }

    /** The number of a subset for one more request; whoever has it gives it back. */
    int take(IntPredicate may) {
        Subset subset = live.get(may);
        if (subset == null) {
            int number = 1;
            while (number < numbered.size() && numbered.get(number) != null) {
                number++;
            }
            subset = new Subset(number, may);
            if (number == numbered.size()) {
                numbered.add(subset);
            } else {
                numbered.set(number, subset);
            }
            live.put(may, subset);
            tell(subset);
        }
        subset.holders++;
        return subset.number;
    }

    /** A request is over that had taken {@code number}; nothing for {@link Need#ANY_SERVER}. */
    void give(int number) {
        Subset subset = numbered.get(number);
        if (subset != null && --subset.holders == 0) {
            numbered.set(number, null);
            live.remove(subset.may);
            fleet.setSubset(number, null);
        }
    }

    /** Another server has a row. */
    void reshaped() {
        live.values().forEach(this::tell);
    }

    private void tell(Subset subset) {
        BitSet rows = new BitSet();
        for (int row = 0; row < fleet.size(); row++) {
            int server = bearers.number(row);
            rows.set(row, server >= 0 && subset.may.test(server));
        }
        fleet.setSubset(subset.number, rows);
    }
}
