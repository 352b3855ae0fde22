package io.berth.sim.scale;

import io.berth.core.scale.Meter;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * What servers cost that come and go, and how that compares with hindsight: for each interval the fewest servers that have room, at the target, for all requests that
 * came in it, each as long as the run's mean.
 */
final class ScaleFigures {
    private static final double HOUR = 3600;

    private final ScaleSpec spec;
    private final Meter meter;
    private final List<Interval> intervals = new ArrayList<>();
    private double startingSeconds;
    private long ups;
    private long downs;
    private long started;

    private record Interval(long arrived, int ready, int held) {}

    ScaleFigures(ScaleSpec spec, Meter meter) {
        this.spec = spec;
        this.meter = meter;
    }

    void elapse(int starting, long nanos) {
        startingSeconds += starting * Nanos.toSeconds(nanos);
    }

    void interval(long arrived, int ready, int held) {
        intervals.add(new Interval(arrived, ready, held));
    }

    void decided(int now, int wanted) {
        ups += wanted > now ? 1 : 0;
        downs += wanted < now ? 1 : 0;
        started += StrictMath.max(0, wanted - now);
    }

    void put(SortedMap<String, Double> all, double presentSeconds) {
        double every = Nanos.toSeconds(spec.everyNanos());
        double needed = 0;
        double over = 0;
        double under = 0;
        for (Interval interval : intervals) {
            double busy = interval.arrived / every * meter.serviceSeconds();
            double enough =
                    StrictMath.max(spec.min(), StrictMath.min(spec.max(), StrictMath.ceil(busy / spec.target())));
            needed += enough;
            over += StrictMath.max(0, interval.held - enough);
            under += StrictMath.max(0, enough - interval.ready);
        }
        all.put("server_hours", (presentSeconds + startingSeconds) / HOUR);
        all.put("server_hours_hindsight", needed * every / HOUR);
        all.put("server_hours_over", over * every / HOUR);
        all.put("server_hours_short", under * every / HOUR);
        all.put("scale_ups", (double) ups);
        all.put("scale_downs", (double) downs);
        all.put("servers_started", (double) started);
    }
}
