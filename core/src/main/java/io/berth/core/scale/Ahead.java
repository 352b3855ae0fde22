package io.berth.core.scale;

import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.series.FollowedSeries;
import io.berth.core.series.Forecast;
import io.berth.core.series.model.Seasons;
import java.util.Arrays;

/**
 * As many as are enough for what may come until a server that would start at the next decision is there: the largest of the forecast's upper quantiles until then. A
 * server leaves only where none of them needs it. Until there is a forecast none leaves, and more start by what came last.
 */
final class Ahead implements Scaler {
    private final ScaleSpec spec;
    private final Sizing sizing;
    private final FollowedSeries arrivals;
    private final Recent recent;
    private Basis basis = new Basis(0, Double.NaN);

    Ahead(ScaleSpec spec, Sizing sizing) {
        this.spec = spec;
        this.sizing = sizing;
        recent = new Recent(spec.ahead().keepNanos());
        long season = spec.ahead().seasonNanos() / spec.everyNanos();
        arrivals = new FollowedSeries(season < 2 ? Seasons.NONE : Seasons.of((int) season), steps());
    }

    /** The intervals until a server that starts at the next decision answers. */
    private int steps() {
        return (int) ((sizing.startNanos() + spec.everyNanos() - 1) / spec.everyNanos() + 1);
    }

    @Override
    public int wanted(Sight sight) {
        arrivals.reach(steps());
        arrivals.observe((double) sight.arrived());
        if (arrivals.due()) {
            arrivals.fit();
        }
        basis = basis(sight);
        return recent.wanted(sight, basis.right());
    }

    private Basis basis(Sight sight) {
        if (!sizing.known()) {
            return new Basis(sight.current(), Double.NaN);
        }
        double backlog = sizing.backlog(sight);
        Forecast forecast = arrivals.ahead(2 * spec.ahead().quantile() - 1);
        if (forecast == null) {
            double came = sight.arrived() + backlog;
            return new Basis(StrictMath.max(sight.current(), sizing.servers(came)), came);
        }
        double most = Arrays.stream(forecast.high()).max().orElse(0) + backlog;
        return new Basis(sizing.servers(most), most);
    }

    @Override
    public Basis basis() {
        return basis;
    }
}
