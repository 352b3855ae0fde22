package io.berth.sim.comparison;

/** What a difference means. */
public enum Verdict {
    BETTER,
    WORSE,
    /** Really more, of a figure that is neither good nor bad. */
    HIGHER,
    /** Really less, likewise. */
    LOWER,
    /** Chance alone may explain it. */
    NO_REAL_DIFFERENCE,
    /** There are so few pairs that chance alone might explain any difference. */
    TOO_FEW_PAIRS
}
