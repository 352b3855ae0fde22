package io.berth.spec.strategy;

import io.berth.core.model.ModelFile;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.strategy.WorkClass;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.schema.Fields;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Reads strategies: a bare name is a ready strategy or a policy whose other parts take their defaults; a map names each part.
 */
public final class StrategyReader {
    private static final String LEARNT = "learnt";

    private final PolicyNames policies;
    private final PolicyReader reader;
    private final CombinationReader combinations;

    /** A reader of strategies whose models are files of this machine, relative to {@code folder} where they are not absolute. */
    public StrategyReader(PolicyNames policies, Path folder) {
        this(policies, new ParameterReader(policies::model, folder));
    }

    /** A reader of strategies that come from elsewhere: they may not name files of this machine; a model is its text. */
    public static StrategyReader ofText(PolicyNames policies) {
        return new StrategyReader(policies, new ParameterReader(policies::model, null));
    }

    private StrategyReader(PolicyNames policies, ParameterReader parameters) {
        this.policies = policies;
        this.reader = new PolicyReader(policies, parameters);
        this.combinations = new CombinationReader(
                PolicyKind.PLACE.key(), policies::combinable, tree -> reader.read(PolicyKind.PLACE, tree));
    }

    /** The strategies in {@code tree}, a name or a list of names and maps; no two have the same name. */
    public List<StrategySpec> readAll(Tree tree) {
        return readAll(tree, this::read);
    }

    /** The same, where {@code each} reads one of them. */
    public List<StrategySpec> readAll(Tree tree, Function<Tree, StrategySpec> each) {
        List<Tree> items = tree instanceof Tree.Items ? tree.items() : List.of(tree);
        if (items.isEmpty()) {
            throw InputException.at(tree, "must name at least one strategy");
        }
        List<StrategySpec> strategies = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (Tree item : items) {
            StrategySpec strategy = each.apply(item);
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
        return tree instanceof Tree.Scalar ? named(tree, List.of()) : composed(StrategySchema.STRATEGY.read(tree));
    }

    /** The strategy called {@code name}, or written in full as <code>{order: sjf, place: fgd}</code>; {@code place} is for the error. */
    public StrategySpec named(String name, String place) {
        return named(name, place, List.of());
    }

    /** The same, where {@code own} have names too and go before those of the catalog. */
    public StrategySpec named(String name, String place, List<StrategySpec> own) {
        if (name.strip().startsWith("{")) {
            return read(TreeReader.read(Source.inline(place, name)));
        }
        return named(new Tree.Scalar(Position.of(place), "", name, true), own);
    }

    private StrategySpec named(Tree tree, List<StrategySpec> own) {
        String name = tree.text();
        for (StrategySpec strategy : own) {
            if (strategy.name().equals(name)) {
                return strategy;
            }
        }
        StrategySpec preset = policies.preset(name);
        if (preset != null) {
            return preset;
        }
        for (PolicyKind kind : PolicyKind.values()) {
            if (policies.names(kind).contains(name)) {
                return with(name, kind);
            }
        }
        Set<String> known = new LinkedHashSet<>();
        own.forEach(strategy -> known.add(strategy.name()));
        known.addAll(policies.presets());
        for (PolicyKind kind : PolicyKind.values()) {
            known.addAll(policies.names(kind));
        }
        throw InputException.at(tree, InputException.unknown("strategy", name, known));
    }

    /** The defaults with the policy {@code name} of {@code kind}. */
    private static StrategySpec with(String name, PolicyKind kind) {
        return StrategySpec.of(name).with(kind, PolicySpec.of(name));
    }

    private StrategySpec composed(Fields fields) {
        Map<PolicyKind, PartSpec> given = new EnumMap<>(PolicyKind.class);
        for (PolicyKind kind : PolicyKind.values()) {
            if (fields.has(kind.key())) {
                given.put(kind, part(kind, fields.value(kind.key())));
            }
        }
        PartSpec order = given.get(PolicyKind.ORDER);
        if (order != null && decidesPlaces(order)) {
            given.putIfAbsent(PolicyKind.PLACE, order);
        }
        List<WorkClass> classes = fields.has(ClassSchema.KEY)
                ? new ClassReader(this::part).read(fields.value(ClassSchema.KEY))
                : List.of();
        if (given.isEmpty() && classes.isEmpty()) {
            throw InputException.at(fields.tree(), "needs " + keys() + "; a ready strategy is its bare name");
        }
        String name = given.values().stream().map(PartSpec::toString).collect(Collectors.joining("+"));
        StrategySpec whole = new StrategySpec(fields.text("name", name.isEmpty() ? ClassSchema.KEY : name), given);
        return whole.classed(classes);
    }

    /** True of an order by a model that decides order and placement together: where no placement is named, it is that of the model. */
    private static boolean decidesPlaces(PartSpec order) {
        return order.policies().stream()
                .anyMatch(policy -> policy.name().equals(LEARNT)
                        && policy.parameters().values().stream().anyMatch(ModelFile::isJoint));
    }

    /** The keys of all kinds in words. */
    private static String keys() {
        List<String> keys =
                Arrays.stream(PolicyKind.values()).map(PolicyKind::key).toList();
        return String.join(", ", keys.subList(0, keys.size() - 1)) + " or " + keys.getLast();
    }

    private PartSpec part(PolicyKind kind, Tree tree) {
        return kind.combines() && tree instanceof Tree.Items ? combinations.read(tree) : reader.read(kind, tree);
    }
}
