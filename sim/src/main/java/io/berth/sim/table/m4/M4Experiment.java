package io.berth.sim.table.m4;

import io.berth.core.series.Accuracy;
import io.berth.core.series.Forecast;
import io.berth.sim.table.Cell;
import io.berth.sim.table.Cell.Address;
import io.berth.sim.table.Table.Experiment;
import io.berth.sim.table.m4.Frequency.Published;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The runs of the M4 table: one per series. */
final class M4Experiment implements Experiment {
    static final double LEVEL = 0.8;
    private static final double LEVEL_TOLERANCE = 0.05;
    private static final double ROUNDING = 0.0005;

    private final List<Run> runs = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    private M4Experiment() {}

    static M4Experiment open(Path data) {
        Path folder = data.resolve("m4");
        M4Experiment experiment = new M4Experiment();
        for (Frequency frequency : Frequency.values()) {
            List<Path> train = SeriesFile.find(folder, frequency.file + "-train");
            List<Path> test = SeriesFile.find(folder, frequency.file + "-test");
            if (train.isEmpty() || test.isEmpty()) {
                experiment.skipped.add(frequency.file + ": has no file of training or test series in " + folder);
                continue;
            }
            for (double[][] pair : SeriesFile.pairs(train.getFirst(), test.getFirst(), frequency.horizon)) {
                experiment.runs.add(new Run(frequency, pair[0], pair[1]));
            }
        }
        if (experiment.runs.isEmpty()) {
            throw new InputException(folder.toString(), "has no series, such as Hourly-train.csv and Hourly-test.csv");
        }
        return experiment;
    }

    /** All rows of one series. */
    private static final class Run implements Runnable {
        private final Frequency frequency;
        private final double[] past;
        private final double[] came;
        private final double[] errors;
        private double within;

        Run(Frequency frequency, double[] past, double[] came) {
            this.frequency = frequency;
            this.past = past;
            this.came = came;
            this.errors = new double[frequency.published.size()];
        }

        @Override
        public void run() {
            for (int i = 0; i < errors.length; i++) {
                Row row = frequency.published.get(i).row();
                Forecast forecast = row.ahead(past, frequency);
                errors[i] = Accuracy.smape(forecast.mean(), came);
                if (row.equals(Row.ENSEMBLE)) {
                    within = Accuracy.within(forecast, came);
                }
            }
        }
    }

    @Override
    public List<? extends Runnable> runs() {
        return List.copyOf(runs);
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        for (Frequency frequency : Frequency.values()) {
            List<Run> those =
                    runs.stream().filter(run -> run.frequency == frequency).toList();
            if (!those.isEmpty()) {
                cells(frequency, those, cells);
            }
        }
        return cells;
    }

    private static void cells(Frequency frequency, List<Run> those, List<Cell> into) {
        int n = those.size();
        double[] errors = new double[n];
        for (int row = 0; row < frequency.published.size(); row++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                errors[i] = those.get(i).errors[row];
                sum += errors[i];
            }
            Published published = frequency.published.get(row);
            Address address = new Address(frequency.file, published.row().name(), "smape");
            into.add(cell(address, published, sum / n, chance(errors, sum / n, frequency.seriesInAll)));
        }
        double within = 0;
        for (Run run : those) {
            within += run.within / n;
        }
        Address address = new Address(frequency.file, Row.ENSEMBLE.name(), "coverage");
        into.add(Cell.of(address, List.of(), LEVEL, within, LEVEL_TOLERANCE));
    }

    private static Cell cell(Address address, Published published, double ours, double chance) {
        if (published.exact()) {
            return Cell.of(address, List.of(), published.smape(), ours, ROUNDING + chance);
        }
        double difference = ours - published.smape();
        return new Cell(
                address.input(),
                address.row(),
                address.column(),
                List.of(),
                published.smape(),
                ours,
                difference,
                chance,
                difference <= chance);
    }

    @Override
    public List<String> skipped() {
        return List.copyOf(skipped);
    }

    /** Two standard errors of the mean of so many series out of all; 0 for all of them. */
    private static double chance(double[] errors, double mean, int all) {
        int n = errors.length;
        double squares = 0;
        for (double error : errors) {
            squares += (error - mean) * (error - mean);
        }
        double left = StrictMath.max(0, 1 - n / (double) all);
        return n < 2 ? Double.POSITIVE_INFINITY : 2 * StrictMath.sqrt(squares / (n - 1) / n * left);
    }
}
