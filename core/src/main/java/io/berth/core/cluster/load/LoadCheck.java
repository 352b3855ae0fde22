package io.berth.core.cluster.load;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;

/**
 * What becomes of a measurement: what is no measurement is refused by a name, and what is a little off is set right. Nobody who measures
 * wrongly stops the engine.
 *
 * @param load what is taken; of one that is refused as it was told
 * @param measuredNanos when it was measured, never later than now
 */
public record LoadCheck(Verdict verdict, Load load, long measuredNanos) {
    /** So far ahead a clock may be. */
    private static final long MOST_AHEAD_NANOS = 60 * Nanos.SECOND;

    /** What is used may be above what a node has, as clocks are not exact; what is far above was never measured. */
    private static final long MOST_TIMES = 16;

    /** What was found. */
    public enum Verdict {
        TAKEN,
        /** Values below 0 or above what the node has were set to that, or a time that is to come to now. */
        CLAMPED,
        /** Nothing was measured. */
        EMPTY,
        /** It is so old that it says nothing. */
        STALE,
        /** What is known was measured later. */
        OLDER,
        /** It was measured at a time that is to come. */
        FUTURE,
        /** It is many times what the node has. */
        ABSURD;

        /** True where it counts. */
        public boolean taken() {
            return this == TAKEN || this == CLAMPED;
        }
    }

    /**
     * @param capacity what the node has, by measure; 0 or less where that is unknown
     * @param ageNanos how old it says it is; negative for a time to come
     * @param knownNanos when what is known of the node was measured; {@link Long#MIN_VALUE} for nothing
     */
    public static LoadCheck of(Load load, long[] capacity, long now, long ageNanos, long knownNanos) {
        long measured = now - StrictMath.max(0, ageNanos);
        Verdict verdict = time(load, ageNanos, measured, knownNanos);
        if (!verdict.taken()) {
            return new LoadCheck(verdict, load, measured);
        }
        List<LoadFigure> figures = new ArrayList<>(load.figures().size());
        for (LoadFigure figure : load.figures()) {
            long most = capacity[figure.measure().ordinal()];
            if (absurd(figure, most)) {
                return new LoadCheck(Verdict.ABSURD, load, measured);
            }
            LoadFigure right = clamped(figure, most);
            verdict = right.equals(figure) ? verdict : Verdict.CLAMPED;
            figures.add(right);
        }
        return new LoadCheck(verdict, verdict == Verdict.CLAMPED ? new Load(figures) : load, measured);
    }

    private static Verdict time(Load load, long ageNanos, long measured, long knownNanos) {
        if (load.figures().isEmpty()) {
            return Verdict.EMPTY;
        }
        if (ageNanos < -MOST_AHEAD_NANOS) {
            return Verdict.FUTURE;
        }
        if (Freshness.of(StrictMath.max(0, ageNanos)) == Freshness.BLIND) {
            return Verdict.STALE;
        }
        if (measured < knownNanos) {
            return Verdict.OLDER;
        }
        return ageNanos < 0 ? Verdict.CLAMPED : Verdict.TAKEN;
    }

    private static boolean absurd(LoadFigure figure, long most) {
        for (long value : figure.values()) {
            if (most > 0 && value / MOST_TIMES > most) {
                return true;
            }
        }
        return false;
    }

    private static LoadFigure clamped(LoadFigure figure, long most) {
        List<Long> values = new ArrayList<>(figure.values().size());
        for (long value : figure.values()) {
            long positive = StrictMath.max(0, value);
            values.add(most > 0 ? StrictMath.min(most, positive) : positive);
        }
        return new LoadFigure(figure.span(), figure.measure(), values);
    }
}
