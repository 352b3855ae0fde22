package io.berth.app.learn;

import io.berth.learn.agent.Divergence;
import java.util.List;
import java.util.stream.Collectors;

/** What is said of a training that diverged. */
final class DivergedText {
    private static final List<String> STEPS = List.of("rate", "value_rate");

    private DivergedText() {}

    /** @param agent the name of its section */
    static String of(long seed, String agent, Divergence divergence) {
        String where = divergence.agent().equals(agent)
                ? " in update " + (divergence.update() + 1)
                : " before its first update";
        return "the training with seed " + seed + " diverged: " + agent + where + ", " + divergence.what()
                + ". What helps: " + cure(agent);
    }

    private static String cure(String agent) {
        String lower = agent.equals("dqn")
                ? key(agent, "rate")
                : STEPS.stream().map(step -> key(agent, step)).collect(Collectors.joining(" and "));
        return agent.equals("ppo")
                ? "a lower " + lower + ", a smaller learn.ppo.clip"
                : "a lower " + lower + ", a " + key(agent, "max_gradient") + " such as 0.5, "
                        + key(agent, "reward_scale") + ": 0 or higher";
    }

    private static String key(String agent, String name) {
        return "learn." + agent + "." + name;
    }
}
