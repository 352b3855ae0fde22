package io.berth.optimize.file;

import io.berth.optimize.file.unit.Cell;
import io.berth.optimize.file.unit.Objective;
import io.berth.optimize.file.unit.Sense;
import io.berth.optimize.file.unit.Unit;
import io.berth.optimize.problem.Problem;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads a problem document, YAML or JSON. */
public final class ProblemReader {
    /** Places in all queues together, times tasks: what fits an array with ease. */
    private static final long MOST_PLACES = 1 << 26;

    private final Fields fields;
    private final String name;
    private final Sense sense;
    private final Objective objective;
    private final Groups tasks;
    private final Groups agents;

    private ProblemReader(Tree tree, String baseName, @Nullable Sense given) {
        fields = ProblemSchema.PROBLEM.read(tree);
        name = fields.text("name", baseName);
        objective = Objective.valueOf(upper(fields.text("objective")));
        sense = sense(given);
        tasks = Groups.read(fields.value("tasks"), ProblemSchema.TASK);
        agents = Groups.read(fields.value("agents"), ProblemSchema.AGENT);
    }

    /**
     * The problem that {@code tree} is.
     *
     * @param baseName what it is called where it does not say itself
     * @param sense in place of its own; null for its own
     */
    public static StatedProblem read(Tree tree, String baseName, @Nullable Sense sense) {
        return new ProblemReader(tree, baseName, sense).problem();
    }

    private Sense sense(@Nullable Sense given) {
        if (objective != Objective.SUM) {
            boolean large = given == Sense.MAXIMIZE || given == null && "maximize".equals(fields.text("sense", ""));
            if (large) {
                throw InputException.at(
                        fields.value("objective"),
                        fields.text("objective")
                                + " is unbounded above: tasks can wait as long as one likes. Only minimize goes");
            }
            return Sense.MINIMIZE;
        }
        if (given != null) {
            return given;
        }
        if (!fields.has("sense")) {
            throw InputException.at(
                    fields.tree(),
                    "the key \"sense\" is missing: say sense: minimize or sense: maximize, or"
                            + " --minimize or --maximize");
        }
        return Sense.valueOf(upper(fields.text("sense")));
    }

    private StatedProblem problem() {
        boolean leavesOut = "at-most-once".equals(fields.text("assign"));
        if (leavesOut && objective != Objective.SUM) {
            throw InputException.at(
                    fields.value("assign"), "goes only with objective: sum; with nothing done there is nothing to end");
        }
        long largest = largest();
        ValueTable values = ValueTable.read(fields, tasks, agents);
        List<Cell> exceptions = new ArrayList<>();
        List<Fields> entries = exceptions();
        for (Fields entry : entries) {
            if (!entry.value("value").isNull()) {
                exceptions.add(Cell.of(entry.value("value")));
            }
        }
        if (objective != Objective.SUM) {
            refuseNegative(values.all());
            refuseNegative(exceptions);
        }
        List<ResourceTable> tables = ResourceTable.readAll(fields, tasks, agents);
        Kinds kinds = Kinds.of(values, exceptions, tables, sense, largest);
        List<NormalForm.Pair> pairs = pairs(entries, kinds.unit(), values.times());
        boolean queued = objective != Objective.SUM;
        NormalForm form =
                new NormalForm(queued ? kinds.oneByOne() : kinds, tasks.names(), agents.names(), pairs, perAgent());
        return stated(leavesOut, kinds, form(form, leavesOut));
    }

    private Problem form(NormalForm form, boolean leavesOut) {
        return switch (objective) {
            case SUM -> form.sum(leavesOut);
            case MAKESPAN -> form.makespan();
            case TOTAL_COMPLETION -> form.totalCompletion();
        };
    }

    private StatedProblem stated(boolean leavesOut, Kinds kinds, Problem form) {
        List<StatedProblem.Room> rooms = new ArrayList<>();
        for (int index = 0;
                objective == Objective.SUM && index < kinds.resources().size();
                index++) {
            Kinds.Resource resource = kinds.resources().get(index);
            rooms.add(new StatedProblem.Room(resource.name(), index, resource.unit()));
        }
        if (objective == Objective.MAKESPAN) {
            rooms.add(new StatedProblem.Room("time", 0, kinds.unit()));
        }
        if (objective != Objective.TOTAL_COMPLETION && perAgent() > 0) {
            rooms.add(new StatedProblem.Room("tasks", form.resources() - 1, Unit.ONE));
        }
        return new StatedProblem(
                name,
                sense,
                objective,
                leavesOut,
                form,
                tasks.names(),
                agents.names(),
                rooms,
                kinds.unit(),
                notes(leavesOut, kinds));
    }

    private List<String> notes(boolean leavesOut, Kinds kinds) {
        List<String> notes = new ArrayList<>(kinds.notes());
        boolean idle = leavesOut
                && exceptions().isEmpty()
                && Arrays.stream(kinds.costs()).allMatch(cost -> cost >= 0);
        if (idle) {
            notes.add("no task makes the value better, so leaving all of them out is best: assign is at-most-once");
        }
        return notes;
    }

    /** The largest cost: less where the normal form multiplies it. */
    private long largest() {
        long count = tasks.names().size();
        long pairs = count * agents.names().size();
        if (objective == Objective.SUM) {
            boolean matrix = count == tasks.size() && agents.names().size() == agents.size();
            if (!matrix && count + agents.names().size() > ProblemSchema.MOST_ALIKE) {
                throw InputException.at(fields.tree(), "has too many tasks and agents");
            }
            return Problem.LARGEST;
        }
        long places = objective == Objective.TOTAL_COMPLETION ? pairs * count : pairs;
        if (pairs > MOST_PLACES || places > MOST_PLACES) {
            throw InputException.at(
                    fields.value("objective"),
                    "is too large for this objective: " + count + " tasks and "
                            + agents.names().size() + " agents");
        }
        return objective == Objective.TOTAL_COMPLETION ? Problem.LARGEST / count : Problem.LARGEST;
    }

    private List<Fields> exceptions() {
        return fields.has("exceptions")
                ? fields.items("exceptions").stream()
                        .map(ProblemSchema.EXCEPTION::read)
                        .toList()
                : List.of();
    }

    private int perAgent() {
        return fields.has("per_agent") ? fields.integer("per_agent") : 0;
    }

    private static void refuseNegative(List<Cell> times) {
        for (Cell time : times) {
            if (time.number().numerator().signum() < 0) {
                throw InputException.at(
                        time.origin(),
                        "is a time, which must not be negative: "
                                + time.origin().describe());
            }
        }
    }

    private List<NormalForm.Pair> pairs(List<Fields> entries, Unit unit, boolean times) {
        List<NormalForm.Pair> pairs = new ArrayList<>();
        for (Fields entry : entries) {
            Tree value = entry.value("value");
            int cost = Kinds.cost(value.isNull() ? null : Cell.of(value), unit, sense, times);
            int task = find(entry, "task", tasks.names());
            int agent = find(entry, "agent", agents.names());
            pairs.add(new NormalForm.Pair(task, agent, cost));
        }
        pairs.sort(Comparator.comparingInt(NormalForm.Pair::task).thenComparingInt(NormalForm.Pair::agent));
        for (int at = 1; at < pairs.size(); at++) {
            NormalForm.Pair pair = pairs.get(at);
            if (pair.task() == pairs.get(at - 1).task()
                    && pair.agent() == pairs.get(at - 1).agent()) {
                throw InputException.at(
                        fields.value("exceptions"),
                        "hold " + tasks.names().of(pair.task()) + " with "
                                + agents.names().of(pair.agent()) + " twice");
            }
        }
        return pairs;
    }

    private static int find(Fields entry, String key, Names names) {
        int found = names.find(entry.text(key));
        if (found < 0) {
            throw InputException.at(
                    entry.value(key),
                    "there is no " + key + " " + Quote.of(entry.text(key)) + "; they are " + names.of(0) + " to "
                            + names.of(names.size() - 1));
        }
        return found;
    }

    private static String upper(String word) {
        return word.toUpperCase(Locale.ROOT);
    }
}
