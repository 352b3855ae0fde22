package io.berth.spec.fault;

import io.berth.spec.job.JobSchema;
import io.berth.spec.scenario.NodeDocument;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import io.berth.spec.strategy.StrategySchema;
import java.util.Arrays;

/** The keys of a file of {@code berth simtest}. */
final class FaultSchema {
    static final String CAPRICIOUS = "capricious";
    static final String SOLVER = "solver";

    private static final Shape TEXT = Shape.of(ValueType.TEXT);
    private static final Shape DURATION = Shape.of(ValueType.DURATION);
    private static final Shape JOB_NUMBER = Shape.whole(1, Long.MAX_VALUE);
    private static final Shape NODE_NUMBER = Shape.whole(0, 1_000_000);
    private static final Shape STRATEGY = Either.of(Shape.of(ValueType.TEXT), new Nested(StrategySchema.STRATEGY));

    static final Section FAULT = Section.of(
            "faults",
            "What goes wrong, or happens beside.",
            Key.of("at", DURATION, "When, from the begin of the run.")
                    .mandatory()
                    .example("90s"),
            Key.of(
                            "fault",
                            Shape.choice(Arrays.stream(FaultKind.values())
                                    .map(FaultKind::key)
                                    .toArray(String[]::new)),
                            "Which.")
                    .mandatory()
                    .example("node-lost"),
            Key.of("for", DURATION, "How long it lasts.").fallback("0s"),
            Key.of("node", NODE_NUMBER, "The node that it befalls, counted from 0.")
                    .fallback("0"),
            Key.of("job", JOB_NUMBER, "The job that it befalls.").example("3"),
            Key.of("percent", Shape.whole(0, 100), "How much of the node, or of the tasks.")
                    .fallback("0"),
            Key.of("by", DURATION, "How late, slow or far.").fallback("0s"),
            Key.of("strategy", STRATEGY, "The strategy that is put in force.").example("fcfs"));

    static final Section JOB = Section.of(
            "jobs",
            "What is submitted.",
            Key.of("number", JOB_NUMBER, "Its number, that of the first of an array; they rise.")
                    .mandatory()
                    .example("1"),
            Key.of("at", DURATION, "When it is submitted.").fallback("0s"),
            Key.of("job", new Nested(JobSchema.JOB), "The job.").mandatory().example("{demand: {cpu: 1}}"));

    static final Section DATA = Section.of(
            "data",
            "A data set that jobs read.",
            Key.of("name", TEXT, "What jobs call it.").mandatory().example("imagenet"),
            Key.of("size", Shape.of(ValueType.BYTES), "How large it is.")
                    .mandatory()
                    .example("10Gi"),
            Key.of("nodes", new Items(NODE_NUMBER), "Which nodes hold it, counted from 0.")
                    .fallback("[]"));

    static final Section EXPECT = Section.of(
            "expect",
            "What must come of a job.",
            Key.of("job", JOB_NUMBER, "Its number.").mandatory().example("1"),
            Key.of(
                            "starts_by",
                            Shape.of(ValueType.DURATION_OR_NEVER),
                            "When it is started at the latest; never: it must not be.")
                    .mandatory()
                    .example("20s"));

    static final Section SCENARIO = Section.of(
            "simtest",
            "A run in which much goes wrong.",
            Key.of("title", TEXT, "What it shows.").fallback("\"\""),
            Key.of("source", TEXT, "A link to the bug that it is made of.").fallback("\"\""),
            Key.of("seed", Shape.whole(0, Long.MAX_VALUE), "Of chance in decisions and in the world.")
                    .fallback("1"),
            Key.of("latency", DURATION, "From the order to start a task to its running.")
                    .fallback("0s"),
            Key.of("planner", Shape.choice(SOLVER, CAPRICIOUS), "Who plans windows of the queue.")
                    .fallback(SOLVER),
            Key.of("nodes", new Items(NodeDocument.SHAPE), "The machines.")
                    .mandatory()
                    .example("[{name: a, cpu: 8, memory: 32Gi}]"),
            Key.of("strategy", STRATEGY, "The strategy in force at first.")
                    .mandatory()
                    .example("fcfs"),
            Key.of("jobs", new Items(new Nested(JOB)), "What is submitted.").fallback("[]"),
            Key.of("data", new Items(new Nested(DATA)), "Data sets that jobs read.")
                    .fallback("[]"),
            Key.of("faults", new Items(new Nested(FAULT)), "What goes wrong.").fallback("[]"),
            Key.of("expect", new Items(new Nested(EXPECT)), "What must come of some jobs.")
                    .fallback("[]"));

    private FaultSchema() {}
}
