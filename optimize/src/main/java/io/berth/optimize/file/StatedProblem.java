package io.berth.optimize.file;

import io.berth.optimize.file.unit.Objective;
import io.berth.optimize.file.unit.Sense;
import io.berth.optimize.file.unit.Unit;
import io.berth.optimize.problem.Problem;
import java.math.BigDecimal;
import java.util.List;

/**
 * A problem as its author stated it, with the normal form that solvers take.
 *
 * @param name what reports call it
 * @param sense of the values as the author counts them; the costs of the normal form have their sign turned to be small
 * @param objective what the values are put together to
 * @param leavesOut whether tasks may be left undone: the last agent of the normal form stands for that
 * @param form the normal form; of {@link Objective#TOTAL_COMPLETION} its agents are places in the agents' queues
 * @param tasks their names
 * @param agents their names, without the agent that stands for what is left out
 * @param rooms the resources that the author named
 * @param unit of the costs
 * @param notes what its reader should know, such as that numbers were rounded
 */
public record StatedProblem(
        String name,
        Sense sense,
        Objective objective,
        boolean leavesOut,
        Problem form,
        Names tasks,
        Names agents,
        List<Room> rooms,
        Unit unit,
        List<String> notes) {
    /** The agent of a task that is left out. */
    public static final int LEFT_OUT = -1;

    /**
     * A resource that the author named.
     *
     * @param index its number in the normal form
     * @param unit of its sizes and capacities
     */
    public record Room(String name, int index, Unit unit) {}

    public StatedProblem {
        rooms = List.copyOf(rooms);
        notes = List.copyOf(notes);
    }

    /** The agent, as the author counts them, that {@code formAgent} of the normal form is; {@link #LEFT_OUT} for none. */
    public int agent(int formAgent) {
        if (objective == Objective.TOTAL_COMPLETION) {
            return formAgent / form.tasks();
        }
        return formAgent < agents.size() ? formAgent : LEFT_OUT;
    }

    /** The agent of each task. */
    public int[] agents(int[] formAgents) {
        int[] agents = new int[formAgents.length];
        for (int task = 0; task < agents.length; task++) {
            agents[task] = agent(formAgents[task]);
        }
        return agents;
    }

    /**
     * How many tasks an agent does after this one, where its tasks are in a queue.
     *
     * @param formAgent the place in a queue, of {@link Objective#TOTAL_COMPLETION}
     */
    public int fromTheEnd(int formAgent) {
        return formAgent % form.tasks();
    }

    /** The value that a cost of the normal form is. */
    public BigDecimal value(long cost) {
        return unit.toNumber(sense.turned(cost));
    }

    /** The names of the first of each group of equal tasks: what an error may list. */
    public boolean queued() {
        return objective != Objective.SUM;
    }
}
