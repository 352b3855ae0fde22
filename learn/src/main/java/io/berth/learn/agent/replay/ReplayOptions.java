package io.berth.learn.agent.replay;

/**
 * What a {@link ReplayMemory} keeps and how it is drawn from.
 *
 * @param states at most; the oldest are forgotten, {@link ReplayMemory#BLOCK} at a time
 * @param bytes of states at most; fewer states are kept where they are large
 * @param steps n of n-step returns: how many rewards are added up before the state after them stands for the rest
 * @param priority how much more often a step is drawn that surprised, α: 0 for all alike
 * @param correction of the bias by that at first, β, which then rises to 1 in a line
 * @param correctionSteps draws of a batch after which it is 1
 */
public record ReplayOptions(
        int states, long bytes, int steps, double priority, double correction, long correctionSteps) {
    /** Fewer would make no memory. */
    static final int LEAST_STATES = 2 * ReplayMemory.BLOCK;

    private static final long BYTES = 256L << 20;

    /** As CleanRL's DQN has them: 10,000 states, all alike, one reward. */
    public static final ReplayOptions ALIKE = new ReplayOptions(10_000, BYTES, 1, 0, 1, 0);

    /** The same with proportional priorities, α 0.6 and β from 0.4 (Schaul et al., ICLR 2016, table 3), in 50,000 draws. */
    public static final ReplayOptions PRIORITISED = new ReplayOptions(10_000, BYTES, 1, 0.6, 0.4, 50_000);

    /** @throws IllegalArgumentException where a number is out of its range */
    public ReplayOptions {
        if (states < LEAST_STATES || bytes < 1) {
            throw new IllegalArgumentException("A memory keeps at least " + LEAST_STATES + " states (not " + states
                    + ") and a byte (not " + bytes + ").");
        }
        if (steps < 1 || steps >= ReplayMemory.BLOCK) {
            throw new IllegalArgumentException(
                    "The steps (" + steps + ") must be from 1 to " + (ReplayMemory.BLOCK - 1) + ".");
        }
        if (!(priority >= 0 && priority <= 1 && correction >= 0 && correction <= 1) || correctionSteps < 0) {
            throw new IllegalArgumentException("Priority (" + priority + ") and correction (" + correction
                    + ") must be from 0 to 1, and its steps (" + correctionSteps + ") not below 0.");
        }
    }

    /** The same with returns of so many steps. */
    public ReplayOptions withSteps(int count) {
        return new ReplayOptions(states, bytes, count, priority, correction, correctionSteps);
    }

    double correctionAt(long draw) {
        return draw >= correctionSteps ? 1 : correction + (1 - correction) * draw / correctionSteps;
    }
}
