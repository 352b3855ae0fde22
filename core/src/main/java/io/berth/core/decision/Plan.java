package io.berth.core.decision;

import java.util.List;

/**
 * The decisions of one pass, in the order in which they are applied.
 *
 * @param pass the number of the pass, rising from 1
 */
public record Plan(long pass, List<Decision> decisions) {
    public Plan {
        decisions = List.copyOf(decisions);
    }
}
