package io.berth.app.catalog;

import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchEntry;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.strategy.Listed;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** {@code berth policies}: the catalog. */
public record PoliciesCommand(Output output) implements Command {
    @Override
    public Options options() {
        return Options.of(
                "[OPTION...]",
                "Lists the policies that strategies are made of, and ready strategies.",
                Answer.JSON,
                PluginsOption.OPTION);
    }

    private record Document(
            int catalogVersion,
            List<Policy> policies,
            List<SequencedMap<String, String>> presets,
            List<PluginOrigin> plugins) {}

    private record Policy(
            String kind,
            String name,
            String summary,
            String source,
            boolean combinable,
            List<Map<String, Object>> parameters,
            String origin) {}

    /** Says which plugin a policy came from, by its name; null for none. */
    @FunctionalInterface
    private interface Origins {
        @Nullable
        PluginOrigin of(String policy);
    }

    @Override
    public int run(Arguments typed) {
        PluginsOption.use(typed.once().withoutWords());
        Catalog catalog = FullCatalog.get();
        if (typed.flag(Answer.JSON.name())) {
            output.json(document(catalog));
        } else {
            print(catalog);
        }
        return 0;
    }

    private void print(Catalog catalog) {
        PrintStream out = output.out();
        for (PolicyKind kind : PolicyKind.values()) {
            List<String> combinable = kind == PolicyKind.PLACE ? catalog.combinable() : List.of();
            print(kind.key(), catalog.entries(kind), combinable, policy -> catalog.origin(kind, policy));
        }
        for (DispatchKind kind : DispatchKind.values()) {
            DispatchCatalog requests = FullCatalog.dispatch();
            List<String> combinable = kind == DispatchKind.BALANCE ? requests.combinable() : List.of();
            print(kind.key(), requests.entries(kind), combinable, policy -> requests.origin(kind, policy));
        }
        for (PluginOrigin plugin : FullCatalog.plugins()) {
            out.println("plugin " + plugin);
        }
        out.println("ready strategies");
        for (StrategySpec preset : catalog.presets()) {
            out.println("  " + preset.name() + ": {" + preset.partsText(": ") + "}");
        }
    }

    private void print(String kind, List<? extends Listed> entries, List<String> combinable, Origins origins) {
        PrintStream out = output.out();
        out.println(kind);
        int width = 0;
        for (Listed entry : entries) {
            width = Math.max(width, entry.name().length());
        }
        for (Listed entry : entries) {
            String source = entry.source().isEmpty() ? "" : " [" + entry.source() + "]";
            PluginOrigin origin = origins.of(entry.name());
            String from = origin == null ? "" : " (plugin " + origin.named() + ", " + origin.jar() + ")";
            String pad = " ".repeat(width - entry.name().length() + 3);
            out.println("  " + entry.name() + pad + entry.summary() + source + from);
            for (Parameter parameter : entry.parameters()) {
                out.println(" ".repeat(width + 5) + parameter.name() + " = " + parameter.fallback() + ": "
                        + parameter.doc());
            }
        }
        if (!combinable.isEmpty()) {
            out.println("  [a, b] asks b where a finds several equally good, [{a: 0.7}, {b: 0.3}] adds up scores;");
            out.println("  a and b may be " + String.join(", ", combinable));
        }
        out.println();
    }

    private static Document document(Catalog catalog) {
        List<Policy> policies = new ArrayList<>();
        for (PolicyKind kind : PolicyKind.values()) {
            for (Entry<?> entry : catalog.entries(kind)) {
                boolean combinable =
                        kind == PolicyKind.PLACE && catalog.combinable().contains(entry.name());
                policies.add(policy(kind.key(), entry, combinable, catalog.origin(kind, entry.name())));
            }
        }
        for (DispatchKind kind : DispatchKind.values()) {
            DispatchCatalog requests = FullCatalog.dispatch();
            List<String> combinable = kind == DispatchKind.BALANCE ? requests.combinable() : List.of();
            for (DispatchEntry<?> entry : requests.entries(kind)) {
                boolean combines = combinable.contains(entry.name());
                policies.add(policy(kind.key(), entry, combines, requests.origin(kind, entry.name())));
            }
        }
        return new Document(
                Catalog.VERSION,
                policies,
                catalog.presets().stream().map(StrategySpec::texts).toList(),
                FullCatalog.plugins());
    }

    private static Policy policy(String kind, Listed entry, boolean combinable, @Nullable PluginOrigin origin) {
        List<Map<String, Object>> parameters = new ArrayList<>();
        for (Parameter parameter : entry.parameters()) {
            parameters.add(fields(parameter));
        }
        return new Policy(
                kind,
                entry.name(),
                entry.summary(),
                entry.source(),
                combinable,
                parameters,
                origin == null ? "berth" : origin.named());
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
