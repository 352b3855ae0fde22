package io.berth.spec.fleet;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.DispatchSpec.Grouping;
import io.berth.core.dispatch.DispatchSpec.Wait;
import io.berth.core.dispatch.Evict;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchEntry;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.core.model.ModelFile;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Position;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.schema.Fields;
import io.berth.spec.strategy.CombinationReader;
import io.berth.spec.strategy.ParameterReader;
import io.berth.spec.strategy.StoredModels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Reads ways of spreading requests: a bare name is a balancer with all else by default; a map names each part. */
public final class DispatchReader {
    /** Queues that serve the more urgent first. */
    private static final List<String> BY_PRIORITY = List.of("fair", "priority");

    private final ParameterReader parameters;
    private final DispatchCatalog catalog;
    private final CombinationReader combinations;

    /** A reader of strategies whose models are files, relative to {@code folder} where they are not absolute, or {@code stored}. */
    public DispatchReader(Path folder, StoredModels stored) {
        this(folder, stored, DispatchCatalog.standard());
    }

    /** The same of the policies in {@code catalog}. */
    public DispatchReader(Path folder, StoredModels stored, DispatchCatalog catalog) {
        this.catalog = catalog;
        this.parameters = new ParameterReader(stored, folder);
        this.combinations = new CombinationReader(
                DispatchKind.BALANCE.key(), catalog::combinable, tree -> policy(DispatchKind.BALANCE, tree));
    }

    /** The strategies in {@code tree}, a name or a list of names and maps; no two have the same name. */
    public List<DispatchSpec> readAll(Tree tree) {
        List<Tree> items = tree instanceof Tree.Items ? tree.items() : List.of(tree);
        if (items.isEmpty()) {
            throw InputException.at(tree, "must name at least one strategy");
        }
        List<DispatchSpec> strategies = new ArrayList<>();
        Set<String> names = new TreeSet<>();
        for (Tree item : items) {
            DispatchSpec strategy = read(item);
            if (!names.add(strategy.name())) {
                throw InputException.at(
                        item, "the strategy " + Quote.of(strategy.name()) + " is there twice; give one another name");
            }
            strategies.add(strategy);
        }
        return strategies;
    }

    /** The balancer called {@code name}, or a strategy written in full as <code>{balance: random}</code>; {@code place} is for the error. */
    public DispatchSpec named(String name, String place) {
        if (name.strip().startsWith("{")) {
            return read(TreeReader.read(Source.inline(place, name)));
        }
        return read(new Tree.Scalar(Position.of(place), "", name, true));
    }

    private DispatchSpec read(Tree tree) {
        if (tree instanceof Tree.Scalar) {
            return DispatchSpec.of(
                    tree.text(), policy(DispatchKind.BALANCE, tree).name());
        }
        Fields fields = FleetSchema.STRATEGY.read(tree);
        if (!fields.has("balance")) {
            throw InputException.at(tree, "needs balance: one of " + String.join(", ", names(DispatchKind.BALANCE)));
        }
        DispatchSpec spec = of(fields);
        Grouping grouping = grouping(fields);
        return new DispatchSpec(
                fields.text("name", spec.name() + name(grouping)),
                spec.balance(),
                spec.queue(),
                spec.admit(),
                spec.waiting(),
                spec.evict(),
                grouping);
    }

    /** The strategy that the keys {@code balance}, {@code queue}, {@code admit}, {@code wait}, {@code preempt} and {@code name} of {@code fields} say. */
    public DispatchSpec of(Fields fields) {
        PartSpec balance = balance(fields.value("balance"));
        PolicySpec queue = policy(DispatchKind.QUEUE, fields.value("queue"));
        List<PolicySpec> admit = new ArrayList<>();
        Tree admissions = fields.value("admit");
        for (Tree item : admissions instanceof Tree.Items ? admissions.items() : List.of(admissions)) {
            admit.add(policy(DispatchKind.ADMIT, item));
        }
        Wait wait = Wait.valueOf(fields.text("wait").toUpperCase(Locale.ROOT));
        Evict evict = fields.has("preempt") ? evict(fields, queue, wait) : null;
        String name = name(balance, queue, admit, wait) + (evict == null ? "" : "+preempt");
        boolean named = fields.section().names().contains("name");
        return new DispatchSpec(
                named ? fields.text("name", name) : name, balance, queue, admit, wait, evict, Grouping.NONE);
    }

    private static Evict evict(Fields fields, PolicySpec queue, Wait wait) {
        if (wait != Wait.GATEWAY || !BY_PRIORITY.contains(queue.name())) {
            throw InputException.at(
                    fields.value("preempt"),
                    "goes only with wait: gateway and a queue by priority, " + String.join(" or ", BY_PRIORITY)
                            + ": else the room that is made would be another's");
        }
        Fields evict = fields.section("preempt");
        return new Evict(evict.integer("below"), evict.integer("most"), evict.nanos("after"), evict.flag("streaming"));
    }

    private static Grouping grouping(Fields fields) {
        int shares = fields.has("split") ? fields.integer("split") : 0;
        if (!fields.has("merge")) {
            return new Grouping(shares, 0, 0);
        }
        Fields merge = fields.section("merge");
        return new Grouping(shares, FleetScenarioReader.positive(merge, "hold"), merge.integer("items"));
    }

    private static String name(Grouping grouping) {
        return (grouping.splits() ? "+split" : "") + (grouping.merges() ? "+merge" : "");
    }

    private PartSpec balance(Tree tree) {
        return tree instanceof Tree.Items ? combinations.read(tree) : policy(DispatchKind.BALANCE, tree);
    }

    /** Its parts, but for those that are as by default. */
    private static String name(PartSpec balance, PolicySpec queue, List<PolicySpec> admit, Wait wait) {
        List<String> parts = new ArrayList<>();
        parts.add(balance.toString());
        if (!queue.name().equals(DispatchSpec.DEFAULT_QUEUE)) {
            parts.add(queue.toString());
        }
        admit.forEach(admission -> parts.add(admission.toString()));
        if (wait == Wait.GATEWAY) {
            parts.add("gateway");
        }
        return parts.stream().collect(Collectors.joining("+"));
    }

    private PolicySpec policy(DispatchKind kind, Tree tree) {
        PolicySpec spec;
        if (tree instanceof Tree.Map map) {
            Tree.Entry entry = map.entries().getFirst();
            String name = known(kind, entry.key(), tree);
            spec = PolicySpec.of(
                    name, parameters.read(find(kind, name).parameters(), ModelFile::readBalancer, entry.value()));
        } else {
            spec = PolicySpec.of(known(kind, tree.text(), tree));
        }
        try {
            switch (kind) {
                case BALANCE -> catalog.balancer(spec);
                case QUEUE -> catalog.queue(spec);
                case ADMIT -> catalog.admission(spec);
            }
        } catch (IllegalArgumentException e) {
            throw InputException.at(tree, spec.name() + ": " + e.getMessage());
        }
        return spec;
    }

    private String known(DispatchKind kind, String name, Tree tree) {
        if (!names(kind).contains(name)) {
            throw InputException.at(tree, InputException.unknown(kind.key() + " policy", name, names(kind)));
        }
        return name;
    }

    private DispatchEntry<?> find(DispatchKind kind, String name) {
        return catalog.entries(kind).get(names(kind).indexOf(name));
    }

    private List<String> names(DispatchKind kind) {
        return catalog.names(kind);
    }
}
