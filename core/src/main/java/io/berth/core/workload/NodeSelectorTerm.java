package io.berth.core.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What must hold of a node's labels, all of it: a term of a node selector of Kubernetes.
 *
 * @param requirements at least one: a term without any holds of no node, so none is made of it
 */
public record NodeSelectorTerm(List<Requirement> requirements) {
    public NodeSelectorTerm {
        requirements = List.copyOf(requirements);
        if (requirements.isEmpty()) {
            throw new IllegalArgumentException("A term of a node selector needs a requirement.");
        }
    }

    /** How the value of a label is looked at. Their places are a part of the journal's format. */
    public enum Operator {
        IN,
        NOT_IN,
        EXISTS,
        DOES_NOT_EXIST,
        GREATER,
        LESS
    }

    /**
     * What must hold of the value of one label.
     *
     * @param values as many as the operator takes: none where only the label matters, one whole number where sizes are compared
     */
    public record Requirement(String key, Operator operator, List<String> values) {
        public Requirement {
            values = List.copyOf(values);
        }

        /** True where it holds of {@code value}, which is null where there is no such label. */
        public boolean holds(@Nullable String value) {
            return switch (operator) {
                case IN -> value != null && values.contains(value);
                case NOT_IN -> value == null || !values.contains(value);
                case EXISTS -> value != null;
                case DOES_NOT_EXIST -> value == null;
                case GREATER -> value != null && compares(value, 1);
                case LESS -> value != null && compares(value, -1);
            };
        }

        /** False where one of both is no whole number, as in Kubernetes. */
        private boolean compares(String value, int sign) {
            try {
                return values.size() == 1
                        && Integer.signum(Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst())))
                                == sign;
            } catch (NumberFormatException e) {
                return false;
            }
        }
    }

    /** True where all of it holds of a node labelled with {@code labels}. */
    public boolean holds(List<Label> labels) {
        for (Requirement requirement : requirements) {
            if (!requirement.holds(Label.value(labels, requirement.key()))) {
                return false;
            }
        }
        return true;
    }
}
