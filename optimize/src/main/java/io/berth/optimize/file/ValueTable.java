package io.berth.optimize.file;

import io.berth.optimize.file.unit.Cell;
import io.berth.optimize.file.unit.Ratio;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a task of each group counts with an agent of each group: written as a matrix, per task, or as a time that follows. */
final class ValueTable {
    private final Fields problem;
    private final Groups tasks;
    private final Groups agents;
    private final @Nullable Cell[] cells;
    private boolean times;

    private ValueTable(Fields problem, Groups tasks, Groups agents) {
        this.problem = problem;
        this.tasks = tasks;
        this.agents = agents;
        cells = new @Nullable Cell[Math.multiplyExact(tasks.size(), agents.size())];
    }

    static ValueTable read(Fields problem, Groups tasks, Groups agents) {
        ValueTable table = new ValueTable(problem, tasks, agents);
        if (problem.has("values")) {
            table.readMatrix();
        } else {
            table.readTasks();
        }
        return table;
    }

    int tasks() {
        return tasks.size();
    }

    int agents() {
        return agents.size();
    }

    /** All that are there. */
    List<Cell> all() {
        return Arrays.stream(cells).filter(Objects::nonNull).toList();
    }

    /** What a pair counts; null where it must not be. */
    @Nullable
    Cell cell(int task, int agent) {
        return cells[task * agents.size() + agent];
    }

    /** True where any of them is a time that follows from work and data, so that rounding loses nothing that was written. */
    boolean times() {
        return times;
    }

    private void readMatrix() {
        List<Tree> rows = tasks.each(problem.value("values"), "tasks");
        for (int task = 0; task < tasks.size(); task++) {
            for (String key : List.of("value", "work")) {
                if (tasks.get(task).has(key)) {
                    throw InputException.at(
                            tasks.get(task).value(key), "may not stand beside values: keep one of the two");
                }
            }
            List<Tree> row = agents.each(rows.get(task), "agents");
            for (int agent = 0; agent < agents.size(); agent++) {
                cells[task * agents.size() + agent] = row.get(agent).isNull() ? null : Cell.of(row.get(agent));
            }
        }
    }

    private void readTasks() {
        for (int task = 0; task < tasks.size(); task++) {
            Fields entry = tasks.get(task);
            if (entry.has("value") == entry.has("work")) {
                throw InputException.at(
                        entry.tree(), "needs a value or work, or values beside tasks; exactly one of them");
            }
            for (int agent = 0; agent < agents.size(); agent++) {
                cells[task * agents.size() + agent] =
                        entry.has("value") ? Cell.of(entry.value("value")) : time(entry, agents.get(agent));
            }
        }
    }

    /** Work over the rate of all GPUs, and data over the bandwidth; null where the data does not fit the memory. */
    private @Nullable Cell time(Fields task, Fields agent) {
        times = true;
        if (!agent.has("rate")) {
            throw InputException.at(agent.tree(), "needs a rate, since tasks have work");
        }
        long data = task.has("data") ? task.bytes("data") : 0;
        if (agent.has("memory") && data > agent.bytes("memory")) {
            return null;
        }
        long gpus = agent.has("gpus") ? agent.whole("gpus") : 1;
        Ratio rate = Ratio.of(positive(agent, "rate")).times(Ratio.of(gpus));
        Ratio computing = Ratio.of(task.bytes("work")).over(rate);
        Ratio moving =
                agent.has("bandwidth") ? Ratio.of(data).over(Ratio.of(positive(agent, "bandwidth"))) : Ratio.ZERO;
        return new Cell(task.tree(), computing.plus(moving));
    }

    private static long positive(Fields agent, String key) {
        if (agent.bytes(key) == 0) {
            throw InputException.at(agent.value(key), "must be above 0");
        }
        return agent.bytes(key);
    }
}
