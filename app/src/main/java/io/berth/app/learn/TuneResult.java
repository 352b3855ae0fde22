package io.berth.app.learn;

import io.berth.sim.comparison.Difference;
import io.berth.sim.comparison.Goal;
import io.berth.sim.comparison.Interval;
import io.berth.sim.comparison.PairedBootstrap;
import io.berth.sim.report.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What came of a tuning.
 *
 * @param figure that counts
 * @param strategy its name
 * @param tuned the strategy with its numbers, as YAML
 * @param simulations that the search took
 * @param training the seeds tuned on
 * @param validation other seeds
 */
record TuneResult(
        String figure, Goal goal, String strategy, String tuned, long simulations, Seeds training, Seeds validation) {

    /** The figure of each of some seeds, before and after. */
    record Seeds(List<Long> seeds, double[] before, double[] after) {
        /** After against before; null where a figure is not finite. */
        @Nullable
        Difference difference(Goal goal) {
            double[] differences = IntStream.range(0, before.length)
                    .mapToDouble(i -> after[i] - before[i])
                    .toArray();
            for (double difference : differences) {
                if (!Double.isFinite(difference)) {
                    return null;
                }
            }
            return PairedBootstrap.of(differences, 1, goal);
        }
    }

    /** What {@code --json} prints. */
    record Document(
            String scenario,
            String strategy,
            String goal,
            String tuned,
            long simulations,
            Part training,
            Part validation) {}

    /** The figure on some seeds; the difference is null where a seed has no figure. */
    record Part(
            List<Long> seeds,
            Interval before,
            Interval after,
            @Nullable Difference difference) {}

    Document document(String scenario) {
        return new Document(scenario, strategy, figure, tuned, simulations, part(training), part(validation));
    }

    private Part part(Seeds seeds) {
        return new Part(seeds.seeds, Interval.of(seeds.before), Interval.of(seeds.after), seeds.difference(goal));
    }

    String text() {
        TextTable table = new TextTable(List.of(figure, "seeds", "before", "after", "after − before", "verdict"));
        row("tuned on", training, table);
        row("other seeds", validation, table);
        return tuned + "\n\n" + table.text() + "\n" + simulations
                + " simulations; means ± half of their 95 % intervals, differences by paired bootstrap over seeds\n";
    }

    private void row(String name, Seeds seeds, TextTable table) {
        Difference difference = seeds.difference(goal);
        table.row(List.of(
                name,
                Integer.toString(seeds.seeds.size()),
                interval(Interval.of(seeds.before)),
                interval(Interval.of(seeds.after)),
                difference == null
                        ? ""
                        : number(difference.mean()) + " (" + number(difference.low()) + " to "
                                + number(difference.high()) + ")",
                difference == null ? "" : verdict(Objects.requireNonNull(difference))));
    }

    private static String verdict(Difference difference) {
        return difference.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String interval(Interval interval) {
        String mean = number(interval.mean());
        return Double.isNaN(interval.low()) ? mean : mean + " ± " + number(interval.half());
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }
}
