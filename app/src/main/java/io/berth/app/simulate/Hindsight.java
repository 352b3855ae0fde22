package io.berth.app.simulate;

import io.berth.core.strategy.StrategySpec;
import io.berth.sim.adaptive.Look;
import io.berth.sim.comparison.Interval;
import io.berth.sim.portfolio.Objective;
import io.berth.sim.report.RunReport;
import io.berth.spec.adaptive.AdaptiveSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * How runs whose strategy changed compare with each strategy of their portfolio, had that been in force all the time: known in hindsight
 * alone.
 */
final class Hindsight {
    /** The figures that a run has beside its own whose strategy changed. */
    static final String REGRET = "regret_pct";

    static final String SWITCHES = "strategy_switches";
    private static final String RUNS = "runs_ahead";

    private final List<SimulatedRun> runs;
    /** Of strategies that nobody asked for, but which are in a portfolio. */
    private final List<SimulatedRun> more = new ArrayList<>();

    /**
     * A change of the strategy.
     *
     * @param seconds from the first arrival
     * @param gain the part by which the objective was to become better
     * @param low lower end of its interval
     */
    record Switch(double seconds, String from, String to, double gain, double low) {}

    /**
     * A run whose strategy changed.
     *
     * @param best of the portfolio, in hindsight
     * @param regretPct how much worse the objective was than under that, per cent; below 0 where it was better
     * @param fixed the objective under each of the portfolio
     */
    record Row(
            String strategy,
            long seed,
            Map<String, String> set,
            String objective,
            String best,
            double regretPct,
            Map<String, Double> fixed,
            List<Switch> switches,
            long looks,
            long runsAhead) {}

    Hindsight(List<SimulatedRun> runs) {
        this.runs = runs;
        for (SimulatedRun run : runs) {
            AdaptiveSpec adaptive = run.adaptive();
            List<StrategySpec> fixed = adaptive == null ? List.of() : adaptive.portfolio();
            for (StrategySpec strategy : fixed) {
                if (same(run, strategy) < 0) {
                    more.add(run.under(strategy));
                }
            }
        }
    }

    /** All runs that must be made: those asked for, then others that they are compared with. */
    List<SimulatedRun> all() {
        List<SimulatedRun> all = new ArrayList<>(runs);
        all.addAll(more);
        return all;
    }

    /** The place of the run of {@code strategy} on what {@code run} runs on, without a change; -1 for none. */
    private int same(SimulatedRun run, StrategySpec strategy) {
        List<SimulatedRun> all = all();
        for (int place = 0; place < all.size(); place++) {
            SimulatedRun other = all.get(place);
            boolean fixed = other.adaptive() == null && other.spec().parts().equals(strategy.parts());
            if (fixed && other.point().equals(run.point()) && other.seed() == run.seed()) {
                return place;
            }
        }
        return -1;
    }

    /** What came of the runs that were asked for, with these figures where their strategy changed. */
    List<RunReport> reports(List<RunReport> of, List<Row> rows) {
        List<RunReport> told = new ArrayList<>();
        int row = 0;
        for (int place = 0; place < runs.size(); place++) {
            RunReport report = of.get(place);
            if (runs.get(place).adaptive() != null) {
                Row compared = rows.get(row++);
                TreeMap<String, Number> figures = new TreeMap<>();
                figures.put(REGRET, compared.regretPct());
                figures.put(SWITCHES, (long) compared.switches().size());
                figures.put(RUNS, compared.runsAhead());
                report = report.with(figures);
            }
            told.add(report);
        }
        return told;
    }

    /** One for each run whose strategy changed; {@code of} what came of {@link #all}. */
    List<Row> rows(List<RunReport> of) {
        List<Row> rows = new ArrayList<>();
        for (int place = 0; place < runs.size(); place++) {
            AdaptiveSpec adaptive = runs.get(place).adaptive();
            if (adaptive != null) {
                rows.add(row(runs.get(place), adaptive, of.get(place), of));
            }
        }
        return rows;
    }

    private Row row(SimulatedRun run, AdaptiveSpec adaptive, RunReport report, List<RunReport> of) {
        Objective objective = Objective.of(adaptive.objective(), "adaptive.objective");
        Map<String, Double> fixed = new LinkedHashMap<>();
        String best = "";
        double least = Double.POSITIVE_INFINITY;
        for (StrategySpec strategy : adaptive.portfolio()) {
            double value = of.get(same(run, strategy)).figure(objective.figure());
            fixed.put(strategy.name(), value);
            if (objective.cost(value) < least) {
                least = objective.cost(value);
                best = strategy.name();
            }
        }
        double worse = objective.cost(report.figure(objective.figure())) - least;
        List<Look> looks = run.looks();
        return new Row(
                run.strategy(),
                run.seed(),
                run.point().set(),
                objective.figure(),
                best,
                100 * (Math.exp(worse) - 1),
                fixed,
                looks.stream()
                        .filter(look -> look.verdict() == Look.Verdict.SWITCHED)
                        .map(look -> change(run, objective, look))
                        .toList(),
                looks.size(),
                looks.stream().mapToLong(Look::runs).sum());
    }

    private static Switch change(SimulatedRun run, Objective objective, Look look) {
        return new Switch(
                run.secondsIn(look.atNanos()),
                look.inForce(),
                look.best(),
                Math.abs(objective.change(look.gain().mean())),
                Math.abs(objective.change(look.gain().low())));
    }

    /** A line for people on each strategy that changed; empty where none did. */
    static String text(List<Row> rows) {
        Map<String, List<Row>> byStrategy = new LinkedHashMap<>();
        rows.forEach(row -> byStrategy
                .computeIfAbsent(row.strategy(), _ -> new ArrayList<>())
                .add(row));
        StringBuilder text = new StringBuilder();
        byStrategy.forEach((strategy, of) -> {
            double[] regrets = of.stream().mapToDouble(Row::regretPct).toArray();
            double switches = of.stream().mapToInt(row -> row.switches().size()).sum();
            Interval regret = Interval.of(regrets);
            text.append(String.format(
                    Locale.ROOT,
                    "%s: %.1f changes of strategy a run; %s %.1f %%%s worse than the best of its portfolio in hindsight%n",
                    strategy,
                    switches / of.size(),
                    of.getFirst().objective(),
                    regret.mean(),
                    Double.isNaN(regret.low())
                            ? ""
                            : String.format(Locale.ROOT, " (%.1f to %.1f)", regret.low(), regret.high())));
        });
        return text.toString();
    }
}
