package io.berth.sim.adaptive;

import io.berth.sim.portfolio.Gain;

/**
 * What came of looking which strategy would do best.
 *
 * @param atNanos when
 * @param inForce the name of the strategy in force then
 * @param best of the others, the one that gains most; empty where none gains anything
 * @param gain of it against the one in force at this and the looks before at which it was better, logarithms of the objective
 * @param runs ahead that it took
 */
public record Look(long atNanos, String inForce, String best, Gain gain, Verdict verdict, int runs) {
    /** What was made of it. */
    public enum Verdict {
        /** Too few jobs came or ended yet. */
        UNKNOWN,
        /** Nobody had to wait since the look before, so that no order or place would have made a difference. */
        IDLE,
        /** None of the others is better by enough, beyond chance. */
        STAYS,
        /** One is, and has to be so at more looks before it is put in force. */
        AGAIN,
        /** One is, and is in force from now on. */
        SWITCHED
    }
}
