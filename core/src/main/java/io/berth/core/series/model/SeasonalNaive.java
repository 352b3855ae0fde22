package io.berth.core.series.model;

/** What was a season ago comes again; without a season, what was last. */
public final class SeasonalNaive implements Model {
    private final Cycle last;

    /**
     * @param past at least {@code season} values
     * @param season how many steps ago; 1 for the last value
     */
    public SeasonalNaive(double[] past, int season) {
        if (past.length < season) {
            throw new IllegalArgumentException(past.length + " values are fewer than a season of " + season + ".");
        }
        this.last = new Cycle(new double[season], 0);
        Model.follow(this, past, past.length - season, past.length);
    }

    @Override
    public void observe(double value) {
        last.turn(value);
    }

    @Override
    public void ahead(double[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = last.after(i);
        }
    }
}
