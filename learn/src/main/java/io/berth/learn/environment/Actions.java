package io.berth.learn.environment;

/**
 * What an agent may do: one of {@code count} actions, numbered from 0, of which some may not be allowed at times.
 *
 * @param count how many
 * @param picksRow true where action i means row i of the observation; then a network may score each row by itself
 * @param meaning what they are, one sentence
 */
public record Actions(int count, boolean picksRow, String meaning) {
    /** @throws IllegalArgumentException where there are fewer than one */
    public Actions {
        if (count < 1) {
            throw new IllegalArgumentException("There must be an action.");
        }
    }
}
