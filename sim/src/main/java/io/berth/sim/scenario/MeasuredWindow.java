package io.berth.sim.scenario;

import io.berth.core.metric.Window;
import io.berth.core.time.Nanos;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Cut;
import io.berth.spec.scenario.Period;
import io.berth.spec.scenario.Trim;

/** The window of a run that its scenario's {@code warmup} and {@code cooldown} leave; {@code auto} leaves all until it is found. */
final class MeasuredWindow {
    private MeasuredWindow() {}

    /**
     * The window on {@code workload}.
     *
     * @param untilNanos the instant the run is cut off at; {@link Nanos#NEVER} for none
     * @param place what errors name
     */
    static Window of(Trim trim, Workload workload, long untilNanos, String place) {
        if (trim.isNone()) {
            return Window.ALL;
        }
        long first = Nanos.NEVER;
        long last = Long.MIN_VALUE;
        for (Arrival arrival : workload) {
            first = StrictMath.min(first, arrival.atNanos());
            last = StrictMath.max(last, arrival.atNanos());
        }
        if (first == Nanos.NEVER) {
            return Window.ALL;
        }
        last = StrictMath.min(last, untilNanos);
        long span = last - first;
        boolean all = trim.warmup() instanceof Cut.None || trim.warmup() instanceof Cut.Auto;
        long from = all ? Long.MIN_VALUE : Nanos.after(first, nanos(trim.warmup(), span));
        long to = trim.cooldown() instanceof Cut.None ? Nanos.NEVER : last - nanos(trim.cooldown(), span);
        if (from > last || to < first || from > to) {
            throw new InputException(
                    place, "warmup and cooldown leave nothing of the " + Nanos.format(span) + " in which jobs arrive");
        }
        return new Window(from, to);
    }

    /** What of {@code window} is in {@code period}; the instant at which the period is over does not count. */
    static Window within(Period period, Window window, String place) {
        if (period.isAll()) {
            return window;
        }
        long from = StrictMath.max(window.fromNanos(), period.fromNanos());
        long to = StrictMath.min(window.toNanos(), period.untilNanos());
        if (to < from) {
            throw new InputException(place, "warmup and cooldown leave nothing of the period that is replayed");
        }
        return new Window(from, to);
    }

    private static long nanos(Cut cut, long span) {
        return switch (cut) {
            case Cut.None _, Cut.Auto _ -> 0;
            case Cut.Length length -> length.nanos();
            case Cut.Part part -> StrictMath.round(part.fraction() * span);
        };
    }
}
