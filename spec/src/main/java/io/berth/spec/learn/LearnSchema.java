package io.berth.spec.learn;

import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.Shape.Weights;
import io.berth.spec.schema.ValueType;

/** The keys of the section {@code learn} of a scenario. */
public final class LearnSchema {
    private static final int MOST = 1_000_000;
    private static final Shape FLAG = Shape.of(ValueType.FLAG);

    static final Section ORDERING = Section.of(
            "ordering",
            "The ordering of a queue, on a machine of equal nodes.",
            Key.of(
                            "jobs",
                            Shape.whole(1, MOST),
                            "Jobs of an episode, one after the other from the workload; absent: 1024, or half of a short one.")
                    .example("256"),
            Key.of("rows", Shape.whole(1, 4096), "Waiting jobs that are seen at most.")
                    .fallback("128"),
            Key.of(
                            "columns",
                            Shape.choice("scaled", "published"),
                            "What is seen of a job; published: as RLScheduler has it.")
                    .fallback("scaled"),
            Key.of("backfill", FLAG, "Whether jobs that do not delay the chosen one start before it.")
                    .fallback("false"),
            Key.of(
                            "rewarding",
                            Shape.choice("as-certain", "at-end"),
                            "Given with each step, as far as it has become certain; or all at the end.")
                    .fallback("as-certain"));

    static final Section DEEPRM = Section.of(
            "deeprm",
            "DeepRM's cluster of two resources.",
            Key.of("slots", Shape.whole(1, 60), "Waiting jobs that are seen.").fallback("10"),
            Key.of("rate", Shape.number(0, 1), "Chance of a new job in a time step.")
                    .fallback("0.7"),
            Key.of("mask", FLAG, "Forbid slots that are empty or do not fit.").fallback("true"),
            Key.of(
                            "view",
                            Shape.choice("slots", "compact", "image"),
                            "What is seen: a row of numbers for each slot, which a rule can begin with; all as numbers; a picture.")
                    .fallback("slots"));

    static final Section PPO = Section.of(
            "ppo",
            "Proximal policy optimisation.",
            Key.of("updates", Shape.whole(1, MOST), "How often it plays and learns.")
                    .fallback("12"),
            Key.of("episodes", Shape.whole(1, MOST), "Episodes played for each update.")
                    .fallback("20"),
            Key.of("plays", Shape.whole(1, 1000), "Plays of each episode; above 1, each counts against their mean.")
                    .fallback("1"),
            Key.of("discount", Shape.number(0.01, 1), "Of later rewards.").fallback("0.99"),
            Key.of("trace", Shape.number(0, 1), "How far rewards reach back.").fallback("0.95"),
            Key.of("clip", Shape.number(0.001, 1), "How far the chance of an action may change.")
                    .fallback("0.2"),
            Key.of("passes", Shape.whole(1, 10_000), "Passes of the actor over what was played.")
                    .fallback("6"),
            Key.of("value_passes", Shape.whole(1, 10_000), "Passes of the critic.")
                    .fallback("6"),
            Key.of("batch", Shape.whole(0, MOST), "Steps of a gradient; 0 for all.")
                    .fallback("2048"),
            Key.of("rate", Shape.number(0, 1), "Learning rate of the actor; it falls to 0 in a line.")
                    .fallback("0.00005"),
            Key.of("value_rate", Shape.number(0, 1), "Learning rate of the critic, likewise.")
                    .fallback("0.001"),
            Key.of("entropy", Shape.number(0, 100), "Weight of indecision.").fallback("0"),
            Key.of("divergence", Shape.number(0, 100), "Where the passes end.").fallback("0.01"));

    /** The section. */
    public static final Section LEARN = Section.of(
            "learn",
            "What berth train learns; berth simulate does not read it.",
            Key.of("environment", Shape.choice("ordering", "deeprm"), "What is decided.")
                    .fallback("ordering"),
            Key.of("ordering", new Nested(ORDERING), "The ordering of a queue."),
            Key.of("deeprm", new Nested(DEEPRM), "DeepRM's cluster."),
            Key.of(
                            "reward",
                            new Weights(Shape.choice("bounded_slowdown", "jct", "utilisation", "deadline_misses")),
                            "What counts, with weights.")
                    .fallback("{bounded_slowdown: 1}"),
            Key.of(
                            "start",
                            Shape.choice("rule", "none"),
                            "Begin with a network that does what a rule does, which is tuned before; or with a random one.")
                    .fallback("rule"),
            Key.of(
                            "hidden",
                            Shape.oneOrMore(Shape.whole(1, 4096)),
                            "Sizes of the hidden layers of the network; absent: 32, 16, 8, or of deeprm 32, 24.")
                    .example("[64, 32]"),
            Key.of("ppo", new Nested(PPO), "Proximal policy optimisation."),
            Key.of(
                            "held_out",
                            Shape.number(0, 0.9),
                            "Share of the workload, its end, that it is only tested on; 0: the tests are parts of all of it.")
                    .fallback("0"),
            Key.of(
                            "augment",
                            Shape.whole(0, MOST),
                            "Jobs to learn from, made of a short workload's by resampling; 0: the workload as it is.")
                    .fallback("0"),
            Key.of("test_sequences", Shape.whole(1, 1000), "Parts of the workload that the result is tested on.")
                    .fallback("10"),
            Key.of(
                            "test_jobs",
                            Shape.whole(1, MOST),
                            "Jobs of each of them; absent: 1024, or half of a short workload.")
                    .example("1024"));

    private LearnSchema() {}
}
