package io.berth.spec.scenario;

import io.berth.core.policy.Parameter;
import io.berth.core.policy.PolicyKind;
import io.berth.core.policy.PolicySpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads one policy: its name, or a map from its name to its parameters. */
final class PolicyReader {
    private final PolicyNames policies;
    private final ModelText models;

    PolicyReader(PolicyNames policies, ModelText models) {
        this.policies = policies;
        this.models = models;
    }

    /** The policy of {@code kind} in {@code tree}. */
    PolicySpec read(PolicyKind kind, Tree tree) {
        if (!(tree instanceof Tree.Map map)) {
            return PolicySpec.of(known(kind, tree.text(), tree));
        }
        Tree.Entry entry = map.entries().getFirst();
        String name = known(kind, entry.key(), tree);
        return PolicySpec.of(name, parameters(kind, name, entry.value()));
    }

    private String known(PolicyKind kind, String name, Tree tree) {
        if (!policies.names(kind).contains(name)) {
            throw InputException.at(tree, InputException.unknown(kind.key() + " policy", name, policies.names(kind)));
        }
        return name;
    }

    private TreeMap<String, String> parameters(PolicyKind kind, String policy, Tree tree) {
        List<Parameter> declared = policies.parameters(kind, policy);
        TreeMap<String, String> parameters = new TreeMap<>();
        for (Tree.Entry entry : tree.entries()) {
            Parameter parameter = find(declared, entry.key());
            if (parameter == null) {
                List<String> names = declared.stream().map(Parameter::name).toList();
                String problem = InputException.unknown("parameter", entry.key(), names);
                throw InputException.at(entry.position(), tree.path(), problem);
            }
            checkType(parameter, entry.value());
            boolean model = parameter.type() == Parameter.Type.MODEL;
            parameters.put(
                    entry.key(),
                    model ? models.read(kind, entry.value()) : entry.value().text());
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
            case TEXT, MODEL -> value.text();
        }
    }
}
