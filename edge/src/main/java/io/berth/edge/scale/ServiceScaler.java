package io.berth.edge.scale;

import io.berth.core.scale.Demand;
import io.berth.core.scale.Scaler;
import io.berth.core.scale.Sight;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;
import io.berth.spec.quantity.Durations;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks at every interval how many replicas a service should have. Where it is not known what comes, since no gateway says it, one has just come or one is silent, nobody is
 * asked and the replicas stay; what came meanwhile counts as its mean. For a while after a gateway has gone there are no fewer: its clients may come back. Of one thread.
 */
public final class ServiceScaler {
    /** One that was not heard of for so long is silent; it speaks twice a second. */
    public static final long SILENT_NANOS = 3 * Nanos.SECOND;

    /** No fewer replicas for so long after a gateway has gone. */
    static final long GONE_NANOS = 5 * Nanos.MINUTE;

    private final ScaleSpec spec;
    private final long idleNanos;
    private final Shown shown = new Shown();
    private final Scaler scaler;
    private final Words words;
    /** By the name of a gateway, what it said when it was asked before. */
    private SortedMap<String, Demand> before = new TreeMap<>();

    private long beforeNanos;
    private long decideNanos;
    private long goneNanos = Nanos.NEVER;

    /**
     * The replicas of a service.
     *
     * @param ready those that take requests
     * @param wanted all that are to stay, those that wait for room or start with them
     * @param startNanos how long they take to start; 0 where that was not seen
     */
    public record Standing(int ready, int wanted, long startNanos) {}

    /**
     * What was decided.
     *
     * @param replicas how many there should be
     * @param perSecond requests that came for each second; 0 where that is not known
     */
    public record Verdict(int replicas, double perSecond, String reason) {}

    /** One that is asked for the first time an interval from now on. */
    public ServiceScaler(ScaleSpec spec, long nowNanos) {
        this(spec, Nanos.NEVER, nowNanos);
    }

    /** The same, which wants none at all once nothing was there for {@code idleNanos}; {@link Nanos#NEVER} for never. */
    public ServiceScaler(ScaleSpec spec, long idleNanos, long nowNanos) {
        this.spec = spec;
        this.idleNanos = idleNanos;
        Scaler bounded = Scaler.of(spec, shown);
        scaler = idleNanos == Nanos.NEVER ? bounded : Scaler.idling(bounded, idleNanos);
        words = new Words(spec);
        beforeNanos = nowNanos;
        decideNanos = Nanos.after(nowNanos, spec.everyNanos());
    }

    /** By what it decides. */
    public ScaleSpec spec() {
        return spec;
    }

    /** Whether it is time to decide. */
    public boolean due(long nowNanos) {
        return nowNanos >= decideNanos;
    }

    /** What there should be from now on; null before it is time to say. */
    @Nullable
    public Verdict decide(Standing standing, SortedMap<String, Told> told, long nowNanos) {
        if (!due(nowNanos)) {
            return null;
        }
        decideNanos = Nanos.after(nowNanos, spec.everyNanos());
        String missing = missing(told, nowNanos);
        if (!missing.isEmpty()) {
            return new Verdict(standing.wanted, 0, missing);
        }
        List<Shown.Part> parts = new ArrayList<>();
        double arrived = 0;
        long running = 0;
        long waiting = 0;
        for (SortedMap.Entry<String, Told> entry : told.entrySet()) {
            Demand demand = entry.getValue().demand();
            Demand last = before.getOrDefault(entry.getKey(), demand);
            double more = Math.max(0, demand.arrived() - last.arrived());
            parts.add(new Shown.Part(demand, more));
            arrived += more;
            running += demand.running();
            waiting += demand.waiting();
        }
        shown.show(parts);
        shown.starts(standing.startNanos);
        double perSecond = arrived / Nanos.toSeconds(nowNanos - beforeNanos);
        remember(told, nowNanos);
        Sight sight = new Sight(
                nowNanos,
                standing.ready,
                standing.wanted - standing.ready,
                running,
                waiting,
                Math.round(perSecond * Nanos.toSeconds(spec.everyNanos())));
        return held(scaler.wanted(sight), standing, new Words.Seen(sight, perSecond, scaler.basis()));
    }

    private Verdict held(int wanted, Standing standing, Words.Seen seen) {
        String why = wanted == 0 ? "nothing came for " + Durations.format(idleNanos) : words.of(seen, shown, wanted);
        boolean gone = goneNanos != Nanos.NEVER && seen.sight().nowNanos() - goneNanos < GONE_NANOS;
        if (gone && wanted < standing.wanted) {
            return new Verdict(
                    standing.wanted, seen.perSecond(), "a gateway has gone, so there are no fewer yet; else " + why);
        }
        return new Verdict(wanted, seen.perSecond(), why);
    }

    /** Why it is not known what comes; empty where it is. */
    private String missing(SortedMap<String, Told> told, long nowNanos) {
        for (String name : before.keySet()) {
            if (!told.containsKey(name)) {
                goneNanos = nowNanos;
            }
        }
        if (told.isEmpty()) {
            before = new TreeMap<>();
            return "no gateway says what comes, so the replicas stay";
        }
        for (SortedMap.Entry<String, Told> entry : told.entrySet()) {
            if (entry.getValue().ageNanos() > SILENT_NANOS) {
                return entry.getKey() + " is silent, so the replicas stay";
            }
        }
        if (!before.keySet().containsAll(told.keySet())) {
            remember(told, nowNanos);
            return "a gateway has just come, so the replicas stay";
        }
        return "";
    }

    private void remember(SortedMap<String, Told> told, long nowNanos) {
        SortedMap<String, Demand> now = new TreeMap<>();
        told.forEach((name, one) -> now.put(name, one.demand()));
        before = now;
        beforeNanos = nowNanos;
    }
}
