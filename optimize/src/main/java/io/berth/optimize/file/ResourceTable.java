package io.berth.optimize.file;

import io.berth.optimize.file.unit.Cell;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a task of each group takes of one resource of an agent of each group, and what an agent has.
 *
 * @param sizes row after row of task groups, one per agent group; null is nothing
 * @param capacities per agent group; null is room for all
 */
record ResourceTable(
        String name, @Nullable Cell[] sizes, @Nullable Cell[] capacities) {
    /** All resources of a document, in the order of their names. */
    static List<ResourceTable> readAll(Fields problem, Groups tasks, Groups agents) {
        TreeSet<String> names = new TreeSet<>();
        Tree beside = problem.has("sizes") ? problem.value("sizes") : null;
        if (beside != null) {
            beside.entries().forEach(entry -> names.add(entry.key()));
        }
        for (Fields task : tasks.entries()) {
            if (task.has("sizes")) {
                task.value("sizes").entries().forEach(entry -> names.add(entry.key()));
            }
        }
        checkCapacities(problem, names);
        agents.entries().forEach(agent -> checkCapacities(agent, names));
        List<ResourceTable> tables = new ArrayList<>();
        for (String name : names) {
            tables.add(read(name, problem, tasks, agents));
        }
        return tables;
    }

    private static void checkCapacities(Fields fields, TreeSet<String> names) {
        if (!fields.has("capacities")) {
            return;
        }
        for (Tree.Entry entry : fields.value("capacities").entries()) {
            if (!names.contains(entry.key())) {
                throw InputException.about(
                        entry.position(),
                        fields.value("capacities").path(),
                        entry.key(),
                        InputException.unknown("resource", entry.key(), names));
            }
        }
    }

    private static ResourceTable read(String name, Fields problem, Groups tasks, Groups agents) {
        @Nullable Cell[] sizes = new @Nullable Cell[Math.multiplyExact(tasks.size(), agents.size())];
        Tree list = problem.has("sizes") ? problem.value("sizes").get(name) : null;
        List<Tree> rows = list == null ? List.of() : tasks.each(list, "tasks");
        for (int task = 0; task < tasks.size(); task++) {
            Tree own = ofTask(tasks.get(task), name, list != null);
            List<Tree> row = rows.isEmpty() || rows.get(task) instanceof Tree.Scalar
                    ? List.of()
                    : agents.each(rows.get(task), "agents");
            Tree same = rows.isEmpty() ? own : rows.get(task);
            for (int agent = 0; agent < agents.size(); agent++) {
                Tree size = row.isEmpty() ? same : row.get(agent);
                sizes[task * agents.size() + agent] = size == null ? null : Cell.of(size);
            }
        }
        return new ResourceTable(name, sizes, capacities(name, problem, agents));
    }

    private static @Nullable Tree ofTask(Fields task, String name, boolean beside) {
        Tree own = task.has("sizes") ? task.value("sizes").get(name) : null;
        if (own != null && beside) {
            throw InputException.at(own, "stands in sizes beside tasks, too: keep one of the two");
        }
        return own;
    }

    private static @Nullable Cell[] capacities(String name, Fields problem, Groups agents) {
        @Nullable Cell[] capacities = new @Nullable Cell[agents.size()];
        Tree list = problem.has("capacities") ? problem.value("capacities").get(name) : null;
        List<Tree> beside = list == null ? List.of() : agents.each(list, "agents");
        for (int agent = 0; agent < agents.size(); agent++) {
            Fields entry = agents.get(agent);
            Tree own = entry.has("capacities") ? entry.value("capacities").get(name) : null;
            if (own != null && list != null) {
                throw InputException.at(own, "stands in capacities beside agents, too: keep one of the two");
            }
            Tree capacity = list == null ? own : beside.get(agent);
            capacities[agent] = capacity == null || capacity.isNull() ? null : notNegative(Cell.of(capacity));
        }
        return capacities;
    }

    private static Cell notNegative(Cell capacity) {
        if (capacity.number().numerator().signum() < 0) {
            throw InputException.at(
                    capacity.origin(),
                    "must not be negative, but is " + capacity.origin().describe());
        }
        return capacity;
    }
}
