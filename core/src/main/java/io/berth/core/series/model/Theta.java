package io.berth.core.series.model;

/**
 * The method Theta (Assimakopoulos and Nikolopoulos 2000) as Hyndman and Billah (2003) state it: simple smoothing that drifts by half the slope
 * of the line through the series, which is freed of its season before where it has one.
 */
public final class Theta implements Model {
    private static final int GAINS = 50;

    private final double gain;
    private final double drift;
    private final double lead;
    private final boolean multiplied;
    private final Cycle season;
    private double level;

    private Theta(double[] freed, Cycle season, boolean multiplied) {
        int n = freed.length;
        this.season = new Cycle(season.values, n);
        this.multiplied = multiplied;
        double middle = (n - 1) / 2.0;
        double mean = Decomposition.mean(freed, 0, n);
        double products = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            products += (i - middle) * (freed[i] - mean);
            squares += (i - middle) * (i - middle);
        }
        this.drift = squares == 0 ? 0 : products / squares / 2;
        double best = Double.POSITIVE_INFINITY;
        double found = 0.5;
        for (int i = 1; i <= GAINS; i++) {
            double tried = i / (double) GAINS;
            double wrong = squares(freed, tried);
            if (wrong < best) {
                best = wrong;
                found = tried;
            }
        }
        this.gain = found;
        this.level = freed[0];
        for (double value : freed) {
            level += gain * (value - level);
        }
        this.lead = (1 - StrictMath.pow(1 - gain, n)) / gain;
    }

    private static double squares(double[] values, double gain) {
        double level = values[0];
        double sum = 0;
        for (double value : values) {
            double wrong = value - level;
            sum += wrong * wrong;
            level += gain * wrong;
        }
        return sum;
    }

    /** The model of {@code past}, the longest of {@code seasons} multiplied where all values are above 0, else added. */
    public static Theta fit(double[] past, Seasons seasons) {
        boolean multiplied = true;
        for (double value : past) {
            multiplied &= value > 0;
        }
        int longest = seasons.within(past.length, 3).longest();
        if (longest < 2 || !Decomposition.seasonal(past, longest)) {
            return new Theta(past, new Cycle(new double[] {0}, 0), false);
        }
        Cycle cycle = Decomposition.seasons(past, Seasons.of(longest), past.length, multiplied)[0];
        double[] freed = new double[past.length];
        for (int i = 0; i < past.length; i++) {
            double ofPlace = cycle.values[i % longest];
            freed[i] = multiplied ? past[i] / ofPlace : past[i] - ofPlace;
        }
        return new Theta(freed, cycle, multiplied);
    }

    @Override
    public void observe(double value) {
        double ofPlace = season.now();
        season.turn();
        double freed = multiplied ? value / ofPlace : value - ofPlace;
        level += gain * (freed - level);
    }

    @Override
    public void ahead(double[] into) {
        for (int i = 0; i < into.length; i++) {
            double plain = level + drift * (i + lead);
            into[i] = multiplied ? plain * season.after(i) : plain + season.after(i);
        }
    }
}
