package io.berth.learn.environment.finite;

import java.util.ArrayList;
import java.util.List;

/**
 * A Markov decision process with few states, as data: what each action leads to from each state, with which probability and
 * reward. Built by {@link Builder}; does not change.
 */
public final class FiniteMdp {
    /** The state after the last step. */
    public static final int END = -1;

    private static final double ROUNDING = 1e-9;

    private final String name;
    private final String summary;
    private final int actions;
    private final double discount;
    private final double[] start;
    private final List<List<Outcome>> outcomes;

    /**
     * One of the things an action can lead to.
     *
     * @param chance above 0 and at most 1
     * @param next the state, or {@link #END}
     */
    public record Outcome(double chance, int next, double reward) {}

    private FiniteMdp(Builder from) {
        name = from.name;
        summary = from.summary;
        actions = from.actions;
        discount = from.discount;
        start = from.start.clone();
        outcomes = from.outcomes.stream().map(List::copyOf).toList();
    }

    public String name() {
        return name;
    }

    /** What is decided, one sentence. */
    public String summary() {
        return summary;
    }

    /** How many states, numbered from 0. */
    public int states() {
        return start.length;
    }

    /** How many actions, numbered from 0; not all are allowed in all states. */
    public int actions() {
        return actions;
    }

    public double discount() {
        return discount;
    }

    /** The probability that an episode starts in {@code state}. */
    public double start(int state) {
        return start[state];
    }

    public boolean allowed(int state, int action) {
        return !outcomes(state, action).isEmpty();
    }

    /** What {@code action} can lead to in {@code state}; nothing where it is not allowed. */
    public List<Outcome> outcomes(int state, int action) {
        return outcomes.get(state * actions + action);
    }

    /** The mean of reward plus discounted {@code values} of the next state; the action must be allowed. */
    public double value(int state, int action, double[] values) {
        double sum = 0;
        for (Outcome outcome : outcomes(state, action)) {
            double then = outcome.next() == END ? 0 : values[outcome.next()];
            sum += outcome.chance() * (outcome.reward() + discount * then);
        }
        return sum;
    }

    /** The mean of {@code values} over the states that an episode starts in. */
    public double atStart(double[] values) {
        double sum = 0;
        for (int state = 0; state < start.length; state++) {
            sum += start[state] * values[state];
        }
        return sum;
    }

    /** Collects what a process is. */
    public static final class Builder {
        private final String name;
        private final String summary;
        private final int actions;
        private final double discount;
        private final double[] start;
        private final List<List<Outcome>> outcomes = new ArrayList<>();

        /** @throws IllegalArgumentException where there is no state or action, or the discount is not above 0 and at most 1 */
        public Builder(String name, String summary, int states, int actions, double discount) {
            if (states < 1 || actions < 1 || !(discount > 0 && discount <= 1)) {
                throw new IllegalArgumentException("The process (" + name
                        + ") needs a state, an action, and a discount (" + discount + ") above 0 and at most 1.");
            }
            this.name = name;
            this.summary = summary;
            this.actions = actions;
            this.discount = discount;
            start = new double[states];
            for (int i = 0; i < states * actions; i++) {
                outcomes.add(new ArrayList<>());
            }
        }

        /** An episode may start in {@code state}. */
        public Builder start(int state, double chance) {
            start[state] += chance;
            return this;
        }

        /** In {@code state}, {@code action} may have {@code outcome}. */
        public Builder leads(int state, int action, Outcome outcome) {
            boolean somewhere = outcome.next() >= END && outcome.next() < start.length;
            if (!(outcome.chance() > 0) || !somewhere || !Double.isFinite(outcome.reward())) {
                throw new IllegalArgumentException(
                        "State " + state + ", action " + action + " has an impossible outcome (" + outcome + ").");
            }
            outcomes.get(state * actions + action).add(outcome);
            return this;
        }

        /** @throws IllegalArgumentException where probabilities do not sum up to 1 or a state has no action */
        public FiniteMdp build() {
            double begins = 0;
            for (int state = 0; state < start.length; state++) {
                begins += start[state];
                boolean some = false;
                for (int action = 0; action < actions; action++) {
                    List<Outcome> leads = outcomes.get(state * actions + action);
                    some |= !leads.isEmpty();
                    double sum = leads.stream().mapToDouble(Outcome::chance).sum();
                    check(leads.isEmpty() || StrictMath.abs(sum - 1) < ROUNDING, state, action, sum);
                }
                if (!some) {
                    throw new IllegalArgumentException("State " + state + " of " + name + " has no action.");
                }
            }
            if (StrictMath.abs(begins - 1) >= ROUNDING) {
                throw new IllegalArgumentException(
                        "The probabilities of the first state sum up to " + begins + ", not 1.");
            }
            return new FiniteMdp(this);
        }

        private void check(boolean whole, int state, int action, double sum) {
            if (!whole) {
                throw new IllegalArgumentException("The probabilities of state " + state + ", action " + action + " of "
                        + name + " sum up to " + sum + ", not 1.");
            }
        }
    }
}
