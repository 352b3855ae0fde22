package io.berth.sim.safety;

/** A rule of the safety list was broken. */
public final class BrokenRule extends RuntimeException {
    private final Rule rule;

    public BrokenRule(Rule rule, long atNanos, String what) {
        super("at " + atNanos + " ns: " + what + " (" + rule.sentence() + ")");
        this.rule = rule;
    }

    /** Which. */
    public Rule rule() {
        return rule;
    }
}
