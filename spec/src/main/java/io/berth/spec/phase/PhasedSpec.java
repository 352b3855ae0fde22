package io.berth.spec.phase;

import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Percents;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;

/**
 * Which generated jobs have phases: they load with one task without devices, train with all that they ask for, and evaluate with one task
 * on one device. Their run time stays what it is.
 *
 * @param share of the jobs that ask for devices, 0 to 1
 * @param load the part of the run time in which they load, 0 to 1
 * @param evaluate the part in which they evaluate; with {@code load} below 1
 */
public record PhasedSpec(double share, double load, double evaluate) {
    /** Jobs ask for the same until they end. */
    public static final PhasedSpec NONE = new PhasedSpec(0, 0, 0);

    private static final Shape PERCENT = Shape.of(ValueType.PERCENT);

    /** Its keys. */
    public static final Section SECTION = Section.of(
            "phased",
            "Jobs that load with one task without GPUs, train with all that they ask for, and evaluate with one task on one GPU; in all they "
                    + "run as long as without.",
            Key.of("share", PERCENT, "Jobs with GPUs that have such phases.").fallback("0%"),
            Key.of("load", PERCENT, "The part of their run time in which they load.")
                    .fallback("15%"),
            Key.of("evaluate", PERCENT, "The part in which they evaluate.").fallback("15%"));

    /** What {@code fields} of {@link #SECTION} say. */
    public static PhasedSpec read(Fields fields) {
        double share = fields.fraction("share");
        if (share == 0) {
            return NONE;
        }
        PhasedSpec phased = new PhasedSpec(share, fields.fraction("load"), fields.fraction("evaluate"));
        if (phased.load + phased.evaluate >= 1) {
            throw InputException.at(fields.value("evaluate"), "must leave some time beside load");
        }
        return phased;
    }

    /** As one line of a scenario. */
    public String text() {
        return "{share: " + Percents.format(share) + ", load: " + Percents.format(load) + ", evaluate: "
                + Percents.format(evaluate) + "}";
    }
}
