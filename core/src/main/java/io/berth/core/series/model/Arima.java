package io.berth.core.series.model;

import java.util.Arrays;

/**
 * An ARIMA model: the series or its differences, or those of its logarithms, by what they and the errors were some steps before. Seasons are lags
 * of about a season with weights of their own, which a product of polynomials is a case of. {@link ArimaFit} finds the orders and the weights.
 */
public final class Arima implements Model {
    /**
     * What the model says.
     *
     * @param logarithms of the logarithms of the series, all of which is above 0
     * @param differences 1 for changes from value to value, 0 for the values themselves, less {@code mean}
     * @param lags how long ago what counts was, ascending
     * @param errors how long ago errors were that count, ascending
     */
    record Terms(
            boolean logarithms,
            int differences,
            double mean,
            int[] lags,
            double[] weights,
            int[] errors,
            double[] errorWeights) {}

    private final Terms terms;
    private final double[] values;
    private final double[] errors;
    private int seen;
    private double last;

    Arima(Terms terms) {
        this.terms = terms;
        this.values = new double[longest(terms.lags())];
        this.errors = new double[longest(terms.errors())];
    }

    private static int longest(int[] lags) {
        return lags.length == 0 ? 1 : lags[lags.length - 1];
    }

    /** The model with the least AICc, as of the end of {@code past}. */
    public static Arima fit(double[] past, Seasons seasons) {
        return new ArimaFit(past, seasons).best();
    }

    @Override
    public void observe(double value) {
        step(value);
    }

    /** Takes the next value; the error of what was expected one step before, in logarithms where the model has those. */
    double step(double value) {
        double plain = plain(value);
        boolean first = seen == 0 && terms.differences() == 1;
        double now = first ? 0 : terms.differences() == 1 ? plain - last : plain - terms.mean();
        double error = seen < values.length + terms.differences() ? 0 : now - expected(values, errors, seen);
        values[seen % values.length] = now;
        errors[seen % errors.length] = error;
        last = plain;
        seen++;
        return error;
    }

    /** A value of the series as the model has it. */
    double plain(double value) {
        return terms.logarithms() ? StrictMath.log(StrictMath.max(value, Double.MIN_NORMAL)) : value;
    }

    private double expected(double[] before, double[] wrong, int at) {
        double sum = 0;
        for (int i = 0; i < terms.lags().length; i++) {
            int lag = terms.lags()[i];
            sum += lag > at ? 0 : terms.weights()[i] * before[(at - lag) % before.length];
        }
        for (int i = 0; i < terms.errors().length; i++) {
            int lag = terms.errors()[i];
            sum += lag > at ? 0 : terms.errorWeights()[i] * wrong[(at - lag) % wrong.length];
        }
        return sum;
    }

    @Override
    public void ahead(double[] into) {
        double[] before = values.clone();
        double[] wrong = errors.clone();
        double plain = last;
        for (int i = 0; i < into.length; i++) {
            double now = expected(before, wrong, seen + i);
            before[(seen + i) % before.length] = now;
            wrong[(seen + i) % wrong.length] = 0;
            plain = terms.differences() == 1 ? plain + now : now + terms.mean();
            into[i] = terms.logarithms() ? StrictMath.exp(plain) : plain;
        }
    }

    /** How many values at its end say what comes: those of the longest lag. */
    int memory() {
        return values.length + terms.differences();
    }

    @Override
    public String toString() {
        return (terms.logarithms() ? "logarithms, " : "") + "differences " + terms.differences() + ", lags "
                + Arrays.toString(terms.lags()) + ", errors " + Arrays.toString(terms.errors());
    }
}
