package io.berth.core.strategy;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A part of a strategy as data: one policy, or several of one kind that decide together. */
public sealed interface PartSpec permits PolicySpec, PartSpec.Weighted, PartSpec.Lexicographic {
    /** The policies in it, in the order in which they were written. */
    List<PolicySpec> policies();

    /** Policies whose scores are added up by weight. */
    record Weighted(List<Weighed> parts) implements PartSpec {
        /** @throws IllegalArgumentException where there are none or a policy is there twice */
        public Weighted {
            parts = List.copyOf(parts);
            checkDistinct(parts.stream().map(Weighed::policy).toList());
        }

        @Override
        public List<PolicySpec> policies() {
            return parts.stream().map(Weighed::policy).toList();
        }

        @Override
        public String toString() {
            return parts.stream().map(Weighed::toString).collect(Collectors.joining(","));
        }
    }

    /** A policy and its weight, above 0; only the ratios of weights matter. */
    record Weighed(PolicySpec policy, double weight) {
        /** @throws IllegalArgumentException where the weight is not above 0 or not finite */
        public Weighed {
            if (!(weight > 0 && Double.isFinite(weight))) {
                throw new IllegalArgumentException(
                        "The weight (" + weight + ") of policy (" + policy + ") must be a number above 0.");
            }
        }

        @Override
        public String toString() {
            return policy + ":" + (weight == (long) weight ? Long.toString((long) weight) : Double.toString(weight));
        }
    }

    /** Policies of which each decides only where those before it find nodes, or servers, equally good. */
    record Lexicographic(List<PolicySpec> policies) implements PartSpec {
        /** @throws IllegalArgumentException where there are none or a policy is there twice */
        public Lexicographic {
            policies = List.copyOf(policies);
            checkDistinct(policies);
        }

        @Override
        public String toString() {
            return policies.stream().map(PolicySpec::toString).collect(Collectors.joining(","));
        }
    }

    private static void checkDistinct(List<PolicySpec> policies) {
        TreeSet<String> names = new TreeSet<>();
        for (PolicySpec policy : policies) {
            if (!names.add(policy.name())) {
                throw new IllegalArgumentException("The policy (" + policy.name() + ") is there twice.");
            }
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException("A combination needs at least one policy.");
        }
    }
}
