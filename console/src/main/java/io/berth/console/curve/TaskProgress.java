package io.berth.console.curve;

import io.berth.console.curve.Sample.Place;

/**
 * How far one task is, from all that its lines said: a line tells a part, such as the epoch, and later ones the rest. What is
 * unknown is NaN.
 */
final class TaskProgress {
    /** Of a look in the average of rates. */
    private static final double LATEST_WEIGHT = 0.2;

    private final EndForecast forecast = new EndForecast();
    private double step = Double.NaN;
    private double steps;
    private double epoch = Double.NaN;
    private double epochs = Double.NaN;
    private double bar = Double.NaN;
    private double bars = Double.NaN;
    private double fraction = Double.NaN;
    private long lines;
    private long stepNanos;
    private double lookStep = Double.NaN;
    private long lookNanos;
    private double stepsPerSecond = Double.NaN;

    /** @param declaredSteps how many steps the job's user says there are; 0 where he does not */
    TaskProgress(long declaredSteps) {
        steps = declaredSteps > 0 ? (double) declaredSteps : Double.NaN;
    }

    /** Hears a line. */
    void hear(Sample sample, long nanos) {
        Place place = sample.place();
        lines += sample.values().isEmpty() ? 0 : 1;
        steps = known(place.steps(), steps);
        epochs = known(place.epochs(), epochs);
        if (!Double.isNaN(place.epoch()) && place.epoch() != epoch) {
            epoch = place.epoch();
            bar = Double.NaN;
        }
        hearBar(place);
        hearStep(known(place.step(), barStep(place)), nanos);
        double done = done(sample);
        if (!Double.isNaN(done)) {
            fraction = done;
            forecast.observe(nanos, done);
        }
    }

    /** The step that values said now belong to. */
    long step() {
        double at = known(step, wholeEpoch());
        return Double.isNaN(at) ? lines : (long) at;
    }

    /** The step, counted over the whole run. */
    double stepOrNaN() {
        return step;
    }

    /** How many steps there are; NaN where unknown. */
    double steps() {
        return known(steps, Double.isNaN(epochs) ? bars : epochs * bars);
    }

    /** How much is done, 0 to 1. */
    double fraction() {
        return fraction;
    }

    /** How fast it is lately, steps in a second. */
    double stepsPerSecond() {
        return stepsPerSecond;
    }

    /** When it last said its step, UTC nanoseconds; 0 for never. */
    long stepNanos() {
        return stepNanos;
    }

    long endNanos() {
        return forecast.endNanos();
    }

    /** Another bar that is shorter, while one is under way, is of an evaluation. */
    private void hearBar(Place place) {
        boolean other = place.bars() < bars && bar < bars;
        if (!Double.isNaN(place.bars()) && !other) {
            bar = place.bar();
            bars = place.bars();
        }
    }

    private double barStep(Place place) {
        boolean heard = !Double.isNaN(place.bars()) && place.bars() == bars;
        if (!heard) {
            return Double.NaN;
        }
        if (Double.isNaN(epoch)) {
            return bar;
        }
        return Math.max(0, Math.floor(epoch) - (Double.isNaN(epochs) ? 0 : 1)) * bars + bar;
    }

    /** Lines that were read at one look share its time, so what a look adds is known at the next. */
    private void hearStep(double now, long nanos) {
        if (Double.isNaN(now)) {
            return;
        }
        if (nanos > stepNanos) {
            double seconds = (double) (stepNanos - lookNanos) / 1e9;
            if (lookNanos > 0 && step > lookStep) {
                double rate = (step - lookStep) / seconds;
                stepsPerSecond = Double.isNaN(stepsPerSecond)
                        ? rate
                        : (1 - LATEST_WEIGHT) * stepsPerSecond + LATEST_WEIGHT * rate;
            }
            lookStep = step;
            lookNanos = stepNanos;
        }
        step = now;
        stepNanos = nanos;
    }

    /** What the line says is done, after what was said before. */
    private double done(Sample sample) {
        Place place = sample.place();
        if (!Double.isNaN(place.fraction())) {
            return place.fraction();
        }
        if (!Double.isNaN(epoch) && epochs > 0) {
            return share(doneEpochs(sample), epochs);
        }
        boolean barIsAll = Double.isNaN(epoch) && !Double.isNaN(place.bars());
        if (barIsAll && Double.isNaN(steps)) {
            return share(bar, bars);
        }
        return Double.isNaN(place.step()) && !barIsAll ? Double.NaN : share(step, steps);
    }

    /** A line with an epoch and values comes at its end, one without at its beginning; a bar says itself how far it is. */
    private double doneEpochs(Sample sample) {
        if (!Double.isNaN(bar)) {
            return epoch - 1 + bar / bars;
        }
        boolean part = epoch != Math.rint(epoch);
        boolean said = !Double.isNaN(sample.place().epoch());
        if (!said) {
            return Double.NaN;
        }
        return part || !sample.values().isEmpty() ? epoch : epoch - 1;
    }

    private double wholeEpoch() {
        return epoch == Math.rint(epoch) ? epoch : Double.NaN;
    }

    private static double share(double done, double all) {
        double share = done / all;
        return share >= 0 && share <= 1 ? share : Double.NaN;
    }

    private static double known(double now, double before) {
        return Double.isNaN(now) ? before : now;
    }
}
