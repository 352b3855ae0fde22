package io.berth.learn.environment;

/**
 * A Markov decision process as data: what the documentation, the model files and other languages are told of an environment.
 *
 * @param name such as {@code ordering}
 * @param summary what is decided, one sentence
 * @param observation the state as an agent sees it
 * @param actions what it may do
 * @param reward what it is given when, with units, one sentence
 * @param discount of rewards to come, above 0 and at most 1
 * @param end when an episode ends, one sentence
 * @param source paper and section; empty where it is Berth's own
 */
public record Mdp(
        String name,
        String summary,
        Observation observation,
        Actions actions,
        String reward,
        double discount,
        String end,
        String source) {
    /** @throws IllegalArgumentException where the discount is not above 0 and at most 1 */
    public Mdp {
        if (!(discount > 0 && discount <= 1)) {
            throw new IllegalArgumentException("The discount (" + discount + ") must be above 0 and at most 1.");
        }
    }
}
