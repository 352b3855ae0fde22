package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.view.LiveView;
import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.plugin.PluginOrigin;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.driver.Operator;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.strategy.StrategyReader;
import io.berth.spec.strategy.StrategyWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/** The strategy that holds, and the policies that strategies are made of. */
record StrategyResource(Operator operator, LiveView view, Catalog catalog, CatalogNames names) {
    /** A strategy has four parts, and a combination a few policies. */
    private static final int MOST_BYTES = 64 << 10;

    private static final int LONGEST_NAME = 256;

    StrategyResource(Operator operator, LiveView view, Catalog catalog) {
        this(operator, view, catalog, new CatalogNames(catalog));
    }

    /** {@code GET /strategy}. */
    Response get() {
        return Response.json(200, StrategyWriter.document(view.totals().strategy()));
    }

    /** {@code PUT /strategy}. */
    Response put(Call call) {
        Tree document = Documents.read(call.request(), MOST_BYTES);
        StrategySpec strategy;
        try {
            strategy = StrategyReader.ofText(names).read(document);
            names.check(strategy, Documents.NAME);
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
        Documents.checkLength("name", strategy.name(), LONGEST_NAME);
        Engine.await(operator.strategy(strategy));
        return Response.json(200, StrategyWriter.document(strategy));
    }

    /** {@code GET /policies}. */
    Response policies() {
        List<Documented.Policy> policies = new ArrayList<>();
        for (PolicyKind kind : PolicyKind.values()) {
            for (Entry<?> entry : catalog.entries(kind)) {
                policies.add(policy(kind, entry));
            }
        }
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("catalog_version", Catalog.VERSION);
        document.put("policies", policies);
        document.put(
                "presets",
                catalog.presets().stream().map(StrategyWriter::document).toList());
        return Response.json(200, document);
    }

    private Documented.Policy policy(PolicyKind kind, Entry<?> entry) {
        boolean combinable = kind == PolicyKind.PLACE && catalog.combinable().contains(entry.name());
        List<Documented.PolicyParameter> parameters = entry.parameters().stream()
                .map(parameter -> new Documented.PolicyParameter(
                        parameter.name(),
                        parameter.type().name().toLowerCase(Locale.ROOT),
                        parameter.fallback(),
                        parameter.doc()))
                .toList();
        PluginOrigin plugin = catalog.origin(kind, entry.name());
        return new Documented.Policy(
                kind.key(),
                entry.name(),
                entry.summary(),
                entry.source(),
                combinable,
                parameters,
                plugin == null ? "berth" : plugin.named());
    }
}
