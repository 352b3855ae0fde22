package io.berth.app.simtest;

import io.berth.core.time.Nanos;
import io.berth.sim.fault.Coverage;
import io.berth.sim.fault.Verdict.Figures;
import io.berth.sim.report.TextTable;
import io.berth.sim.safety.Rule;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What came of all runs.
 *
 * @param runs in their order
 * @param coverage of all that can be seen
 * @param drawn true where the runs were drawn from seeds, so that all can be expected of enough of them
 * @param small the files in which seeds that failed were written
 */
record SimtestReport(List<Line> runs, List<Coverage.Line> coverage, boolean drawn, List<Path> small) {
    /** So many runs must cover all. */
    private static final int ENOUGH = 500;

    private static final int PER_CENT = 100;

    /** What came of one run. */
    record Line(String name, @Nullable Rule rule, String what, Figures figures) {}

    /** True where nothing was broken and nothing is missing that must not. */
    boolean good() {
        return runs.stream().allMatch(run -> run.rule() == null)
                && (!demandsAll() || missing().isEmpty());
    }

    private boolean demandsAll() {
        return drawn && runs.size() >= ENOUGH;
    }

    /** What was seen in less than one per cent of the runs. */
    private List<Coverage.Line> missing() {
        return coverage.stream()
                .filter(line -> (long) line.runs() * PER_CENT < runs.size())
                .toList();
    }

    private long median(ToLongFunction<Figures> figure) {
        long[] sorted =
                runs.stream().map(Line::figures).mapToLong(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** The longest wait after the last fault as a share of what is allowed. */
    private double longest() {
        return runs.stream()
                .map(Line::figures)
                .mapToDouble(figures -> (double) figures.longestWaitNanos() / figures.boundNanos())
                .max()
                .orElse(0);
    }

    SequencedMap<String, Object> document() {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("runs", runs.size());
        document.put("held", runs.stream().filter(run -> run.rule() == null).count());
        SequencedMap<String, Object> medians = new LinkedHashMap<>();
        medians.put("nodes", median(Figures::nodes));
        medians.put("jobs", median(Figures::jobs));
        medians.put("events", median(Figures::events));
        medians.put("decisions", median(Figures::decisions));
        medians.put("faults", median(Figures::faults));
        medians.put("restarts", median(Figures::restarts));
        document.put("median", medians);
        document.put("longest_wait_of_bound", longest());
        document.put(
                "broken",
                runs.stream()
                        .filter(run -> run.rule() != null)
                        .map(SimtestReport::broken)
                        .toList());
        document.put("files", small.stream().map(Path::toString).toList());
        SequencedMap<String, Object> covered = new LinkedHashMap<>();
        coverage.forEach(line -> covered.put(line.what(), line.runs()));
        document.put("coverage", covered);
        document.put(
                "missing",
                demandsAll() ? missing().stream().map(Coverage.Line::what).toList() : List.of());
        return document;
    }

    private static SequencedMap<String, Object> broken(Line run) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        document.put("run", run.name());
        document.put("rule", String.valueOf(run.rule()).toLowerCase(Locale.ROOT));
        document.put("what", run.what());
        return document;
    }

    String text() {
        StringBuilder out = new StringBuilder();
        if (drawn) {
            coverage(out);
        } else {
            each(out);
        }
        long held = runs.stream().filter(run -> run.rule() == null).count();
        out.append(held).append(" of ").append(runs.size()).append(" runs broke nothing");
        out.append("; in the middle ")
                .append(median(Figures::nodes))
                .append(" nodes, ")
                .append(median(Figures::jobs))
                .append(" jobs, ")
                .append(median(Figures::events))
                .append(" events, ")
                .append(median(Figures::faults))
                .append(" faults, ")
                .append(median(Figures::restarts))
                .append(" restarts\n");
        out.append(String.format(
                Locale.ROOT, "longest wait after the last fault: %.1f%% of the bound%n", 100 * longest()));
        for (Line run : runs) {
            if (run.rule() != null) {
                out.append("broken: ")
                        .append(run.name())
                        .append(": ")
                        .append(run.what())
                        .append('\n');
            }
        }
        small.forEach(file -> out.append("made small: ").append(file).append('\n'));
        if (demandsAll()) {
            missing()
                    .forEach(line -> out.append("in less than 1% of the runs: ")
                            .append(line.what())
                            .append('\n'));
        }
        return out.toString();
    }

    private void coverage(StringBuilder out) {
        TextTable table = new TextTable(List.of("seen", "runs", "%"));
        for (Coverage.Line line : coverage) {
            table.row(List.of(
                    line.what(),
                    Integer.toString(line.runs()),
                    String.format(Locale.ROOT, "%.1f", 100.0 * line.runs() / runs.size())));
        }
        out.append(table.text()).append('\n');
    }

    private void each(StringBuilder out) {
        TextTable table = new TextTable(List.of("run", "nodes", "jobs", "events", "faults", "longest wait", "broke"));
        for (Line run : runs) {
            Figures figures = run.figures();
            table.row(List.of(
                    run.name(),
                    Integer.toString(figures.nodes()),
                    Integer.toString(figures.jobs()),
                    Long.toString(figures.events()),
                    Integer.toString(figures.faults()),
                    Nanos.format(figures.longestWaitNanos()),
                    run.rule() == null ? "nothing" : run.rule().sentence()));
        }
        out.append(table.text()).append('\n');
    }
}
