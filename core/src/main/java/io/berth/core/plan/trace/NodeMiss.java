package io.berth.core.plan.trace;

import io.berth.core.decision.Reason;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The node that lacks least for one more task, and all that it lacks.
 *
 * @param reason what is said first of that node
 * @param lacks by resource; empty where it has enough of each and something else is in the way
 */
public record NodeMiss(String node, Reason reason, List<Shortage> lacks) {
    public NodeMiss {
        lacks = List.copyOf(lacks);
    }

    /** True where even the empty node lacks that. */
    public boolean whenEmpty() {
        return reason == Reason.TOO_LARGE;
    }

    /** In words: {@code gpu-7 lacks 2 GPUs and 4 GiB of memory}. */
    public String text() {
        if (lacks.isEmpty()) {
            return node + ": " + reason.text();
        }
        List<String> parts = lacks.stream().map(Shortage::text).collect(Collectors.toList());
        String last = parts.removeLast();
        String all = parts.isEmpty() ? last : String.join(", ", parts) + " and " + last;
        return node + (whenEmpty() ? ", even empty, lacks " : " lacks ") + all;
    }
}
