package io.berth.core.pace;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import java.util.List;

/**
 * What was seen of alike jobs on one model of devices.
 *
 * @param alike which jobs
 * @param model of their devices
 * @param last the observation that came last, counted over all
 * @param count how many
 * @param mean the logarithm of their speed, the late ones counting more
 * @param variance of it
 */
public record Observed(String alike, String model, long last, long count, double mean, double variance) {
    private static final Codec<Double> BITS = Codec.of(
            (value, sink) -> sink.fixedLong(Double.doubleToLongBits(value)),
            source -> Double.longBitsToDouble(source.fixedLong()));

    /** As a state writes it. */
    public static final Codec<List<Observed>> CODEC = Codec.listOf(codec());

    private static Codec<Observed> codec() {
        Form<Observed> form = new Form<>("observation of speeds");
        var alike = form.text(1, "jobs", Observed::alike);
        var model = form.text(2, "model", Observed::model);
        var last = form.number(3, "last", 0, Observed::last);
        var count = form.number(4, "count", 0, Observed::count);
        var mean = form.value(5, "mean", 0.0, Observed::mean, BITS);
        var variance = form.value(6, "variance", 0.0, Observed::variance, BITS);
        return form.made(values -> new Observed(
                alike.of(values),
                model.of(values),
                last.of(values),
                count.of(values),
                mean.of(values),
                variance.of(values)));
    }

    /** The first of them, {@code logarithm}. */
    static Observed first(String alike, String model, long last, double logarithm) {
        return new Observed(alike, model, last, 1, logarithm, 0);
    }

    /** With one more; of those before, the last {@code most} count. */
    Observed and(long number, double logarithm, int most) {
        double weight = 1.0 / StrictMath.min(count + 1, most);
        double off = logarithm - mean;
        double now = mean + weight * off;
        return new Observed(
                alike, model, number, count + 1, now, variance + weight * (off * (logarithm - now) - variance));
    }
}
