package io.berth.core.series;

import io.berth.core.series.Drift.Change;
import io.berth.core.series.model.Seasons;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Many series by number, such as one for each service. Every pass has each observe its value and asks for its forecast; of those whose methods should be fitted anew, only a
 * few are, those first that wait longest, so that no pass takes much longer than others.
 */
public final class SeriesBook {
    private final List<FollowedSeries> all = new ArrayList<>();
    private final ArrayDeque<Integer> waiting = new ArrayDeque<>();
    private final List<Boolean> waits = new ArrayList<>();

    /** One more series; its number. */
    public int add(Seasons seasons, int horizon) {
        all.add(new FollowedSeries(seasons, horizon));
        waits.add(false);
        return all.size() - 1;
    }

    /** The next value of a series came; in which way the series leaves its forecasts with it, told once. */
    public Change observe(int series, double value) {
        Change change = all.get(series).observe(value);
        if (all.get(series).due() && !waits.get(series)) {
            waits.set(series, true);
            waiting.add(series);
        }
        return change;
    }

    /** Fits at most {@code most} of the series anew that should be; how many should be still. */
    public int fit(int most) {
        for (int i = 0; i < most && !waiting.isEmpty(); i++) {
            int series = waiting.remove();
            waits.set(series, false);
            all.get(series).fit();
        }
        return waiting.size();
    }

    /** What comes of a series; null where it was not fitted yet. */
    public @Nullable Forecast ahead(int series, double level) {
        return all.get(series).ahead(level);
    }
}
