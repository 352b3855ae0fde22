package io.berth.spec.scenario;

import io.berth.core.policy.Parameter;
import io.berth.core.policy.PolicyKind;
import io.berth.core.policy.PolicySpec;
import io.berth.core.policy.StrategySpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads strategies: a bare name is a ready strategy or a policy whose other parts take their defaults; a map names each part.
 */
public final class StrategyReader {
    private final PolicyNames policies;

    public StrategyReader(PolicyNames policies) {
        this.policies = policies;
    }

    /** The strategies in {@code tree}, a name or a list of names and maps; no two have the same name. */
    public List<StrategySpec> readAll(Tree tree) {
        List<Tree> items = tree instanceof Tree.Items ? tree.items() : List.of(tree);
        if (items.isEmpty()) {
            throw InputException.at(tree, "must name at least one strategy");
        }
        List<StrategySpec> strategies = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (Tree item : items) {
            StrategySpec strategy = read(item);
            if (!names.add(strategy.name())) {
                throw InputException.at(
                        item, "the strategy " + Quote.of(strategy.name()) + " is there twice; give one another name");
            }
            strategies.add(strategy);
        }
        return strategies;
    }

    /** The strategy in {@code tree}, a name or a map. */
    public StrategySpec read(Tree tree) {
        return tree instanceof Tree.Scalar ? named(tree) : composed(ScenarioSchema.STRATEGY.read(tree));
    }

    /** The strategy called {@code name}; {@code place} is for the error. */
    public StrategySpec named(String name, String place) {
        return named(new Tree.Scalar(Position.of(place), "", name, true));
    }

    private StrategySpec named(Tree tree) {
        String name = tree.text();
        StrategySpec preset = policies.preset(name);
        if (preset != null) {
            return preset;
        }
        for (PolicyKind kind : PolicyKind.values()) {
            if (policies.names(kind).contains(name)) {
                return with(name, kind);
            }
        }
        Set<String> known = new LinkedHashSet<>(policies.presets());
        for (PolicyKind kind : PolicyKind.values()) {
            known.addAll(policies.names(kind));
        }
        throw InputException.at(tree, InputException.unknown("strategy", name, known));
    }

    /** The defaults with the policy {@code name} of {@code kind}. */
    private static StrategySpec with(String name, PolicyKind kind) {
        StrategySpec strategy = StrategySpec.of(
                name,
                kind == PolicyKind.ORDER ? name : StrategySpec.DEFAULT_ORDER,
                kind == PolicyKind.PLACE ? name : StrategySpec.DEFAULT_PLACE,
                kind == PolicyKind.BACKFILL ? name : StrategySpec.DEFAULT_BACKFILL);
        return kind == PolicyKind.PREEMPT ? strategy.preempting(name) : strategy;
    }

    private StrategySpec composed(Fields fields) {
        List<PolicySpec> given = new ArrayList<>();
        for (PolicyKind kind : PolicyKind.values()) {
            if (fields.has(kind.key())) {
                given.add(policy(kind, fields));
            }
        }
        if (given.isEmpty()) {
            throw InputException.at(
                    fields.tree(), "needs order, place, backfill or preempt; a ready strategy is its bare name");
        }
        String name = given.stream().map(PolicySpec::toString).collect(Collectors.joining("+"));
        return new StrategySpec(
                fields.text("name", name),
                policy(PolicyKind.ORDER, fields),
                policy(PolicyKind.PLACE, fields),
                policy(PolicyKind.BACKFILL, fields),
                policy(PolicyKind.PREEMPT, fields));
    }

    private PolicySpec policy(PolicyKind kind, Fields fields) {
        if (!fields.has(kind.key())) {
            return PolicySpec.of(fields.text(kind.key()));
        }
        Tree tree = fields.value(kind.key());
        if (!(tree instanceof Tree.Map map)) {
            return PolicySpec.of(known(kind, tree.text(), tree));
        }
        Tree.Entry entry = map.entries().getFirst();
        String name = known(kind, entry.key(), tree);
        return PolicySpec.of(name, parameters(policies.parameters(kind, name), entry.value()));
    }

    private String known(PolicyKind kind, String name, Tree tree) {
        if (!policies.names(kind).contains(name)) {
            throw InputException.at(tree, InputException.unknown(kind.key() + " policy", name, policies.names(kind)));
        }
        return name;
    }

    private static TreeMap<String, String> parameters(List<Parameter> declared, Tree tree) {
        TreeMap<String, String> parameters = new TreeMap<>();
        for (Tree.Entry entry : tree.entries()) {
            Parameter parameter = find(declared, entry.key());
            if (parameter == null) {
                List<String> names = declared.stream().map(Parameter::name).toList();
                String problem = InputException.unknown("parameter", entry.key(), names);
                throw InputException.at(entry.position(), tree.path(), problem);
            }
            checkType(parameter, entry.value());
            parameters.put(entry.key(), entry.value().text());
        }
        return parameters;
    }

    private static @Nullable Parameter find(List<Parameter> declared, String name) {
        return declared.stream()
                .filter(parameter -> parameter.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static void checkType(Parameter parameter, Tree value) {
        switch (parameter.type()) {
            case INTEGER -> value.whole();
            case NUMBER -> value.number();
            case TEXT -> value.text();
        }
    }
}
