package io.berth.app.catalog;

import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.core.strategy.Listed;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** {@code berth policies}: the catalog. */
@CommandLine.Command(
        name = "policies",
        description = "Lists the policies that strategies are made of, and ready strategies.")
public final class PoliciesCommand implements Command {
    @Option(names = "--json", description = "Print one JSON document.")
    private boolean json;

    private final Output output;

    public PoliciesCommand(Output output) {
        this.output = output;
    }

    private record Document(int catalogVersion, List<Policy> policies, List<SequencedMap<String, String>> presets) {}

    private record Policy(
            String kind,
            String name,
            String summary,
            String source,
            boolean combinable,
            List<Map<String, Object>> parameters) {}

    @Override
    public int run() {
        Catalog catalog = FullCatalog.get();
        if (json) {
            output.json(document(catalog));
            return 0;
        }
        for (PolicyKind kind : PolicyKind.values()) {
            print(kind.key(), catalog.entries(kind), kind == PolicyKind.PLACE ? catalog.combinable() : List.of());
        }
        for (DispatchKind kind : DispatchKind.values()) {
            print(kind.key(), DispatchCatalog.entries(kind), List.of());
        }
        output.out().println("ready strategies");
        for (StrategySpec preset : catalog.presets()) {
            output.out().println("  " + preset.name() + ": {" + preset.partsText(": ") + "}");
        }
        return 0;
    }

    private void print(String kind, List<? extends Listed> entries, List<String> combinable) {
        output.out().println(kind);
        int width = 0;
        for (Listed entry : entries) {
            width = Math.max(width, entry.name().length());
        }
        for (Listed entry : entries) {
            String source = entry.source().isEmpty() ? "" : " [" + entry.source() + "]";
            String pad = " ".repeat(width - entry.name().length() + 3);
            output.out().println("  " + entry.name() + pad + entry.summary() + source);
            for (Parameter parameter : entry.parameters()) {
                output.out()
                        .println(" ".repeat(width + 5) + parameter.name() + " = " + parameter.fallback() + ": "
                                + parameter.doc());
            }
        }
        if (!combinable.isEmpty()) {
            output.out()
                    .println("  [a, b] asks b where a finds nodes equally good, [{a: 0.7}, {b: 0.3}] adds up scores;");
            output.out().println("  a and b may be " + String.join(", ", combinable));
        }
        output.out().println();
    }

    private static Document document(Catalog catalog) {
        List<Policy> policies = new ArrayList<>();
        for (PolicyKind kind : PolicyKind.values()) {
            for (Entry<?> entry : catalog.entries(kind)) {
                boolean combinable =
                        kind == PolicyKind.PLACE && catalog.combinable().contains(entry.name());
                policies.add(policy(kind.key(), entry, combinable));
            }
        }
        for (DispatchKind kind : DispatchKind.values()) {
            DispatchCatalog.entries(kind).forEach(entry -> policies.add(policy(kind.key(), entry, false)));
        }
        return new Document(
                Catalog.VERSION,
                policies,
                catalog.presets().stream().map(StrategySpec::texts).toList());
    }

    private static Policy policy(String kind, Listed entry, boolean combinable) {
        List<Map<String, Object>> parameters = new ArrayList<>();
        for (Parameter parameter : entry.parameters()) {
            parameters.add(fields(parameter));
        }
        return new Policy(kind, entry.name(), entry.summary(), entry.source(), combinable, parameters);
    }

    /** A map, since no record may have a component called {@code default}. */
    private static Map<String, Object> fields(Parameter parameter) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", parameter.name());
        fields.put("type", parameter.type());
        fields.put("default", parameter.fallback());
        fields.put("doc", parameter.doc());
        return fields;
    }
}
