package io.berth.app.learn.file;

import io.berth.app.solve.Optimum;
import io.berth.learn.environment.finite.Assignment;
import io.berth.learn.training.AssignmentTask;
import io.berth.learn.training.TrainingReader;
import io.berth.optimize.file.ProblemFile;
import io.berth.optimize.file.ShippedProblem;
import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.file.unit.Objective;
import io.berth.optimize.file.unit.Sense;
import io.berth.optimize.problem.Problem;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** A problem of {@code berth solve} that an agent learns to solve. */
public final class AssignmentFile {
    /** The network sees all pairs at once: of more it learns little in any time that somebody waits for. */
    private static final int MOST_PAIRS = 400;

    private final Source source;
    private final Fields keys;

    AssignmentFile(Source source, TrainingReader learn) {
        this.source = source;
        this.keys = learn.assignment();
    }

    /**
     * What is learnt.
     *
     * @throws InputException where the problem is none that is built up a pair at a time
     */
    public AssignmentTask task() {
        StatedProblem stated = stated();
        TreeMap<String, Double> known = new TreeMap<>();
        BigDecimal value = Optimum.value(stated);
        if (value != null) {
            known.put("optimum", stated.sense() == Sense.MAXIMIZE ? -value.doubleValue() : value.doubleValue());
        }
        return new AssignmentTask(new Pairs(stated).assignment(), known);
    }

    /** The problem as its author stated it. */
    public StatedProblem stated() {
        String name = keys.text("problem");
        boolean shipped = ShippedProblem.names().contains(name);
        String file = shipped ? name : keys.path("problem", source.folder()).toString();
        Sense sense = keys.has("sense") ? Sense.valueOf(keys.text("sense").toUpperCase(Locale.ROOT)) : null;
        int number = keys.has("number") ? keys.integer("number") : 0;
        return ProblemFile.read(file, new ProblemFile.Choice(sense, number, List.of()));
    }

    /** The error that the problem is of a kind that cannot be learnt. */
    public InputException refused(String problem) {
        Tree place = keys.has("problem") ? keys.value("problem") : keys.tree();
        return InputException.at(place, problem);
    }

    /** The pairs of a problem, in the units of its author. */
    private final class Pairs {
        private final StatedProblem stated;
        private final Problem form;
        private final int agents;
        private final boolean queued;

        Pairs(StatedProblem stated) {
            this.stated = stated;
            this.form = stated.form();
            this.agents = stated.agents().size();
            this.queued = stated.objective() == Objective.TOTAL_COMPLETION;
            check();
        }

        private void check() {
            if (stated.objective() == Objective.MAKESPAN) {
                throw refused("counts the end of the last task, and a reward for each pair cannot say that");
            }
            if (form.resources() > 1) {
                throw refused("has " + form.resources() + " kinds of room; an agent learns problems of one");
            }
            if ((long) agents * form.tasks() > MOST_PAIRS) {
                throw refused("has " + agents + " × " + form.tasks() + " pairs; an agent learns at most " + MOST_PAIRS);
            }
        }

        Assignment assignment() {
            int tasks = form.tasks();
            double[][] costs = new double[agents][tasks];
            double[][] sizes = new double[agents][tasks];
            double[] capacities = new double[agents];
            for (int agent = 0; agent < agents; agent++) {
                boolean endless = queued || form.capacity(agent, 0) >= Problem.ENDLESS;
                capacities[agent] = endless ? 0 : form.capacity(agent, 0);
                for (int task = 0; task < tasks; task++) {
                    costs[agent][task] = cost(task, agent);
                    sizes[agent][task] = endless ? 0 : form.size(task, agent, 0);
                }
            }
            double leftOut = stated.leavesOut() ? 0 : more(costs);
            return new Assignment(costs, sizes, capacities, queued ? places() : tasks, queued, leftOut);
        }

        /** So much that no assignment of all tasks costs more than one that leaves a task out. */
        private double more(double[][] costs) {
            double largest = 0;
            double spread = 0;
            for (int task = 0; task < form.tasks(); task++) {
                int column = task;
                double[] finite = Arrays.stream(costs)
                        .mapToDouble(row -> row[column])
                        .filter(Double::isFinite)
                        .sorted()
                        .toArray();
                if (finite.length > 0) {
                    largest = Math.max(largest, finite[finite.length - 1]);
                    spread += finite[finite.length - 1] - finite[0];
                }
            }
            return (queued ? form.tasks() : 1) * (largest + spread);
        }

        /** How many tasks a queue may have: places that are not allowed to any task are beyond that. */
        private int places() {
            int places = 1;
            for (int at = 0; at < form.tasks() * form.agents(); at++) {
                if (form.cost(at % form.tasks(), at / form.tasks()) != Problem.FORBIDDEN) {
                    places = Math.max(places, stated.fromTheEnd(at / form.tasks()) + 1);
                }
            }
            return places;
        }

        /** Of the last place in its queue, where there are queues: there a task counts once. */
        private double cost(int task, int agent) {
            int cost = form.cost(task, queued ? agent * form.tasks() : agent);
            if (cost == Problem.FORBIDDEN) {
                return Double.POSITIVE_INFINITY;
            }
            double value = stated.value(cost).doubleValue();
            double small = stated.sense() == Sense.MAXIMIZE ? -value : value;
            if (stated.leavesOut() && small > 0) {
                throw refused(
                        "has pairs that are worse than to leave the task out; an agent leaves out only what fits nowhere");
            }
            return small;
        }
    }
}
