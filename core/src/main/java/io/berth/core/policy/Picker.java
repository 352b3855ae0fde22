package io.berth.core.policy;

/** Chooses among all nodes that fit, where no score of a single node says which. */
@FunctionalInterface
public interface Picker {
    /** The chosen node; {@code candidates} has at least one. */
    int pick(Candidates candidates, Turn turn);
}
