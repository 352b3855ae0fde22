package io.berth.console.curve;

import java.util.List;

/**
 * What one line of output says.
 *
 * @param place how far it says that its task is
 * @param values the values that it has, in its order; NaN and the infinities are values
 */
public record Sample(Place place, List<Value> values) {
    /** Says nothing. */
    public static final Sample NONE = new Sample(Place.UNKNOWN, List.of());

    public Sample {
        values = List.copyOf(values);
    }

    /** A value by its name, {@code loss}. */
    public record Value(String metric, double value) {}

    /**
     * How far a task is. What is unknown is NaN.
     *
     * @param step the step, counted over the whole run
     * @param steps how many there are
     * @param epoch the epoch, from 0 or 1 as its program counts, perhaps with a part behind the point
     * @param epochs how many there are
     * @param bar the step within the epoch, or of the whole where there are no epochs: the left number of a progress bar
     * @param bars its right number
     * @param fraction how much of all is done, 0 to 1
     */
    public record Place(
            double step, double steps, double epoch, double epochs, double bar, double bars, double fraction) {
        public static final Place UNKNOWN =
                new Place(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

        /** True where it says anything. */
        boolean known() {
            return !(Double.isNaN(step) && Double.isNaN(epoch) && Double.isNaN(bar) && Double.isNaN(fraction));
        }
    }

    /** True where it says nothing. */
    boolean empty() {
        return values.isEmpty() && !place.known() && Double.isNaN(place.steps()) && Double.isNaN(place.epochs());
    }
}
