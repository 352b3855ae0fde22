package io.berth.learn.online;

import io.berth.core.policy.PolicySpec;

/**
 * An order that might be better.
 *
 * @param id what identifies it: a model's id, or the name of an order
 * @param order as a strategy has it
 */
public record Candidate(String id, PolicySpec order) {}
