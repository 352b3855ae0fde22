package io.berth.optimize.bound.classed;

import java.util.Arrays;

/** What all tasks together choose at some prices. */
public final class Response {
    /** How far above the best, in units of the smoothing, something still gets a part: the next would get less than 2e-9 of it. */
    public static final double REACH = 20;

    /** The sum of smoothed minima, never above {@link #plain}. */
    public double smoothed;

    /** The sum of the cheapest choices. */
    public double plain;

    /** How much more the choices in parts cost than the cheapest ones: what smoothing makes dearer. */
    public double excess;

    /** What is used, by resource and agent as prices are. */
    public final double[] used;

    public Response(int prices) {
        this.used = new double[prices];
    }

    public void clear() {
        smoothed = 0;
        plain = 0;
        excess = 0;
        Arrays.fill(used, 0);
    }

    public void add(Response other) {
        smoothed += other.smoothed;
        plain += other.plain;
        excess += other.excess;
        for (int at = 0; at < used.length; at++) {
            used[at] += other.used[at];
        }
    }
}
