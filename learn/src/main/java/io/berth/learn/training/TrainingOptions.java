package io.berth.learn.training;

import java.util.List;

/**
 * How it is learnt.
 *
 * @param startsWithRule whether a rule is tuned first and imitated; only where actions pick rows
 * @param hidden sizes of the hidden layers of the networks
 * @param updates how often the agent plays and learns
 * @param round updates after which it is tested again, at least 1
 * @param agent makes what learns
 */
public record TrainingOptions(
        boolean startsWithRule, List<Integer> hidden, int updates, int round, LearnerMaker agent) {
    public TrainingOptions {
        hidden = List.copyOf(hidden);
    }
}
