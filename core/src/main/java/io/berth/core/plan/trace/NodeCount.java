package io.berth.core.plan.trace;

import io.berth.core.decision.Cure;
import io.berth.core.decision.DomainMiss;
import io.berth.core.decision.Lacks;
import io.berth.core.decision.Reason;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the nodes had left for the tasks of a job when the pass came to it.
 *
 * @param fitting on how many nodes one task fitted
 * @param slots how many of its tasks all nodes would have taken together
 * @param lacks on how many of the others it did not fit, by why not
 * @param nearest which of those lacked least; null where none could hold it for what the nodes are
 */
public record NodeCount(
        int fitting, long slots, Lacks lacks, @Nullable NodeMiss nearest) {
    /** Of a pass whose nodes were not counted. */
    static final NodeCount NONE = new NodeCount(0, 0, Lacks.NONE, null);

    /** The same, to which domain {@code miss} comes nearest. */
    NodeCount missing(@Nullable DomainMiss miss) {
        return new NodeCount(fitting, slots, lacks.missing(miss), nearest);
    }

    /** Why there was no room: the reason of most nodes; those that nothing cures only where all nodes have them. */
    Reason reason() {
        if (fitting > 0) {
            return Reason.GANG;
        }
        Reason most = Reason.NO_NODE_EVER;
        int count = 0;
        for (Map.Entry<Reason, Integer> lack : lacks.reasons().entrySet()) {
            if (lack.getKey().cure() != Cure.NEVER && lack.getValue() > count) {
                most = lack.getKey();
                count = lack.getValue();
            }
        }
        return most;
    }
}
