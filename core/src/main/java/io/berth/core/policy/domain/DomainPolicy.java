package io.berth.core.policy.domain;

import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;

/**
 * Which of the domains that hold a job it goes to. Those of one level are compared, the one that costs least first.
 *
 * @param cost of each
 * @param ties true where of those that cost the same the lowest value goes first, false for the lowest node
 * @param start which level comes first
 * @param fill how tasks are divided over the domains inside
 */
public record DomainPolicy(Cost cost, boolean ties, Start start, Fill fill) {
    /** What it costs to use a domain; a function of its nodes as they are, of the task and of what is said here. */
    @FunctionalInterface
    public interface Cost {
        /** @param tasks how many go there */
        long of(DomainRoom domain, Nodes nodes, Shape shape, int tasks);
    }

    /** Where the search begins of a job that must be in one domain of a level. */
    public enum Start {
        /** At the narrowest level that there is: the smallest domain that holds it. */
        NARROWEST,
        /** At the level that it asks for. */
        ASKED
    }
}
