package io.berth.testkit.reference;

import io.berth.core.catalog.Catalog;
import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.core.dispatch.catalog.DispatchKind;
import io.berth.core.strategy.Listed;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of policies is what the catalog says. */
class PolicyReferenceTest {
    @Test
    void the_page_of_policies_is_fresh() throws IOException {
        GeneratedFile.assertFresh("policies.md", page(Catalog.standard()));
    }

    private static String page(Catalog catalog) {
        StringBuilder page = new StringBuilder();
        page.append("# Policies\n\nGenerated from the catalog; `berth policies` prints the same.\n");
        for (PolicyKind kind : PolicyKind.values()) {
            table(kind.key(), catalog.entries(kind), page);
            if (kind == PolicyKind.PLACE) {
                page.append(
                        "\n`place: [a, b]` asks `b` where `a` finds nodes equally good; `place: [{a: 0.7}, {b: 0.3}]` adds up");
                page.append(" their scores by weight.\nThose that can be combined: `");
                page.append(String.join("`, `", catalog.combinable())).append("`.\n");
            }
        }
        for (DispatchKind kind : DispatchKind.values()) {
            table(kind.key() + " (of requests)", DispatchCatalog.standard().entries(kind), page);
            if (kind == DispatchKind.BALANCE) {
                page.append(
                        "\n`balance: [a, b]` asks `b` where `a` finds servers equally good; `balance: [{a: 0.7}, {b: 0.3}]` adds");
                page.append(" up by weight what they make of each server.\nThose that can be combined: `");
                page.append(String.join("`, `", DispatchCatalog.standard().combinable()));
                page.append("`.\n");
            }
        }
        page.append("\n## Ready strategies\n\n| name |");
        List<PolicyKind> told = Arrays.stream(PolicyKind.values())
                .filter(kind -> catalog.presets().stream().anyMatch(preset -> kind.tells(preset.part(kind))))
                .toList();
        told.forEach(kind -> page.append(' ').append(kind.key()).append(" |"));
        page.append("\n|").append("---|".repeat(told.size() + 1)).append('\n');
        for (StrategySpec preset : catalog.presets()) {
            page.append("| `").append(preset.name()).append("` |");
            told.forEach(kind -> page.append(' ').append(preset.part(kind)).append(" |"));
            page.append('\n');
        }
        return page.toString();
    }

    private static void table(String head, List<? extends Listed> entries, StringBuilder page) {
        page.append("\n## ").append(head).append("\n\n| name | what it does | parameters | source |\n");
        page.append("|---|---|---|---|\n");
        for (Listed entry : entries) {
            page.append("| `").append(entry.name()).append("` | ").append(entry.summary());
            page.append(" | ").append(parameters(entry)).append(" | ").append(entry.source());
            page.append(" |\n");
        }
    }

    private static String parameters(Listed entry) {
        StringBuilder text = new StringBuilder();
        for (Parameter parameter : entry.parameters()) {
            text.append(text.isEmpty() ? "" : "; ").append('`').append(parameter.name());
            text.append("` = ").append(parameter.fallback()).append(": ").append(parameter.doc());
        }
        return text.toString();
    }
}
