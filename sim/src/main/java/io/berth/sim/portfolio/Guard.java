package io.berth.sim.portfolio;

import io.berth.spec.input.InputException;

/**
 * A figure that must not become much worse, however much the objective gains.
 *
 * @param times how many times as bad it may become, at least 1
 */
public record Guard(Objective of, double times) {
    public Guard {
        if (!(times >= 1 && times <= 1e6)) {
            throw new IllegalArgumentException("A figure may become 1 to 1e6 times as bad, not " + times + ".");
        }
    }

    /**
     * What is written as {@code p99-wait=1.5}.
     *
     * @param place what the error names
     */
    public static Guard parse(String text, String place) {
        int equals = text.indexOf('=');
        try {
            if (equals > 0) {
                double times = Double.parseDouble(text.substring(equals + 1).strip());
                return new Guard(Objective.of(text.substring(0, equals).strip(), place), times);
            }
        } catch (IllegalArgumentException _) {
            // Said below, for what is no number and for one that is too small.
        }
        throw new InputException(
                place,
                "must be a figure and how many times as bad it may become, 1 or more, such as p99-wait=1.5, but is \""
                        + text + "\"");
    }

    /** True where a cost that rose by {@code rise}, a logarithm, is too much. */
    public boolean brokenBy(double rise) {
        return rise > StrictMath.log(times);
    }

    /** In words. */
    public String text() {
        return of.text() + " at most " + times + " times as bad";
    }
}
