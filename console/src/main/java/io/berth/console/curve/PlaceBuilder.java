package io.berth.console.curve;

import io.berth.console.curve.Sample.Place;

/** Puts together what a line says of how far its task is. */
final class PlaceBuilder {
    private static final double PERCENT = 100;

    private double step = Double.NaN;
    private double steps = Double.NaN;
    private double epoch = Double.NaN;
    private double epochs = Double.NaN;
    private double bar = Double.NaN;
    private double bars = Double.NaN;
    private double fraction = Double.NaN;

    /**
     * The line has {@code word} with {@code number}.
     *
     * @param of the number behind a slash, {@code 120/400}; NaN for none
     * @param percent true where a percent sign follows
     */
    void add(PlaceWord word, double number, double of, boolean percent) {
        switch (word) {
            case STEP -> {
                step = number;
                steps = Double.isNaN(of) ? steps : of;
            }
            case STEPS -> steps = number;
            case EPOCH -> {
                epoch = number;
                epochs = Double.isNaN(of) ? epochs : of;
            }
            case EPOCHS -> epochs = number;
            case BATCH -> bar(number, of);
            case PROGRESS -> fraction = share(number, of, percent);
        }
    }

    /** The line has a progress bar; one without a right number is none. */
    void bar(double number, double of) {
        if (of > 0) {
            bar = number;
            bars = of;
        }
    }

    Place place() {
        // "Epoch [1/5], Step [100/600]": a step that begins anew with each epoch.
        boolean within = !Double.isNaN(epochs) && !Double.isNaN(epoch) && !Double.isNaN(steps) && Double.isNaN(bar);
        return within
                ? new Place(Double.NaN, Double.NaN, epoch, epochs, step, steps, fraction)
                : new Place(step, steps, epoch, epochs, bar, bars, fraction);
    }

    /** Above 1 without a percent sign it is percent too: nobody has done more than all. */
    private static double share(double number, double of, boolean percent) {
        double share = of > 0 ? number / of : percent || number > 1 ? number / PERCENT : number;
        return share >= 0 && share <= 1 ? share : Double.NaN;
    }
}
