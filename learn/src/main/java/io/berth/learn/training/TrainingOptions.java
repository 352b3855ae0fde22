package io.berth.learn.training;

import io.berth.learn.agent.PpoOptions;
import java.util.List;

/**
 * How it is learnt.
 *
 * @param startsWithRule whether a rule is tuned first and imitated; only where actions pick rows
 * @param hidden sizes of the hidden layers of the networks
 * @param updates how often the agent plays and learns
 * @param ppo the agent's settings
 */
public record TrainingOptions(boolean startsWithRule, List<Integer> hidden, int updates, PpoOptions ppo) {
    public TrainingOptions {
        hidden = List.copyOf(hidden);
    }
}
