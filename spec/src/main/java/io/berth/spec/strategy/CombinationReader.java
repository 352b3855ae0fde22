package io.berth.spec.strategy;

import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Shape.Named;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads a list of policies of one kind: with weights their scores are added up, without each decides between equals. */
public final class CombinationReader {
    private final String kind;
    private final Supplier<List<String>> combinable;
    private final Function<Tree, PolicySpec> reader;

    /**
     * @param kind what the policies are, for errors: {@code place}
     * @param combinable the names of those that can be combined
     * @param reader reads one
     */
    public CombinationReader(String kind, Supplier<List<String>> combinable, Function<Tree, PolicySpec> reader) {
        this.kind = kind;
        this.combinable = combinable;
        this.reader = reader;
    }

    /** The combination in {@code list}, whose shape was checked. */
    public PartSpec read(Tree list) {
        List<Tree> items = list.items();
        if (items.isEmpty()) {
            throw InputException.at(list, "must name at least one policy");
        }
        List<PolicySpec> ordered = new ArrayList<>();
        List<PartSpec.Weighed> weighed = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (Tree item : items) {
            Tree weight = weight(item);
            PolicySpec policy = policy(weight == null ? item : withoutWeight(item), names);
            if (weight == null) {
                ordered.add(policy);
            } else {
                weighed.add(new PartSpec.Weighed(policy, weight.number()));
            }
            if (!ordered.isEmpty() && !weighed.isEmpty()) {
                throw InputException.at(item, mixed(policy, weight != null));
            }
        }
        return weighed.isEmpty() ? new PartSpec.Lexicographic(ordered) : new PartSpec.Weighted(weighed);
    }

    private PolicySpec policy(Tree tree, Set<String> names) {
        PolicySpec policy = reader.apply(tree);
        String name = policy.name();
        if (!combinable.get().contains(name)) {
            throw InputException.at(
                    tree,
                    "the " + kind + " policy " + Quote.of(name)
                            + " gives no scores and cannot be combined (those that can: "
                            + String.join(", ", combinable.get()) + ")");
        }
        if (!names.add(name)) {
            throw InputException.at(tree, "the " + kind + " policy " + Quote.of(name) + " is there twice");
        }
        return policy;
    }

    private String mixed(PolicySpec policy, boolean weighed) {
        return "the " + kind + " policy " + Quote.of(policy.name()) + (weighed ? " has a weight" : " has no weight")
                + " and those before it have " + (weighed ? "none" : "one")
                + ": give all a weight, or none to ask them in order";
    }

    private static @Nullable Tree weight(Tree item) {
        if (!(item instanceof Tree.Map map)) {
            return null;
        }
        Tree value = map.entries().getFirst().value();
        return value instanceof Tree.Scalar && !value.isNull() ? value : value.get(Named.WEIGHT_KEY);
    }

    /** The policy with its parameters alone. */
    private static Tree withoutWeight(Tree item) {
        Tree.Entry entry = item.entries().getFirst();
        List<Tree.Entry> parameters = entry.value() instanceof Tree.Map map
                ? map.entries().stream()
                        .filter(parameter -> !parameter.key().equals(Named.WEIGHT_KEY))
                        .toList()
                : List.of();
        Tree value = new Tree.Map(entry.value().position(), entry.value().path(), parameters);
        return new Tree.Map(
                item.position(), item.path(), List.of(new Tree.Entry(entry.position(), entry.key(), value)));
    }
}
