package io.berth.app.simulate;

import io.berth.core.time.Nanos;
import io.berth.sim.report.Comparison;
import io.berth.sim.report.RunReport;
import io.berth.sim.report.RunSummary;
import io.berth.sim.report.SteadyPart;
import io.berth.sim.report.SteadyRuns;
import io.berth.sim.report.Wrapped;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures that a command shows to people: of the steady parts of runs where all have one, of whole runs elsewhere.
 *
 * @param whole figures of whole runs, by strategy
 * @param wholeComparisons of them
 * @param steady the steady parts, or why there are none; null where the scenario says what is measured
 * @param shown whether it is the steady parts that are shown
 */
record Headline(
        List<RunSummary> whole,
        List<Comparison> wholeComparisons,
        @Nullable SteadyRuns steady,
        boolean shown) {
    /**
     * The headline of {@code runs}, which are over.
     *
     * @param wanted false where somebody asked for whole runs
     */
    static Headline of(List<SimulatedRun> runs, List<RunReport> reports, String baseline, boolean wanted) {
        List<Comparison.Run> compared = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            compared.add(new Comparison.Run(reports.get(i), runs.get(i).times()));
        }
        SteadyRuns steady = steady(runs, reports, baseline);
        boolean shown = wanted && steady != null && steady.missing() == null;
        return new Headline(RunSummary.of(reports), Comparison.of(compared, baseline), steady, shown);
    }

    /** What is shown of each strategy. */
    List<RunSummary> summary() {
        return shown && steady != null ? steady.over(whole) : whole;
    }

    /** What is shown of the differences. */
    List<Comparison> comparisons() {
        return shown && steady != null ? steady.overComparisons(wholeComparisons) : wholeComparisons;
    }

    private static @Nullable SteadyRuns steady(List<SimulatedRun> runs, List<RunReport> reports, String baseline) {
        List<SteadyPart.Run> known = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            SimulatedRun run = runs.get(i);
            if (!run.whole()) {
                return null;
            }
            if (run.times() == null || run.course() == null) {
                return SteadyRuns.none(SteadyPart.Missing.TOO_MANY_JOBS);
            }
            known.add(new SteadyPart.Run(reports.get(i), run.times(), run.course()));
        }
        return SteadyRuns.of(known, baseline);
    }

    /** A sentence for people on what is measured, within {@code width} columns; empty where the scenario says it. */
    String text(int width) {
        if (steady == null) {
            return "";
        }
        SteadyPart.Missing missing = steady.missing();
        if (missing != null) {
            return Wrapped.text("Of whole runs, as there is no steady part: " + missing.text() + ".", width);
        }
        if (!shown) {
            return Wrapped.text("Of whole runs, with the filling and the draining of the cluster.", width);
        }
        String from = range(steady.windows().stream()
                .mapToDouble(SteadyRuns.Part::fromSeconds)
                .sorted()
                .toArray());
        return Wrapped.text(
                "Of the steady part, from " + from + " after the first arrival to the last one, but for counts of jobs;"
                        + " --whole-run shows whole runs.",
                width);
    }

    private static String range(double[] sorted) {
        String least = duration(sorted[0]);
        String most = duration(sorted[sorted.length - 1]);
        return least.equals(most) ? least : least + " to " + most;
    }

    private static String duration(double seconds) {
        return seconds == 0 ? "0s" : Nanos.format(StrictMath.round(seconds * Nanos.SECOND));
    }
}
