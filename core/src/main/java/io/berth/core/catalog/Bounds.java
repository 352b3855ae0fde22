package io.berth.core.catalog;

import io.berth.core.policy.bound.WaitBound;
import io.berth.core.strategy.Parameter;
import io.berth.core.strategy.Parameter.Type;
import io.berth.core.strategy.Parameters;
import java.util.List;

/** What says how long jobs may wait, in the order in which it is shown. */
final class Bounds {
    private static final double HOUR_NANOS = 3600e9;
    private static final double MOST_HOURS = 1_000_000;
    private static final Parameter HOURS = new Parameter(
            "hours", Type.NUMBER, "4", "within which a job shall start from when it could first be tried");
    private static final Parameter FROM = new Parameter(
            "from", Type.NUMBER, "0.5", "the part of them, 0 to 1, after which it goes before all others");

    static final List<Entry<WaitBound>> ALL = List.of(
            new Entry<>("none", "as long as the order has it wait", "", List.of(), (_, _) -> WaitBound.NONE),
            new Entry<>(
                    "wait",
                    "who has waited long goes before all others, and room is kept for him",
                    "Slurm age factor; Volcano sla plugin",
                    List.of(HOURS, FROM),
                    (parameters, _) -> wait(parameters)),
            new Entry<>(
                    "promised",
                    "the same for those alone whose class promises a start",
                    "",
                    List.of(FROM),
                    (parameters, _) -> WaitBound.promised(from("promised", parameters))));

    private Bounds() {}

    private static WaitBound wait(Parameters parameters) {
        double hours = parameters.number("hours");
        if (!(hours > 0 && hours <= MOST_HOURS)) {
            throw new IllegalArgumentException(
                    "The hours (" + hours + ") of bound (wait) must be above 0 and at most " + MOST_HOURS + ".");
        }
        return WaitBound.of(StrictMath.max(1, (long) (hours * HOUR_NANOS)), from("wait", parameters));
    }

    private static double from(String bound, Parameters parameters) {
        double from = parameters.number("from");
        if (!(from >= 0 && from <= 1)) {
            throw new IllegalArgumentException("The from (" + from + ") of bound (" + bound + ") must be from 0 to 1.");
        }
        return from;
    }
}
