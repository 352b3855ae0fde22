package io.berth.core.policy;

/**
 * A place where a policy keeps one number between placements; a constant of the policy.
 *
 * @param name unique among all policies, such as {@code round-robin.next}
 * @param version rises when the number gets another meaning; what an older version kept is forgotten then
 */
public record Slot(String name, int version) {}
