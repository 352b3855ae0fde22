package io.berth.app.solve.run;

import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.file.unit.Unit;
import io.berth.optimize.problem.Impossibility;
import io.berth.optimize.problem.Problem;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Why a problem has no assignment, in words of its author. */
final class ReasonText {
    /** Where no single constraint is to blame. */
    static final String PROVED =
            "each task fits somewhere and there is room in sum, but no assignment keeps to all capacities";

    private ReasonText() {}

    static String of(StatedProblem problem, Impossibility why) {
        return switch (why) {
            case Impossibility.Homeless(int task) -> homeless(problem, task);
            case Impossibility.Crowded(int resource, long needed, long there) ->
                "the tasks take at least " + number(problem, resource, needed) + " of " + resource(problem, resource)
                        + " together, and all agents have " + number(problem, resource, there);
        };
    }

    private static String homeless(StatedProblem problem, int task) {
        Problem form = problem.form();
        String name = problem.tasks().of(task);
        boolean any = false;
        for (int resource = 0; resource < form.resources(); resource++) {
            boolean tooLarge = true;
            long nearest = Long.MAX_VALUE;
            int best = -1;
            for (int agent = 0; agent < form.agents(); agent++) {
                if (form.cost(task, agent) == Problem.FORBIDDEN) {
                    continue;
                }
                any = true;
                long over = form.size(task, agent, resource) - form.capacity(agent, resource);
                tooLarge &= over > 0;
                best = over < nearest ? agent : best;
                nearest = Math.min(nearest, over);
            }
            if (tooLarge && best >= 0) {
                return name + " fits no agent: it takes " + number(problem, resource, form.size(task, best, resource))
                        + " of " + resource(problem, resource) + ", and " + agent(problem, best) + " has "
                        + number(problem, resource, form.capacity(best, resource));
            }
        }
        return any
                ? name + " fits no agent: each lacks room of some resource"
                : name + " fits no agent: there is none that may do it";
    }

    private static String agent(StatedProblem problem, int formAgent) {
        int agent = problem.agent(formAgent);
        return agent == StatedProblem.LEFT_OUT ? "nobody" : problem.agents().of(agent);
    }

    private static String resource(StatedProblem problem, int index) {
        StatedProblem.Room room = room(problem, index);
        return room == null ? "the places of agents" : room.name();
    }

    private static String number(StatedProblem problem, int index, long units) {
        StatedProblem.Room room = room(problem, index);
        BigDecimal number = (room == null ? Unit.ONE : room.unit()).toNumber(units);
        return number.toPlainString();
    }

    private static StatedProblem.@Nullable Room room(StatedProblem problem, int index) {
        for (StatedProblem.Room room : problem.rooms()) {
            if (room.index() == index) {
                return room;
            }
        }
        return null;
    }
}
