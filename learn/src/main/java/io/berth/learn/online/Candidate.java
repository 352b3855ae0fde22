package io.berth.learn.online;

import io.berth.core.strategy.PolicySpec;

/**
 * An order that might be better.
 *
 * @param id what identifies it: a model's id, or the name of an order
 * @param order as a strategy has it
 * @param known whether it was there before the jobs were: so no job is one that its maker saw
 */
public record Candidate(String id, PolicySpec order, boolean known) {
    /** One that was made of the jobs of a window. */
    public Candidate(String id, PolicySpec order) {
        this(id, order, false);
    }
}
