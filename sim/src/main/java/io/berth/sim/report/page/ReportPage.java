package io.berth.sim.report.page;

import io.berth.core.cluster.NodeSpec;
import io.berth.sim.report.Comparison;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Writes runs as one HTML page: texts in all languages, data as JSON, charts drawn by its own script. The page asks no network for
 * anything, and the same runs give the same bytes.
 */
public final class ReportPage {
    static final List<String> SCRIPTS =
            List.of("figures.js", "words.js", "chart.js", "gantt.js", "tables.js", "sections.js", "page.js");

    /** More runs than these are not drawn, so that the page stays small; their figures are in its tables all the same. */
    public static final int MOST_TRACES = 24;

    /** How many kinds of nodes a page tells apart. */
    private static final int MOST_GROUPS = 8;

    private ReportPage() {}

    /**
     * What is compared.
     *
     * @param scenario its name
     * @param jobs how many jobs the run of the first seed has
     * @param nodes how many nodes
     * @param gpus how many GPUs in all of them
     * @param cluster equal nodes, the largest group first; what is beyond eight groups is left out
     * @param origin where the page comes from
     */
    public record Subject(String scenario, long jobs, long nodes, long gpus, List<NodeGroup> cluster, Origin origin) {
        /** The scenario of this name on these nodes. */
        public static Subject of(String scenario, long jobs, List<NodeSpec> nodes) {
            Map<List<Object>, Long> counts = new LinkedHashMap<>();
            long gpus = 0;
            for (NodeSpec node : nodes) {
                counts.merge(List.of(node.gpus(), JobWords.cut(node.gpuModel())), 1L, Long::sum);
                gpus += node.gpus();
            }
            List<NodeGroup> groups = new ArrayList<>();
            counts.forEach((kind, count) -> groups.add(new NodeGroup(count, (int) kind.get(0), (String) kind.get(1))));
            groups.sort((a, b) -> Long.compare(b.count(), a.count()));
            return new Subject(
                    scenario,
                    jobs,
                    nodes.size(),
                    gpus,
                    groups.stream().limit(MOST_GROUPS).toList(),
                    Origin.UNKNOWN);
        }

        /** The same, which comes from {@code known}. */
        public Subject from(Origin known) {
            return new Subject(scenario, jobs, nodes, gpus, cluster, known);
        }
    }

    /**
     * What it takes to make the page again.
     *
     * @param file that of the scenario, as it was named
     * @param sha256 the hash of the scenario's bytes, hexadecimal
     * @param version of Berth
     * @param command the line that made it
     * @param strategies what each strategy is made of, by its name
     * @param figures what the figures are of
     */
    public record Origin(
            String file,
            String sha256,
            String version,
            String command,
            SequencedMap<String, String> strategies,
            FiguresOf figures) {
        static final Origin UNKNOWN = new Origin("", "", "", "", Collections.emptySortedMap(), new FiguresOf("", 0, 0));
    }

    /**
     * What figures are of.
     *
     * @param part {@code steady} for steady parts of the runs; {@code whole} where somebody wanted whole runs; why there are no
     *     steady parts; empty where the scenario says what is measured
     * @param fromSeconds the earliest begin of a steady part, after the first arrival
     * @param toSeconds the latest
     */
    public record FiguresOf(String part, double fromSeconds, double toSeconds) {}

    /** Equal nodes: how many, and what is in each. */
    record NodeGroup(long count, int gpus, String model) {}

    /**
     * What came of the runs.
     *
     * @param reports all runs; how long they took to compute is left out of the page
     * @param traces what was recorded, of all runs or only of some
     */
    public record Results(
            List<RunReport> reports, List<RunSummary> summaries, List<Comparison> comparisons, List<RunTrace> traces) {}

    /**
     * The page.
     *
     * @param language the one it opens in, of {@link PageText#LANGUAGES}; empty for that of the reader's browser
     */
    public static String of(String language, Subject subject, Results results) {
        TreeMap<String, SortedMap<String, String>> texts = new TreeMap<>();
        for (String each : PageText.LANGUAGES) {
            texts.put(each, PageText.of(each));
        }
        StringBuilder script = new StringBuilder();
        SCRIPTS.forEach(name -> script.append(PageText.resource(name)));
        TreeMap<String, String> values = new TreeMap<>();
        String first = language.isEmpty() ? PageText.LANGUAGES.getFirst() : language;
        values.put("LANGUAGE", first.equals("zh") ? "zh-CN" : first);
        values.put("TITLE", HtmlText.escaped(subject.scenario() + " · Berth"));
        values.put(
                "NOSCRIPT", HtmlText.escaped(String.valueOf(PageText.of(first).get("page.noscript"))));
        values.put("STYLE", HtmlText.style());
        values.put("TEXTS", embedded(texts));
        values.put("DATA", embedded(PageData.of(language, subject, results)));
        values.put("SCRIPT", script.toString());
        return HtmlText.filled(PageText.resource("page.html"), values);
    }

    /** A document as JSON that may stand in a script element: no tag and no comment can begin in it. */
    static String embedded(Object document) {
        return Json.line(document)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
