package io.berth.testkit.safety;

/** A rule of the safety list was broken. */
public final class BrokenRule extends AssertionError {
    private final Rule rule;

    BrokenRule(Rule rule, long atNanos, String what) {
        super("at " + atNanos + " ns: " + what + " (" + rule.sentence() + ")");
        this.rule = rule;
    }

    public Rule rule() {
        return rule;
    }
}
