package io.berth.console.explanation;

import java.util.List;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * How a job came to its last start.
 *
 * @param time when that was decided: UTC, ISO 8601
 * @param starts how often it was started up to then; null where only the last start was looked for
 * @param nodes how many its tasks went to
 * @param nodeNames of the first of them
 * @param text in words
 * @param strategy that decided it, with what identifies its models
 * @param same true where the policies of this program decide the same; else nothing is told of why
 * @param preferences what a learnt order tried before it, and it before what, and why; empty under other orders
 * @param placements which nodes the first of its tasks got, rather than which, and why; empty where the placement does not score
 *     nodes, and where the job was planned together with others
 */
public record Started(
        String time,
        @Nullable Long starts,
        int nodes,
        List<String> nodeNames,
        String text,
        String strategy,
        boolean same,
        List<Preferred> preferences,
        List<Placed> placements) {
    /** The same without what a learnt order saw in other jobs than those that are {@code visible}. */
    Started of(LongPredicate visible) {
        return new Started(
                time, starts, nodes, nodeNames, text, strategy, same, Preferred.of(preferences, visible), placements);
    }
}
