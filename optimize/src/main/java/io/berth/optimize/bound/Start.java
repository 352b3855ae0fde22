package io.berth.optimize.bound;

import io.berth.optimize.bound.classed.Relaxation;
import io.berth.optimize.bound.classed.Response;
import io.berth.optimize.bound.classed.Survey;

/** First prices: one for all, so that what tasks take together is about what there is together. */
final class Start {
    private static final int HALVINGS = 12;
    private static final double HIGHEST = 0x1p60;

    private final Relaxation relaxation;
    private final Survey survey;
    private final double part;
    private final Meter meter;
    private final Response response;

    /** Where {@code relaxation} holds {@code part} of the tasks, more than 0 and at most 1. */
    Start(Relaxation relaxation, Survey survey, double part, Meter meter) {
        this.relaxation = relaxation;
        this.survey = survey;
        this.part = part;
        this.meter = meter;
        this.response = new Response(survey.room().length);
    }

    /**
     * Prices at which a task of the usual size pays the same everywhere, where the dual function is largest among such; higher than
     * any task's cost where tasks want more than there is at every price.
     */
    double[] prices() {
        double high = 1;
        if (!crowded(0)) {
            return at(0);
        }
        while (crowded(high) && high < HIGHEST && !meter.over()) {
            high *= 4;
        }
        double low = 0;
        for (int halving = 0; halving < HALVINGS && high < HIGHEST; halving++) {
            double middle = (low + high) / 2;
            if (crowded(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return at(high);
    }

    private double[] at(double level) {
        double[] prices = new double[survey.room().length];
        for (int at = 0; at < prices.length; at++) {
            prices[at] = survey.typical()[at] > 0 ? level / survey.typical()[at] : 0;
        }
        return prices;
    }

    private boolean crowded(double level) {
        relaxation.answer(at(level), Math.max(1e-6, level * 1e-3), response);
        meter.spend(relaxation.looks());
        double slope = 0;
        for (int at = 0; at < response.used.length; at++) {
            if (survey.typical()[at] > 0) {
                slope += (response.used[at] / part - survey.room()[at]) / survey.typical()[at];
            }
        }
        return slope > 0;
    }
}
