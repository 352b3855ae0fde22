package io.berth.core.series.model;

import io.berth.core.series.model.Arima.Terms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The orders and weights of an {@link Arima}, by the two regressions of Hannan and Rissanen (1982): one of all lags finds the errors, then one for each order has
 * them beside the lags. All orders explain the same values given those before them, so AICc compares those of differences with others too, and with the
 * logarithm's derivative added those of logarithms.
 */
final class ArimaFit {
    private static final int LAGS = 6;
    private static final int ERRORS = 2;
    private static final int TRIED = 8;

    /** So much more than the regression said may squared errors be. */
    private static final double MORE = 1.1;

    private final double[] past;
    private final int[] lags;
    private final int firstRow;
    private final List<int[]> orders;

    /**
     * One order with its weights.
     *
     * @param aicc the less the better
     * @param left the mean square of what it leaves
     */
    private record Candidate(double aicc, double left, Terms terms) {}

    ArimaFit(double[] past, Seasons seasons) {
        this.past = past;
        int plain = StrictMath.max(0, StrictMath.min(LAGS, past.length / 6 - 2));
        Seasons fitting = seasons.within(past.length, 3);
        List<int[]> blocks = new ArrayList<>();
        for (int i = 0; i < fitting.count(); i++) {
            int next = i + 1 < fitting.count() ? fitting.length(i + 1) : past.length / 4;
            blocks.add(block(fitting.length(i), plain, next));
        }
        this.lags = IntStream.concat(
                        IntStream.rangeClosed(1, plain), blocks.stream().flatMapToInt(Arrays::stream))
                .sorted()
                .distinct()
                .toArray();
        this.firstRow = (lags.length == 0 ? 0 : lags[lags.length - 1]) + 1 + ERRORS;
        this.orders = orders(plain, blocks);
    }

    /** The lags of a season, those first that matter most: itself, its neighbours, its multiples. */
    private static int[] block(int season, int plain, int next) {
        IntStream near = IntStream.of(season, season - 1, season + 1);
        IntStream multiples = IntStream.rangeClosed(2, 6).map(times -> times * season);
        return IntStream.concat(near, multiples.filter(lag -> lag < next - 1))
                .filter(lag -> lag > plain)
                .toArray();
    }

    /** All orders, each as the columns of a row: how many lags, how many errors, how much of each season. */
    private List<int[]> orders(int plain, List<int[]> blocks) {
        List<int[]> chosen = new ArrayList<>();
        for (int p = 0; p <= plain; p++) {
            chosen.add(IntStream.rangeClosed(1, p).toArray());
        }
        for (int[] block : blocks) {
            List<int[]> more = new ArrayList<>();
            int[] depths = IntStream.of(0, 1, StrictMath.min(3, block.length), block.length)
                    .distinct()
                    .toArray();
            for (int[] some : chosen) {
                for (int depth : depths) {
                    more.add(IntStream.concat(Arrays.stream(some), Arrays.stream(block, 0, depth))
                            .toArray());
                }
            }
            chosen = more;
        }
        List<int[]> all = new ArrayList<>();
        for (int[] some : chosen) {
            int[] columns = Arrays.stream(some)
                    .map(lag -> Arrays.binarySearch(lags, lag))
                    .sorted()
                    .distinct()
                    .toArray();
            for (int q = 0; q <= ERRORS; q++) {
                all.add(IntStream.concat(Arrays.stream(columns), IntStream.range(lags.length, lags.length + q))
                        .toArray());
            }
        }
        return all;
    }

    Arima best() {
        List<Candidate> candidates = new ArrayList<>();
        if (past.length - firstRow >= 2 * lags.length + 4) {
            boolean positive = true;
            for (double value : past) {
                positive &= value > 0;
            }
            for (int differences = 0; differences <= 1; differences++) {
                candidates(false, differences, candidates);
                if (positive) {
                    candidates(true, differences, candidates);
                }
            }
        }
        candidates.sort(Comparator.comparingDouble(Candidate::aicc));
        for (Candidate candidate : candidates.subList(0, StrictMath.min(TRIED, candidates.size()))) {
            Arima model = new Arima(candidate.terms);
            if (follows(model, candidate.left) && stays(model)) {
                return model;
            }
        }
        Terms walk = new Terms(false, 1, 0, new int[0], new double[0], new int[0], new double[0]);
        return Model.follow(new Arima(walk), past, 0, past.length);
    }

    /** Takes all that was; true where one step ahead it errs about as much as the regression said. Errors that feed themselves would not. */
    private boolean follows(Arima model, double left) {
        double squares = 0;
        for (int i = 0; i < past.length; i++) {
            double error = model.step(past[i]);
            squares += i < firstRow ? 0 : error * error;
        }
        return squares <= MORE * left * (past.length - firstRow);
    }

    /** Forecasts far ahead stay within reach of what there was. */
    private boolean stays(Arima model) {
        double least = model.plain(Arrays.stream(past).min().orElse(0));
        double most = model.plain(Arrays.stream(past).max().orElse(0));
        double reach = most - least;
        double[] ahead = new double[2 * model.memory() + 20];
        model.ahead(ahead);
        boolean stays = true;
        for (double value : ahead) {
            double plain = model.plain(value);
            stays &= plain >= least - reach && plain <= most + reach;
        }
        return stays;
    }

    private void candidates(boolean logarithms, int differences, List<Candidate> into) {
        double[] plain = new double[past.length];
        double derivative = 0;
        for (int i = 0; i < plain.length; i++) {
            plain[i] = logarithms ? StrictMath.log(past[i]) : past[i];
            derivative += logarithms && i >= firstRow ? plain[i] : 0;
        }
        double mean = differences == 1 ? 0 : Decomposition.mean(plain, 0, plain.length);
        double[] now = new double[plain.length];
        for (int i = 0; i < now.length; i++) {
            now[i] = differences == 0 ? plain[i] - mean : i == 0 ? 0 : plain[i] - plain[i - 1];
        }
        Gram gram = new Gram(rows(now, errors(now)));
        int rows = plain.length - firstRow;
        for (int[] columns : orders) {
            double[] weights = gram.weights(columns);
            double left = gram.left(columns, weights) / rows;
            int numbers = columns.length + 2 - differences;
            double aicc = rows * StrictMath.log(left + Double.MIN_NORMAL)
                    + 2.0 * numbers * rows / (rows - numbers - 1)
                    + 2 * derivative;
            into.add(new Candidate(aicc, left, terms(logarithms, differences, mean, columns, weights)));
        }
    }

    private Terms terms(boolean logarithms, int differences, double mean, int[] columns, double[] weights) {
        int split = 0;
        while (split < columns.length && columns[split] < lags.length) {
            split++;
        }
        int[] chosen =
                Arrays.stream(columns, 0, split).map(column -> lags[column]).toArray();
        int[] errors = Arrays.stream(columns, split, columns.length)
                .map(column -> column - lags.length + 1)
                .toArray();
        return new Terms(
                logarithms,
                differences,
                mean,
                chosen,
                Arrays.copyOf(weights, split),
                errors,
                Arrays.copyOfRange(weights, split, weights.length));
    }

    /** What a regression on all lags leaves, by value. */
    private double[] errors(double[] now) {
        int from = firstRow - ERRORS;
        double[][] rows = new double[now.length - from][];
        for (int i = from; i < now.length; i++) {
            double[] row = new double[lags.length + 1];
            lagged(now, i, row);
            row[lags.length] = now[i];
            rows[i - from] = row;
        }
        int[] all = IntStream.range(0, lags.length).toArray();
        double[] weights = new Gram(rows).weights(all);
        double[] errors = new double[now.length];
        for (int i = from; i < now.length; i++) {
            double expected = 0;
            for (int k = 0; k < all.length; k++) {
                expected += weights[k] * rows[i - from][k];
            }
            errors[i] = now[i] - expected;
        }
        return errors;
    }

    private double[][] rows(double[] now, double[] errors) {
        double[][] rows = new double[now.length - firstRow][];
        for (int i = firstRow; i < now.length; i++) {
            rows[i - firstRow] = row(now, errors, i);
        }
        return rows;
    }

    private double[] row(double[] now, double[] errors, int at) {
        double[] row = new double[lags.length + ERRORS + 1];
        lagged(now, at, row);
        for (int q = 1; q <= ERRORS; q++) {
            row[lags.length + q - 1] = errors[at - q];
        }
        row[lags.length + ERRORS] = now[at];
        return row;
    }

    private void lagged(double[] now, int at, double[] row) {
        for (int k = 0; k < lags.length; k++) {
            row[k] = now[at - lags[k]];
        }
    }
}
