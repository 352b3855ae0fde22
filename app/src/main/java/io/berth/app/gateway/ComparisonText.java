package io.berth.app.gateway;

import io.berth.sim.comparison.Difference;
import io.berth.sim.replay.BalancerComparison;
import io.berth.sim.replay.BalancerComparison.Row;
import io.berth.sim.report.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** A comparison of balancers, as a document and as text. */
final class ComparisonText {
    /** What the table shows, and its heads. */
    private static final Map<String, String> SHOWN = shown();

    private ComparisonText() {}

    private static Map<String, String> shown() {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("mean_s", "mean");
        shown.put("p50_s", "p50");
        shown.put("p99_s", "p99");
        shown.put("goodput_share", "good");
        shown.put("utilization_variance", "util. variance");
        shown.put("idle_rate", "idle");
        shown.put("queueing_seconds", "queueing");
        shown.put("rejection_rate", "rejected");
        return shown;
    }

    static Map<String, Object> document(BalancerComparison.Result result) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("slo_s", round(result.slo()));
        document.put("read_share", round(result.readShare()));
        List<Object> servers = new ArrayList<>();
        for (BalancerComparison.Server server : result.servers()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", server.name());
            one.put("tokens_per_s", round(server.tokensPerSecond()));
            one.put("slots", server.slots());
            one.put("answers", server.answers());
            if (Double.isFinite(server.error())) {
                one.put("error", round(server.error()));
            }
            servers.add(one);
        }
        document.put("servers", servers);
        document.put("results", result.rows().stream().map(ComparisonText::row).toList());
        return document;
    }

    private static Map<String, Object> row(Row row) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", row.name());
        document.put("replayed", row.replayed());
        row.figures().forEach((name, value) -> {
            if (Double.isFinite(value)) {
                document.put(name, round(value));
            }
        });
        Difference difference = row.difference();
        if (difference != null) {
            Map<String, Object> found = new LinkedHashMap<>();
            found.put("mean_s", round(difference.mean()));
            found.put("low_s", round(difference.low()));
            found.put("high_s", round(difference.high()));
            found.put("p", round(difference.p()));
            found.put("pairs", difference.pairs());
            found.put("verdict", difference.verdict().name().toLowerCase(Locale.ROOT));
            document.put("difference", found);
        }
        return document;
    }

    static String text(BalancerComparison.Result result) {
        List<String> heads = new ArrayList<>(List.of("balance", ""));
        heads.addAll(SHOWN.values());
        heads.add("against the replay, mean (95 %)");
        TextTable table = new TextTable(heads, 2);
        for (Row row : result.rows()) {
            List<String> cells = new ArrayList<>(List.of(row.name(), row.replayed() ? "replayed" : "as it was"));
            SHOWN.keySet().forEach(name -> cells.add(cell(name, row.figures())));
            cells.add(difference(row.difference()));
            table.row(cells);
        }
        StringBuilder text = new StringBuilder(table.text());
        text.append(String.format(
                Locale.ROOT, "%nAn answer within %.3f s is good. Servers as the record shows them:%n", result.slo()));
        for (BalancerComparison.Server server : result.servers()) {
            text.append(String.format(
                    Locale.ROOT,
                    "  %s: %.1f tokens/s a slot, %d slots%s%n",
                    server.name(),
                    server.tokensPerSecond(),
                    server.slots(),
                    server.answers() == 0 ? " (as the others: it answered nothing)" : ""));
        }
        return text.toString();
    }

    private static String cell(String name, SortedMap<String, Double> figures) {
        double value = figures.getOrDefault(name, Double.NaN);
        if (!Double.isFinite(value)) {
            return "-";
        }
        boolean share = name.endsWith("_share") || name.endsWith("_rate");
        return share
                ? String.format(Locale.ROOT, "%.1f %%", 100 * value)
                : String.format(Locale.ROOT, name.endsWith("variance") ? "%.4f" : "%.3f s", value);
    }

    private static String difference(@Nullable Difference found) {
        return found == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%+.3f s (%+.3f to %+.3f), %s",
                        found.mean(),
                        found.low(),
                        found.high(),
                        found.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' '));
    }

    private static double round(double value) {
        return Double.isFinite(value) ? Math.rint(value * 1e6) / 1e6 : value;
    }
}
