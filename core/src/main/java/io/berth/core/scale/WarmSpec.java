package io.berth.core.scale;

/**
 * How models are loaded before they are asked for.
 *
 * @param budget the part of the time of all servers that may go into such loads, above 0 and up to 1
 * @param everyNanos how often it is decided
 * @param least how probable it must be that a model is asked for while it would load, above 0 and below 1
 * @param seasonNanos after how long the load repeats itself; 0 where it does not
 */
public record WarmSpec(double budget, long everyNanos, double least, long seasonNanos) {
    public WarmSpec {
        if (!(budget > 0 && budget <= 1) || everyNanos < 1 || !(least > 0 && least < 1) || seasonNanos < 0) {
            throw new IllegalArgumentException("A budget of " + budget + ", every " + everyNanos + " ns, of what is "
                    + least + " probable: that loads nothing ahead.");
        }
    }
}
