package io.berth.app.solve;

import io.berth.app.solve.run.Gap;
import io.berth.app.solve.run.Outcome;
import io.berth.optimize.file.StatedProblem;
import io.berth.sim.report.page.HtmlText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An outcome as one HTML file with a drawing and a table, which asks no network for anything. */
final class SolvePage {
    /** Agents beyond these are left out of the table, so that a browser can show it. */
    private static final int MOST_ROWS = 2000;

    /** Tasks of one agent that are named. */
    private static final int MOST_NAMES = 200;

    private SolvePage() {}

    static String of(Outcome outcome) {
        StatedProblem problem = outcome.problem();
        int[] agents = outcome.answer().agents();
        String table = problem == null || agents == null
                ? "<p>" + HtmlText.escaped(outcome.reason()) + "</p>"
                : table(problem, Shares.of(problem, agents));
        Map<String, String> parts = Map.of(
                "NAME", HtmlText.escaped(problem == null ? "not read" : problem.name()),
                "HEAD", problem == null ? "" : HtmlText.escaped(OutcomeText.head(problem)),
                "FIGURES", figures(outcome),
                "CHART", ConvergenceChart.of(outcome),
                "TABLE", table);
        return HtmlText.filled(template(), parts);
    }

    private static String figures(Outcome outcome) {
        return "<dl>"
                + figure("status", outcome.answer().status().name().toLowerCase(Locale.ROOT))
                + figure("value", plain(outcome.value()))
                + figure("bound", plain(outcome.bound()))
                + figure(
                        "gap",
                        Gap.text(outcome.answer().value(), outcome.answer().bound()))
                + figure("time", String.format(Locale.ROOT, "%.2f s", outcome.seconds()))
                + figure("method", outcome.method())
                + "</dl>";
    }

    private static String figure(String name, String value) {
        return "<div><dt>" + name + "</dt><dd>" + HtmlText.escaped(value) + "</dd></div>";
    }

    private static String plain(@Nullable BigDecimal number) {
        return number == null ? "unknown" : number.toPlainString();
    }

    private static String table(StatedProblem problem, Shares shares) {
        StringBuilder rows = new StringBuilder("<table><thead><tr><th>agent</th>");
        problem.rooms()
                .forEach(room -> rows.append("<th>")
                        .append(HtmlText.escaped(room.name()))
                        .append("</th>"));
        rows.append("<th>tasks</th></tr></thead><tbody>\n");
        shares.shares().stream().limit(MOST_ROWS).forEach(share -> rows.append(row(share)));
        rows.append("</tbody></table>");
        if (shares.shares().size() > MOST_ROWS) {
            rows.append("<p>and ").append(shares.shares().size() - MOST_ROWS).append(" agents more</p>");
        }
        if (problem.leavesOut()) {
            rows.append("<p>left out: ").append(names(shares.leftOut())).append("</p>");
        }
        return rows.toString();
    }

    private static String row(Shares.Share share) {
        StringBuilder row = new StringBuilder("<tr><td>" + HtmlText.escaped(share.agent()) + "</td>");
        for (Shares.Load load : share.loads()) {
            row.append("<td class=\"number\">").append(HtmlText.escaped(load.text()));
            if (load.capacity().signum() >= 0) {
                String percent = String.format(Locale.ROOT, "%.1f", 100 * load.part());
                row.append("<span class=\"bar\"><i style=\"width:")
                        .append(percent)
                        .append("%\"></i></span>");
            }
            row.append("</td>");
        }
        return row + "<td>" + names(share.tasks()) + "</td></tr>\n";
    }

    private static String names(List<String> names) {
        String shown = HtmlText.escaped(String.join(" ", names.subList(0, Math.min(MOST_NAMES, names.size()))));
        int more = names.size() - MOST_NAMES;
        return names.isEmpty() ? "none" : more > 0 ? shown + " and " + more + " more" : shown;
    }

    private static String template() {
        try (InputStream in = SolvePage.class.getResourceAsStream("page.html")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
