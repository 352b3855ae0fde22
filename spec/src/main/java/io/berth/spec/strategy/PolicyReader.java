package io.berth.spec.strategy;

import io.berth.core.model.ModelFile;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.function.Consumer;

/** Reads one policy: its name, or a map from its name to its parameters. */
record PolicyReader(PolicyNames policies, ParameterReader parameters) {
    /** The policy of {@code kind} in {@code tree}. */
    PolicySpec read(PolicyKind kind, Tree tree) {
        if (!(tree instanceof Tree.Map map)) {
            return PolicySpec.of(known(kind, tree.text(), tree));
        }
        Tree.Entry entry = map.entries().getFirst();
        String name = known(kind, entry.key(), tree);
        return PolicySpec.of(name, parameters.read(policies.parameters(kind, name), model(kind), entry.value()));
    }

    private String known(PolicyKind kind, String name, Tree tree) {
        if (!policies.names(kind).contains(name)) {
            throw InputException.at(tree, InputException.unknown(kind.key() + " policy", name, policies.names(kind)));
        }
        return name;
    }

    private static Consumer<String> model(PolicyKind kind) {
        if (kind == PolicyKind.PLAN) {
            return ModelFile::readWindow;
        }
        Consumer<String> alone = kind == PolicyKind.PLACE ? ModelFile::readPlacement : ModelFile::read;
        Consumer<String> both = ModelFile::readJoint;
        return text -> (ModelFile.isJoint(text) ? both : alone).accept(text);
    }
}
