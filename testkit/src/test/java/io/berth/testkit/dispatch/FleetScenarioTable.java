package io.berth.testkit.dispatch;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.sim.comparison.Interval;
import io.berth.sim.fleet.FleetObserver;
import io.berth.sim.fleet.FleetRun;
import io.berth.sim.scenario.PreparedFleet;
import io.berth.spec.fleet.FleetScenario;
import io.berth.spec.fleet.FleetScenarioReader;
import io.berth.spec.input.Source;
import io.berth.testkit.architecture.Code;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Every balancer on fleets to which something happens, as tables: {@code bench/fleet-scenarios}. */
final class FleetScenarioTable {
    /** Files of examples, and what happens there. */
    static final List<String> SCENARIOS = List.of("black-hole", "slow-node", "spike", "cold-models", "half-lost");

    private static final List<String> FIGURES =
            List.of("latency_mean_s", "latency_p99_s", "good", "requests_retried", "server_ejections", "model_loads");

    private FleetScenarioTable() {}

    /** Prints the tables, with half of the 95 % intervals over the seeds from the first argument to the second. */
    public static void main(String[] arguments) {
        List<Long> seeds = LongStream.rangeClosed(Long.parseLong(arguments[0]), Long.parseLong(arguments[1]))
                .boxed()
                .toList();
        for (String scenario : SCENARIOS) {
            System.out.print(table(scenario, figures(scenario, seeds)));
        }
    }

    /** Of {@code name}: by strategy, in their order, and by figure what it is over {@code seeds}. */
    static SortedMap<String, SortedMap<String, Interval>> figures(String name, List<Long> seeds) {
        FleetScenario scenario = FleetScenarioReader.read(
                Source.file(Code.checkout().resolve("examples/fleet-" + name + ".yaml")), List.of());
        PreparedFleet prepared = PreparedFleet.read(scenario);
        TreeMap<String, SortedMap<String, Interval>> table = new TreeMap<>();
        for (DispatchSpec strategy : scenario.strategies()) {
            TreeMap<String, double[]> values = new TreeMap<>();
            FIGURES.forEach(figure -> values.put(figure, new double[seeds.size()]));
            for (int at = 0; at < seeds.size(); at++) {
                SortedMap<String, Double> run = new FleetRun(
                                prepared.setup(strategy, seeds.get(at)), FleetObserver.NONE)
                        .run(_ -> {})
                        .figures();
                for (String figure : FIGURES) {
                    values.get(figure)[at] =
                            figure.equals("good") ? 1 - run.get("deadline_miss_rate") : run.getOrDefault(figure, 0.0);
                }
            }
            TreeMap<String, Interval> row = new TreeMap<>();
            values.forEach((figure, each) -> row.put(figure, Interval.of(each)));
            table.put(strategy.name(), row);
        }
        return table;
    }

    /** {@code figures} in Markdown. */
    static String table(String scenario, SortedMap<String, SortedMap<String, Interval>> figures) {
        StringBuilder text = new StringBuilder("| " + scenario
                + " | mean s | p99 s | good | retried | ejections | loads |\n" + "|---|---|---|---|---|---|---|\n");
        figures.forEach((strategy, row) -> {
            text.append("| `").append(strategy).append("` |");
            for (String figure : FIGURES) {
                text.append(' ').append(cell(figure, row.get(figure))).append(" |");
            }
            text.append('\n');
        });
        return text.append('\n').toString();
    }

    private static String cell(String figure, Interval interval) {
        int digits = figure.equals("good") ? 3 : figure.startsWith("latency") ? 2 : 0;
        String mean = String.format(Locale.ROOT, "%." + digits + "f", interval.mean());
        return interval.seeds() < 2
                ? mean
                : mean + String.format(Locale.ROOT, " ± %." + digits + "f", (interval.high() - interval.low()) / 2);
    }
}
