package io.berth.spec.learn;

import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.ValueType;

/** The keys of environments that are published examples. */
final class ExampleSections {
    private static final int MOST = 1_000_000;
    private static final int MOST_AGENTS = 64;
    private static final int MOST_TASKS = 400;

    static final Section NODES = Section.of(
            "nodes",
            "Which of a few nodes a task goes to, by how full the first is; berth train --table learns it.",
            Key.of("nodes", Shape.whole(1, MOST_AGENTS), "How many.").fallback("3"),
            Key.of("cpu", Shape.whole(1, MOST), "Of each node.").fallback("100"),
            Key.of("tasks", Shape.whole(1, MOST), "Of an episode.").fallback("10"),
            Key.of("least", Shape.whole(1, MOST), "What a task asks for at least.")
                    .fallback("10"),
            Key.of("most", Shape.whole(1, MOST), "What a task asks for at most.")
                    .fallback("30"),
            Key.of(
                            "keep",
                            Shape.whole(0, MOST),
                            "How many further tasks come while a task keeps its room; 0: none, as the example is printed.")
                    .fallback("0"),
            Key.of("episodes", Shape.whole(1, MOST), "That a table is learnt from.")
                    .fallback("100"));

    static final Section TEAM = Section.of(
            "team",
            "Agents that take tasks of one queue.",
            Key.of("agents", Shape.whole(1, MOST_AGENTS), "How many.").fallback("3"),
            Key.of("cpu", Shape.oneOrMore(Shape.of(ValueType.NUMBER)), "CPUs of the agents, by turns; above 0.")
                    .fallback("1"),
            Key.of("least_tasks", Shape.whole(1, MOST_TASKS), "Tasks of an episode at least.")
                    .fallback("5"),
            Key.of("most_tasks", Shape.whole(1, MOST_TASKS), "Tasks of an episode at most.")
                    .fallback("10"),
            Key.of("least_compute", Shape.whole(1, MOST), "Computation of a task at least.")
                    .fallback("1"),
            Key.of("most_compute", Shape.whole(1, MOST), "Computation of a task at most.")
                    .fallback("10"),
            Key.of(
                            "printed",
                            Shape.of(ValueType.FLAG),
                            "As the example is printed: whoever acts gets the head of the queue, nobody is ever at work, and doing nothing is free.")
                    .fallback("false"),
            Key.of("limit", Shape.whole(1, MOST), "Rounds after which a printed episode is cut off.")
                    .fallback("100"));

    private ExampleSections() {}
}
