package io.berth.sim.adaptive;

/**
 * How far a strategy would have decided as was decided.
 *
 * @param starts that it decided again, each on the state in which it was decided
 * @param same how many of them it would have made at the same moment on the same nodes
 * @param elsewhere how many at the same moment on other nodes; the rest it would not have made then
 * @param apartSeconds by how much starts lie apart where it had decided all the time, a mean over the jobs; NaN without any
 */
public record Agreed(long starts, long same, long elsewhere, double apartSeconds) {
    /** The part of the starts that it would have made alike, 0 to 1; NaN without any. */
    public double part() {
        return starts == 0 ? Double.NaN : (double) same / starts;
    }
}
