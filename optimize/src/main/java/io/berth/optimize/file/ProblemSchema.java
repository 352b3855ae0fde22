package io.berth.optimize.file;

import io.berth.spec.schema.Key;
import io.berth.spec.schema.Range;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Each;
import io.berth.spec.schema.Shape.Either;
import io.berth.spec.schema.Shape.Items;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.List;

/** The keys of a problem document. */
public final class ProblemSchema {
    /** Tasks or agents of one kind; more are a slip of the pen. */
    static final int MOST_ALIKE = 10_000_000;

    private static final Shape.Value TEXT = Shape.of(ValueType.TEXT);
    private static final Shape BYTES = Shape.of(ValueType.BYTES);
    private static final Shape NUMBER = Shape.of(ValueType.NUMBER);
    private static final Shape NUMBER_OR_NULL = Shape.of(ValueType.NUMBER_OR_NULL);
    private static final Shape SIZE =
            new Shape.Value(ValueType.NUMBER, new Range(0, Double.POSITIVE_INFINITY, false), List.of());
    private static final Shape MATRIX = new Items(new Items(NUMBER_OR_NULL));

    static final Section TASK = Section.of(
            "task",
            "Equal tasks.",
            Key.of("name", TEXT, "What it is called; of several, name-1 and so on.")
                    .mandatory()
                    .example("train"),
            Key.of("count", Shape.whole(1, MOST_ALIKE), "How many.").fallback("1"),
            Key.of("value", NUMBER, "What it counts, whoever does it; instead of values.")
                    .example("5"),
            Key.of(
                            "sizes",
                            new Each(SIZE),
                            "What it takes of each resource, whoever does it; instead of sizes beside tasks.")
                    .example("{gpu: 2}"),
            Key.of("work", BYTES, "Work in operations, for a value that is a time.")
                    .example("500G"),
            Key.of("data", BYTES, "Data that must be moved first and fit the agent's memory.")
                    .example("10G")
                    .with("work"));

    static final Section AGENT = Section.of(
            "agent",
            "Equal agents: GPUs, nodes, whoever does tasks.",
            Key.of("name", TEXT, "What it is called; of several, name-1 and so on.")
                    .mandatory()
                    .example("h100"),
            Key.of("count", Shape.whole(1, MOST_ALIKE), "How many.").fallback("1"),
            Key.of("capacities", new Each(SIZE), "How much it has of each resource; absent: room for all.")
                    .example("{gpu: 8}"),
            Key.of("gpus", Shape.whole(1, 1_000_000), "GPUs that share the work of a task; absent: 1.")
                    .example("4")
                    .with("rate"),
            Key.of("rate", BYTES, "Operations per second of each GPU.").example("100G"),
            Key.of("bandwidth", BYTES, "Bytes per second at which data is moved; absent: in no time.")
                    .example("1G")
                    .with("rate"),
            Key.of("memory", BYTES, "What the data of each task must fit; absent: any does.")
                    .example("64G")
                    .with("rate"));

    static final Section EXCEPTION = Section.of(
            "exception",
            "A task and an agent that count something else than their kinds.",
            Key.of("task", TEXT, "The task.").mandatory().example("train-3"),
            Key.of("agent", TEXT, "The agent.").mandatory().example("h100-7"),
            Key.of("value", NUMBER_OR_NULL, "What they count; null: the agent must not do the task.")
                    .mandatory()
                    .example("4"));

    /** The whole document. */
    public static final Section PROBLEM = Section.of(
            "problem",
            "An assignment problem: which agent does which task, so that the values add up to the most or the least and no agent"
                    + " gets more than it has room for.",
            Key.of("name", TEXT, "What reports call it; absent: the name of the file.")
                    .example("my-problem"),
            Key.of(
                            "sense",
                            Shape.choice("minimize", "maximize"),
                            "Whether the sum is to be small or large; berth solve --minimize"
                                    + " or --maximize says it instead.")
                    .example("maximize"),
            Key.of(
                            "assign",
                            Shape.choice("exactly-once", "at-most-once"),
                            "Whether all tasks must be done, or some may be left out" + " and count nothing.")
                    .fallback("exactly-once"),
            Key.of(
                            "objective",
                            Shape.choice("sum", "total_completion", "makespan"),
                            "What the values are put together to. With total_completion and makespan they are times, an agent does"
                                    + " its tasks one after another, and capacities hold for each task alone: the times at which the"
                                    + " tasks end are added up, or the last of them counts.")
                    .fallback("sum"),
            Key.of("per_agent", Shape.whole(1, MOST_ALIKE), "Tasks that an agent does at most; absent: any number.")
                    .example("1"),
            Key.of("tasks", new Items(Either.of(TEXT, new Nested(TASK))), "The tasks: names, or in full.")
                    .mandatory()
                    .example("[{name: a, value: 5}, {name: b, value: 3}]"),
            Key.of("agents", new Items(Either.of(TEXT, new Nested(AGENT))), "The agents: names, or in full.")
                    .mandatory()
                    .example("[x, y]"),
            Key.of(
                            "values",
                            MATRIX,
                            "A row per entry of tasks, in it a number per entry of agents: what they count; null where the"
                                    + " agent must not do the task.")
                    .example("[[5, 4], [3, null]]"),
            Key.of(
                            "sizes",
                            new Each(new Items(Either.of(SIZE, new Items(SIZE)))),
                            "What tasks take of each resource: a number per task, or a row per task with a number per agent.")
                    .example("{gpu: [1, 2]}"),
            Key.of(
                            "capacities",
                            new Each(new Items(NUMBER_OR_NULL)),
                            "How much agents have of each resource: a number per agent;" + " null: room for all.")
                    .example("{gpu: [8, 4]}"),
            Key.of(
                            "exceptions",
                            new Items(new Nested(EXCEPTION)),
                            "Single pairs that count something else than their kinds;" + " absent: none.")
                    .example("[{task: a, agent: x, value: 4}]"));

    private ProblemSchema() {}
}
