package io.berth.spec.learn;

import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;
import java.util.ArrayList;
import java.util.List;

/** The sections of the agents that stand beside {@code ppo}, with the values that they were published with. */
final class AgentSections {
    private static final int MOST = 1_000_000;
    private static final double MOST_NUMBER = 1e9;
    private static final Shape FLAG = Shape.of(ValueType.FLAG);

    static final Section A2C = nStep(
            "a2c",
            "Advantage actor-critic, synchronous: 16 environments of 5 steps each (Mnih et al., ICML 2016), the rest as"
                    + " Stable-Baselines3 has it.");

    static final Section A3C = nStep(
            "a3c",
            "The same, asynchronous: threads do not wait for each other. With one thread a seed gives the same bytes each time.");

    static final Section REINFORCE = Section.of(
            "reinforce",
            "REINFORCE with a baseline, as DeepRM has it (Mao et al., HotNets 2016).",
            updates("50"),
            round("1"),
            Key.of("episodes", Shape.whole(1, MOST), "Episodes played for each update.")
                    .fallback("1"),
            Key.of("plays", Shape.whole(1, 1000), "Plays of each episode; time-mean needs 2.")
                    .fallback("20"),
            discount("1"),
            Key.of(
                            "baseline",
                            Shape.choice("none", "critic", "time-mean"),
                            "What a step is compared with: nothing, a learnt critic, the plays of the same episode from the same step on.")
                    .fallback("time-mean"),
            normalised(),
            rewardScale("1"),
            optimiser("deeprm-rmsprop"),
            rate("0.001"),
            Key.of("value_rate", Shape.number(0, 1), "Learning rate of the critic, likewise.")
                    .fallback("0.001"),
            Key.of("value_passes", Shape.whole(1, 10_000), "Passes of the critic.")
                    .fallback("10"),
            entropy("0"),
            maxGradient("0"));

    static final Section DQN = Section.of(
            "dqn",
            "Deep Q-learning; an update is 1000 steps played. The rest as CleanRL has it, with all three improvements.",
            updates("100"),
            round("5"),
            Key.of("double", FLAG, "Choose the next action by the network, and value it by the older one.")
                    .fallback("true"),
            Key.of("dueling", FLAG, "Learn the value of a state and the advantages of its actions apart.")
                    .fallback("true"),
            Key.of("memory", Shape.whole(512, 100 * MOST), "Steps that are remembered.")
                    .fallback("10000"),
            Key.of("n_steps", Shape.whole(1, 255), "Rewards added up before the next state stands for the rest.")
                    .fallback("1"),
            Key.of("priority", Shape.number(0, 1), "How much more often a step is drawn that surprised; 0: all alike.")
                    .fallback("0.6"),
            Key.of("correction", Shape.number(0, 1), "Of the bias by that at first; it rises to 1.")
                    .fallback("0.4"),
            Key.of("correction_draws", Shape.whole(0, 1000 * MOST), "Batches drawn until it is 1.")
                    .fallback("50000"),
            Key.of("explore", Shape.number(0, 1), "Share of actions at random at first.")
                    .fallback("1"),
            Key.of("explore_end", Shape.number(0, 1), "What it sinks to, in a line.")
                    .fallback("0.05"),
            Key.of("explore_steps", Shape.whole(0, 1000 * MOST), "Steps played until then.")
                    .fallback("50000"),
            discount("0.99"),
            rewardScale("0"),
            Key.of("batch", Shape.whole(1, 4096), "Steps drawn for a gradient.").fallback("128"),
            Key.of("warm_up", Shape.whole(1, 100 * MOST), "Steps played before anything is learnt.")
                    .fallback("10000"),
            Key.of("learn_every", Shape.whole(1, MOST), "Steps played for each gradient.")
                    .fallback("10"),
            Key.of("target_every", Shape.whole(1, MOST), "Gradients until the older network is renewed.")
                    .fallback("50"),
            Key.of("rate", Shape.number(0, 1), "Learning rate.").fallback("0.00025"),
            maxGradient("10"));

    private AgentSections() {}

    private static Section nStep(String name, String doc) {
        List<Key> keys = new ArrayList<>(List.of(
                updates("1000"),
                round("50"),
                Key.of("segments", Shape.whole(1, 4096), "Stretches played for each update.")
                        .fallback("16"),
                Key.of("steps", Shape.whole(1, MOST), "Steps of each.").fallback("5"),
                discount("0.99"),
                Key.of("trace", Shape.number(0, 1), "How far rewards reach back.")
                        .fallback("1"),
                normalised(),
                rewardScale("0"),
                optimiser("a2c-rmsprop"),
                Key.of(
                                "rate",
                                Shape.number(0, 1),
                                "Learning rate of the actor; it falls to 0 in a line. Absent: 0.00005 where learn.start is rule, else 0.0007.")
                        .example("0.0007"),
                Key.of("value_rate", Shape.number(0, 1), "Learning rate of the critic, likewise.")
                        .fallback("0.0007"),
                entropy("0.01"),
                maxGradient("0.5")));
        return Section.of(name, doc, keys.toArray(Key[]::new));
    }

    private static Key updates(String fallback) {
        return Key.of("updates", Shape.whole(1, MOST), "How often it plays and learns.")
                .fallback(fallback);
    }

    private static Key round(String fallback) {
        return Key.of("round", Shape.whole(1, MOST), "Updates until it is tested again and its state is kept.")
                .fallback(fallback);
    }

    private static Key discount(String fallback) {
        return Key.of("discount", Shape.number(0.01, 1), "Of later rewards.").fallback(fallback);
    }

    private static Key normalised() {
        return Key.of("normalised", FLAG, "Give advantages mean 0 and deviation 1.")
                .fallback("false");
    }

    private static Key rewardScale(String fallback) {
        return Key.of(
                        "reward_scale",
                        Shape.number(0, MOST_NUMBER),
                        "What rewards are divided by; 0: how much the sums of first episodes differ.")
                .fallback(fallback);
    }

    private static Key optimiser(String fallback) {
        return Key.of(
                        "optimiser",
                        Shape.choice("adam", "a2c-rmsprop", "deeprm-rmsprop"),
                        "What moves the networks: Adam, or RMSProp with the settings of the two programs.")
                .fallback(fallback);
    }

    private static Key rate(String fallback) {
        return Key.of("rate", Shape.number(0, 1), "Learning rate of the actor; it falls to 0 in a line.")
                .fallback(fallback);
    }

    private static Key entropy(String fallback) {
        return Key.of("entropy", Shape.number(0, 100), "Weight of indecision.").fallback(fallback);
    }

    private static Key maxGradient(String fallback) {
        return Key.of("max_gradient", Shape.number(0, MOST_NUMBER), "Longest gradient; 0: of any length.")
                .fallback(fallback);
    }
}
