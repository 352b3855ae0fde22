package io.berth.core.cluster.peer;

import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule.Spread;
import java.util.List;

/**
 * What the tasks of a shape have to do with others, by the numbers of a {@link Peers}: whose selectors pick them, and the rules that they
 * have themselves. It never changes; who was picked by a selector that came later has another shape.
 */
public final class PeerProfile {
    /** Of tasks that no selector picks, and that have no rules. */
    public static final PeerProfile NONE = new PeerProfile(
            -1, NodeTerms.ANY, new int[0], new Rules(List.of(), List.of(), List.of(), List.of()), List.of());

    final int shape;
    final NodeTerms where;
    /** The selectors that pick them, ascending. */
    final int[] pickedBy;

    final List<Near> together;
    final List<Away> apart;
    final List<Even> spread;
    /** The keys by which all tasks of a job must be in one domain. */
    final List<String> within;

    final List<Leaning> leanings;

    /** The rules of a shape, by their kind. */
    record Rules(List<Near> together, List<Away> apart, List<Even> spread, List<String> within) {}

    /**
     * A rule that they be together with others.
     *
     * @param placed the counts of those others, by key
     * @param itself true where the tasks are picked themselves
     */
    record Near(int[] placed, boolean itself) {}

    /**
     * A rule that they be apart from others.
     *
     * @param placed the count of those others
     * @param holding the count of those who have the rule
     */
    record Away(int placed, int holding) {}

    /**
     * A rule that they be spread.
     *
     * @param placed the count of those among which they are
     * @param itself as in {@link Near}
     */
    record Even(int placed, Spread rule, boolean itself) {}

    /**
     * What they would rather be near to, or away from.
     *
     * @param placed the count of those others
     * @param weight of the domain that holds most, beside the one that holds fewest
     * @param everywhere true where a node of no domain is worth no more than the worst one
     */
    record Leaning(int placed, int weight, boolean everywhere) {}

    PeerProfile(int shape, NodeTerms where, int[] pickedBy, Rules rules, List<Leaning> leanings) {
        this.shape = shape;
        this.where = where;
        this.pickedBy = pickedBy;
        this.together = rules.together;
        this.apart = rules.apart;
        this.spread = rules.spread;
        this.within = rules.within;
        this.leanings = leanings;
    }

    @SuppressWarnings("ReferenceEquality")
    boolean is(PeerProfile other) {
        return this == other;
    }

    /** True where no rules make other tasks matter to them, nor them to other tasks. */
    public boolean isNothing() {
        return pickedBy.length == 0 && !ruled();
    }

    /** The same but that all tasks of their job may have to be in one domain. */
    public boolean onlyWithin() {
        return pickedBy.length == 0 && together.isEmpty() && apart.isEmpty() && spread.isEmpty();
    }

    /** True where they would rather be near to some tasks, or away from them. */
    public boolean leans() {
        return !leanings.isEmpty();
    }

    /** True where they have rules themselves. */
    public boolean ruled() {
        return !together.isEmpty() || !apart.isEmpty() || !spread.isEmpty() || !within.isEmpty();
    }
}
