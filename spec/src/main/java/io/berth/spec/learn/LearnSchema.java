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
    private static final Shape TEXT = Shape.of(ValueType.TEXT);

    /** What can be learnt, by name. */
    private static final String[] ENVIRONMENTS = {
        "ordering",
        "deeprm",
        "engine-ordering",
        "engine-placement",
        "engine-joint",
        "engine-queues",
        "dispatch",
        "assignment",
        "nodes",
        "team",
        "windows"
    };

    static final Section ORDERING = Section.of(
            "ordering",
            "The ordering of a queue, on a machine of equal nodes.",
            Key.of(
                            "jobs",
                            Shape.whole(1, MOST),
                            "Jobs of an episode, one after the other from the workload; absent: 1024, or half of a short one.")
                    .example("256"),
            Key.of("rows", Shape.whole(1, 4096), "Pending jobs that are seen at most.")
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
            Key.of("slots", Shape.whole(1, 60), "Pending jobs that are seen.").fallback("10"),
            Key.of("rate", Shape.number(0, 1), "Chance of a new job in a time step.")
                    .fallback("0.7"),
            Key.of("mask", FLAG, "Forbid slots that are empty or do not fit.").fallback("true"),
            Key.of(
                            "view",
                            Shape.choice("slots", "compact", "image"),
                            "What is seen: a row of numbers for each slot, which a rule can begin with; all as numbers; a picture.")
                    .fallback("slots"));

    static final Section ENGINE = Section.of(
            "engine",
            "Decisions of the production engine: engine-ordering, engine-placement, engine-joint, engine-queues.",
            Key.of(
                            "jobs",
                            Shape.whole(1, MOST),
                            "Jobs of an episode, one after the other from the workload; absent: 256, or half of a short trace.")
                    .example("64"),
            Key.of(
                            "rows",
                            Shape.whole(1, 4096),
                            "What is seen at most: pending jobs, absent 128; engine-placement: nodes, absent 32; engine-joint:"
                                    + " jobs, absent 16.")
                    .example("32"),
            Key.of("nodes", Shape.whole(2, 4096), "Of engine-joint: nodes that are seen for each job at most.")
                    .fallback("16"),
            Key.of(
                            "dense",
                            FLAG,
                            "Whether each step brings what the time since the step before cost; else all at the end.")
                    .fallback("true"),
            Key.of(
                            "strategy",
                            TEXT,
                            "Decides all that the agent does not: one of the scenario's by its name, or one of Berth's; absent:"
                                    + " the scenario's first.")
                    .example("fgd"));

    static final Section DISPATCH = Section.of(
            "dispatch",
            "Which server a request goes to, of a scenario with a fleet.",
            Key.of("requests", Shape.whole(1, MOST), "Requests of an episode, one after the other.")
                    .fallback("500"),
            Key.of("refused", Shape.number(0, MOST), "What a request that is rejected costs, seconds of waiting.")
                    .fallback("60"),
            Key.of(
                            "strategy",
                            TEXT,
                            "Its queue, admission and place to wait are used, not its balancer: one of the scenario's by its name;"
                                    + " absent: the first.")
                    .example("round-robin"));

    static final Section ASSIGNMENT = Section.of(
            "assignment",
            "Which task goes to which agent: a problem of berth solve, a pair at a time.",
            Key.of("problem", TEXT, "A file that berth solve reads, or the name of a problem that Berth ships.")
                    .fallback("textbook-b"),
            Key.of("sense", Shape.choice("minimize", "maximize"), "Of a file of numbers, which does not say it.")
                    .example("minimize"),
            Key.of("number", Shape.whole(1, MOST), "Which of several problems in a file.")
                    .example("1"));

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
            Key.of("environment", Shape.choice(ENVIRONMENTS), "What is decided.")
                    .fallback("ordering"),
            Key.of("ordering", new Nested(ORDERING), "The ordering of a queue."),
            Key.of("deeprm", new Nested(DEEPRM), "DeepRM's cluster."),
            Key.of("engine", new Nested(ENGINE), "Decisions of the production engine."),
            Key.of("dispatch", new Nested(DISPATCH), "Which server a request goes to."),
            Key.of("assignment", new Nested(ASSIGNMENT), "Which task goes to which agent."),
            Key.of("nodes", new Nested(ExampleSections.NODES), "Which of a few nodes a task goes to."),
            Key.of("team", new Nested(ExampleSections.TEAM), "Agents that take tasks of one queue."),
            Key.of(
                    "windows",
                    new Nested(WindowSection.WINDOWS),
                    "In which order the jobs of a window get their places."),
            Key.of(
                            "reward",
                            new Weights(Shape.choice("bounded_slowdown", "jct", "utilisation", "deadline_misses")),
                            "What counts, with weights.")
                    .fallback("{bounded_slowdown: 1}"),
            Key.of(
                            "start",
                            Shape.choice("rule", "none"),
                            "Begin with a network that does what a rule does, which is tuned before; or with a random one. Absent: rule, and none for dqn.")
                    .example("none"),
            Key.of(
                            "hidden",
                            Shape.oneOrMore(Shape.whole(1, 4096)),
                            "Sizes of the hidden layers of the network; absent: 32, 16, 8, or as many as a rule needs; 64, 64 where all is seen at once.")
                    .example("[64, 32]"),
            Key.of(
                            "agent",
                            Shape.choice("ppo", "a2c", "a3c", "reinforce", "dqn"),
                            "What learns; its section says how. Q-learning with a table is for worlds of few states, and none of these is.")
                    .fallback("ppo"),
            Key.of("ppo", new Nested(PPO), "Proximal policy optimisation."),
            Key.of("a2c", new Nested(AgentSections.A2C), "Advantage actor-critic, synchronous."),
            Key.of("a3c", new Nested(AgentSections.A3C), "Advantage actor-critic, asynchronous."),
            Key.of("reinforce", new Nested(AgentSections.REINFORCE), "REINFORCE with a baseline."),
            Key.of("dqn", new Nested(AgentSections.DQN), "Deep Q-learning."),
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
