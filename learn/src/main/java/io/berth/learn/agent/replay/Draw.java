package io.berth.learn.agent.replay;

import io.berth.learn.network.Samples;

/**
 * Steps that were drawn from a memory.
 *
 * @param ids of the steps, for {@link ReplayMemory#surprised}
 * @param now their states
 * @param later the states that stand for what came after their rewards
 * @param actions that were taken
 * @param rewards discounted, added up until the later state
 * @param discounts of the later state; 0 where the episode ended before
 * @param weights of the steps in the loss, at most 1: less for those that are drawn more often
 */
public record Draw(
        long[] ids, Samples now, Samples later, long[] actions, float[] rewards, float[] discounts, float[] weights) {}
