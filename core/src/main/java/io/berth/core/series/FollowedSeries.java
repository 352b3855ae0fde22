package io.berth.core.series;

import io.berth.core.series.Drift.Change;
import io.berth.core.series.model.Seasons;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A series as it grows: each value is observed at the same small cost, and the ensemble is fitted anew only when somebody says so, who asks {@link #due} before.
 * It keeps a bounded past.
 */
public final class FollowedSeries {
    private static final int KEPT = 1024;
    private static final int KEPT_SEASONS = 6;
    private static final int FIRST_FIT = 8;

    private final Seasons seasons;
    private int horizon;
    private int kept;
    private final Drift drift = new Drift();
    private double[] past = new double[16];
    private int size;
    private @Nullable Ensemble ensemble;
    private long dueIn = FIRST_FIT;
    private Change change = Change.NONE;

    /** A series of which nothing is known yet, for forecasts of {@code horizon} steps. */
    public FollowedSeries(Seasons seasons, int horizon) {
        this.seasons = seasons;
        this.horizon = horizon;
        this.kept = StrictMath.max(KEPT, KEPT_SEASONS * StrictMath.max(horizon, seasons.longest()));
    }

    /** Forecasts reach {@code steps} from the next fit on, which is due at once where they reached another number before. */
    public void reach(int steps) {
        if (steps != horizon) {
            horizon = steps;
            kept = StrictMath.max(kept, KEPT_SEASONS * steps);
            dueIn = ensemble == null ? dueIn : 0;
        }
    }

    /**
     * The next value came.
     *
     * @return in which way the series leaves its forecasts with it, told once
     */
    public Change observe(double value) {
        keep(value);
        dueIn--;
        Ensemble now = ensemble;
        if (now == null) {
            return Change.NONE;
        }
        Change told = drift.observe(now.observe(value));
        if (told != Change.NONE) {
            change = told;
            dueIn = StrictMath.min(dueIn, horizon);
        }
        return told;
    }

    private void keep(double value) {
        if (size == 2 * kept) {
            System.arraycopy(past, kept, past, 0, kept);
            size = kept;
        }
        if (size == past.length) {
            past = Arrays.copyOf(past, StrictMath.min(2 * kept, 2 * size));
        }
        past[size++] = value;
    }

    /** True where it should be fitted anew: it grew by a quarter since, or it left its forecasts a horizon ago. */
    public boolean due() {
        return dueIn <= 0;
    }

    /** Fits all methods anew to what is kept of the past, of which there must be some. */
    public void fit() {
        double[] known = Arrays.copyOfRange(past, StrictMath.max(0, size - kept), size);
        ensemble = Ensemble.fit(known, seasons, horizon);
        change = Change.NONE;
        dueIn = StrictMath.max(FIRST_FIT, known.length / 4);
    }

    /** What comes; null before it was fitted for the first time. */
    public @Nullable Forecast ahead(double level) {
        return ensemble == null ? null : ensemble.ahead(level);
    }

    /** In which way it left its forecasts since it was last fitted. */
    public Change change() {
        return change;
    }
}
