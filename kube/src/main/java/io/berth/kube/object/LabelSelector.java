package io.berth.kube.object;

import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.kube.wire.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What labels of objects are picked by. */
public final class LabelSelector {
    private static final Map<String, Operator> OPERATORS = Map.of(
            "In", Operator.IN,
            "NotIn", Operator.NOT_IN,
            "Exists", Operator.EXISTS,
            "DoesNotExist", Operator.DOES_NOT_EXIST);

    private LabelSelector() {}

    /** {@code meta/v1 LabelSelector}; one that is empty means all. */
    public static List<Requirement> read(Message message) {
        List<Requirement> requirements = new ArrayList<>();
        Map<String, String> labels = Message.texts();
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> message.entry(labels, "", Message::text);
                case 2 -> requirements.add(message.message(LabelSelector::requirement));
                default -> message.skip();
            }
        }
        labels.forEach((key, value) -> requirements.add(new Requirement(key, Operator.IN, List.of(value))));
        return requirements;
    }

    /** {@code meta/v1 LabelSelectorRequirement}; one that Kubernetes takes for an error holds of no pod. */
    private static Requirement requirement(Message message) {
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
        boolean ofValues = known == Operator.IN || known == Operator.NOT_IN;
        return known == null || ofValues == values.isEmpty()
                ? new Requirement(key, Operator.IN, List.of())
                : new Requirement(key, known, values);
    }
}
