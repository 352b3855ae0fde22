package io.berth.core.series.model;

/** What was fitted to a series. It is as of the last value that it observed, and belongs to one thread. */
public interface Model {
    /** The next value of the series came. It is finite. */
    void observe(double value);

    /** Writes what comes next into {@code into}: the first is one step ahead. */
    void ahead(double[] into);

    /** Has {@code model} observe values of {@code past} from {@code from} on, up to {@code to}. */
    static <M extends Model> M follow(M model, double[] past, int from, int to) {
        for (int i = from; i < to; i++) {
            model.observe(past[i]);
        }
        return model;
    }
}
