package io.berth.app.learn;

import io.berth.learn.agent.Divergence;

/** What is said of a training that diverged. */
final class DivergedText {
    private DivergedText() {}

    /** What went wrong, and in which update, counted from 1 as in the curve. */
    static String problem(Divergence divergence) {
        return divergence.agent() + " in update " + (divergence.update() + 1) + ": " + divergence.what();
    }

    /** The same with what would change it; {@code agent} is the name of the section that is said to be changed. */
    static String of(long seed, String agent, Divergence divergence) {
        String own = "learn." + agent + ".";
        String rates = "lower " + own + "rate" + (agent.equals("dqn") ? "" : " and " + own + "value_rate");
        String more = agent.equals("ppo")
                ? "smaller " + own + "clip"
                : own + "max_gradient: 0.5; " + own + "reward_scale: 0, or higher";
        return "the training with seed " + seed + " diverged: " + problem(divergence) + ". What helps: " + rates + "; "
                + more;
    }
}
