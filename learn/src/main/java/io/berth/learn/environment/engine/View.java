package io.berth.learn.environment.engine;

import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.Observation;

/**
 * What an agent sees and does in a part of a strategy: a decision process but for its reward.
 *
 * @param name such as {@code engine-ordering}
 * @param summary what is decided, one sentence
 * @param source of what is seen, paper and section; empty where it is Berth's own
 */
record View(String name, String summary, Observation observation, Actions actions, String source) {
    private static final String END =
            "when all jobs of the episode have left, or nothing is left to happen; cut off at the end of the scenario's time";

    Mdp mdp(EngineOptions options) {
        String formula = options.reward().formula();
        String given = options.dense()
                ? "with each step minus what the time since the step before cost: of n jobs each that is in the system 1/n a second for"
                        + " jct_mean_s and 1/(n max(run, 10 s)) a second for bounded_slowdown_mean, times their weights; with the last"
                        + " step what makes the sum " + formula
                : "with the last step " + formula + ", before it 0";
        return new Mdp(
                name,
                summary,
                observation,
                actions,
                given + "; times in seconds, utilisation and misses from 0 to 1",
                options.discount(),
                END,
                source);
    }
}
