package io.berth.spec.scenario;

import io.berth.core.time.Nanos;
import io.berth.spec.quantity.Durations;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;

/**
 * How busy services are over the day, and what best-effort work on their devices does to them.
 *
 * @param load the part of their peak that they get in the mean
 * @param swing by how much that goes up and down
 * @param periodNanos from one highest load to the next
 * @param busy the part of the time in which a service works on requests at its peak
 * @param interference by which part a request takes longer beside best-effort work that has a whole device
 */
public record ServiceUse(double load, double swing, long periodNanos, double busy, double interference) {
    private static final Shape PART = Shape.number(0, 1);

    /** Its keys. */
    static final Section SECTION = Section.of(
            "service",
            "How busy the jobs are that are not of best effort, as services: what they use is that at their peak.",
            Key.of("load", PART, "The part of their peak that they get in the mean.")
                    .fallback("0.7"),
            Key.of("swing", PART, "By how much that goes up and down, as a sine; each service at another time.")
                    .fallback("0"),
            Key.of("period", Shape.of(ValueType.DURATION), "From one highest load to the next.")
                    .fallback("1d"),
            Key.of("busy", PART, "The part of the time in which a service works on requests at its peak.")
                    .fallback("0.8"),
            Key.of(
                            "interference",
                            Shape.number(0, 100),
                            "By which part a request takes longer beside best-effort work that has a whole device.")
                    .fallback("0.075"));

    static ServiceUse read(Fields fields) {
        return new ServiceUse(
                fields.number("load"),
                fields.number("swing"),
                StrictMath.max(Nanos.SECOND, fields.nanos("period")),
                fields.number("busy"),
                fields.number("interference"));
    }

    /** As a scenario has it. */
    String text() {
        return "{load: " + load + ", swing: " + swing + ", period: " + Durations.format(periodNanos) + ", busy: " + busy
                + ", interference: " + interference + "}";
    }
}
