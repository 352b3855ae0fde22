package io.berth.edge.scale;

import io.berth.core.scale.Measured;
import io.berth.core.scale.Scaler;
import io.berth.core.scale.Sight;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.time.Nanos;
import io.berth.spec.quantity.Durations;
import java.util.Locale;

/** Why there should be so many replicas, for people. */
record Words(ScaleSpec spec) {
    /**
     * What it was decided by.
     *
     * @param perSecond requests that came for each second
     */
    record Seen(Sight sight, double perSecond, Scaler.Basis basis) {}

    String of(Seen seen, Measured measured, int wanted) {
        return switch (spec.policy()) {
            case FIXED -> "their number stays";
            case TARGET_UTILISATION ->
                (seen.sight.running() + seen.sight.waiting()) + " requests at once at " + seen.sight.ready()
                        + " ready replicas, which should have " + number(spec.target()) + " each" + kept(seen, wanted);
            case REACTIVE -> number(seen.perSecond) + " requests/s came" + enough(seen, measured, wanted);
            case FORECAST -> ahead(seen, measured) + enough(seen, measured, wanted);
        };
    }

    private String ahead(Seen seen, Measured measured) {
        if (Double.isNaN(seen.basis.arrivals())) {
            return number(seen.perSecond) + " requests/s came";
        }
        long start = measured.startNanos(spec.startNanos());
        long within = start + spec.everyNanos();
        return number(seen.basis.arrivals() / Nanos.toSeconds(spec.everyNanos())) + " requests/s may come within "
                + seconds(within)
                + (start == spec.startNanos() ? "" : " (a start took " + seconds(start) + ")");
    }

    private String enough(Seen seen, Measured measured, int wanted) {
        if (measured.serviceSeconds() == 0) {
            return ", and it is not known yet how long one takes";
        }
        String waits = seen.sight.waiting() == 0 ? "" : ", " + seen.sight.waiting() + " wait";
        return " of " + number(measured.serviceSeconds()) + " s each" + waits + ": with " + seen.basis.right() + " "
                + number(100 * spec.ahead().within()) + " % wait "
                + Durations.format(spec.ahead().waitNanos()) + " at most" + kept(seen, wanted);
    }

    /** Why there are not as many as would be right by this alone. */
    private String kept(Seen seen, int wanted) {
        if (wanted > seen.basis.right()) {
            return "; " + wanted + " stay for a while, as so many were right lately";
        }
        return wanted == spec.max() ? "; more than " + wanted + " are not allowed" : "";
    }

    /** Rounded up to whole seconds. */
    private static String seconds(long nanos) {
        return Durations.format((nanos + Nanos.SECOND - 1) / Nanos.SECOND * Nanos.SECOND);
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, value < 10 ? "%.1f" : "%.0f", value);
        return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
