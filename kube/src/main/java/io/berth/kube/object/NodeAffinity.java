package io.berth.kube.object;

import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Preference;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a pod asks of nodes beside their labels.
 *
 * @param required terms of which one must hold; a pod that asks for some of which none can hold has none of them, and goes nowhere
 */
public record NodeAffinity(List<NodeSelectorTerm> required) {
    /** The label that stands for the name of a node; its sign is none that labels may have. */
    public static final String NAME = "field:metadata.name";

    /** Before the name of a field, as before {@link #NAME}. */
    public static final String FIELD = "field:";

    private static final Map<String, Operator> OPERATORS = Map.of(
            "In", Operator.IN,
            "NotIn", Operator.NOT_IN,
            "Exists", Operator.EXISTS,
            "DoesNotExist", Operator.DOES_NOT_EXIST,
            "Gt", Operator.GREATER,
            "Lt", Operator.LESS);

    /** {@code v1 Affinity}, and in it {@code v1 NodeAffinity}; empty where nothing is required of nodes. */
    static Optional<NodeAffinity> ofPod(Message message) {
        return message.each(1, ofNodes -> ofNodes.each(1, NodeAffinity::terms)).stream()
                .flatMap(List::stream)
                .map(NodeAffinity::new)
                .findFirst();
    }

    /** {@code v1 NodeAffinity}: what is preferred; terms without requirements prefer no node, as in Kubernetes. */
    static List<Preference.OfNodes> preferred(Message message) {
        return message.each(2, NodeAffinity::weighted).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** {@code v1 PreferredSchedulingTerm}. */
    private static Optional<Preference.OfNodes> weighted(Message message) {
        int weight = 0;
        List<Requirement> requirements = List.of();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> weight = message.whole();
                case 2 -> requirements = message.message(NodeAffinity::requirements);
                default -> message.skip();
            }
        }
        return requirements.isEmpty() || !weighs(weight)
                ? Optional.empty()
                : Optional.of(new Preference.OfNodes(new NodeSelectorTerm(requirements), weight));
    }

    /** True for a weight that the API server lets pass. */
    static boolean weighs(int weight) {
        return weight >= 1 && weight <= Preference.HEAVIEST;
    }

    /** {@code v1 NodeSelector}, as others than pods have one. */
    public static NodeAffinity ofSelector(Message message) {
        return new NodeAffinity(terms(message));
    }

    /** True where a node that is labelled so will do. */
    public boolean holds(List<Label> labels) {
        return required.stream().anyMatch(term -> term.holds(labels));
    }

    /** {@code v1 NodeSelector}: terms that are empty hold of no node, and are left out. */
    private static List<NodeSelectorTerm> terms(Message message) {
        List<NodeSelectorTerm> terms = new ArrayList<>();
        for (List<Requirement> requirements : message.each(1, NodeAffinity::requirements)) {
            if (!requirements.isEmpty()) {
                terms.add(new NodeSelectorTerm(requirements));
            }
        }
        return terms;
    }

    /** {@code v1 NodeSelectorTerm}: requirements of labels, and of fields. */
    private static List<Requirement> requirements(Message message) {
        List<Requirement> requirements = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> requirements.add(message.message(NodeAffinity::ofLabel));
                case 2 -> requirements.add(message.message(NodeAffinity::ofField));
                default -> message.skip();
            }
        }
        return requirements;
    }

    private static Requirement ofLabel(Message message) {
        Requirement read = requirement(message, "");
        int values = read.values().size();
        boolean sound = switch (read.operator()) {
            case IN, NOT_IN -> values > 0;
            case EXISTS, DOES_NOT_EXIST -> values == 0;
            case GREATER, LESS -> values == 1;
        };
        return sound ? read : never(read.key());
    }

    /** One of a field, which may be asked only whether it has one value. */
    private static Requirement ofField(Message message) {
        Requirement read = requirement(message, FIELD);
        boolean sound =
                read.values().size() == 1 && (read.operator() == Operator.IN || read.operator() == Operator.NOT_IN);
        return sound ? read : never(read.key());
    }

    /** {@code v1 NodeSelectorRequirement}; one of an operator that this program does not know holds of no node. */
    private static Requirement requirement(Message message, String prefix) {
        String key = "";
        String operator = "";
        List<String> values = new ArrayList<>();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> key = message.text();
                case 2 -> operator = message.text();
                case 3 -> values.add(message.text());
                default -> message.skip();
            }
        }
        Operator known = OPERATORS.get(operator);
        return known == null ? never(prefix + key) : new Requirement(prefix + key, known, values);
    }

    /** What holds of no node, as all does that Kubernetes takes for an error. */
    private static Requirement never(String key) {
        return new Requirement(key, Operator.IN, List.of());
    }
}
