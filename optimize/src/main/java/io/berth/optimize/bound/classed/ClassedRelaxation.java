package io.berth.optimize.bound.classed;

import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.solver.Crew;
import java.util.Arrays;

/**
 * The relaxation of a classed problem. What a task may choose apart from its exceptions is the same for its whole class, so it is
 * looked at once per class and agent; a task takes the class's choice without the agents of its exceptions, and adds those. The time
 * is that of classes times agents, and of the exceptions.
 */
public final class ClassedRelaxation implements Relaxation {
    private static final int PIECES = 16;

    private final ClassedProblem problem;
    private final ClassTable table;
    private final Crew crew;
    private final ClassChoice[] choices;
    private final Response[] parts = new Response[PIECES];
    private final double[][] takers;
    private final int longest;

    public ClassedRelaxation(ClassedProblem problem, Crew crew) {
        this.problem = problem;
        this.crew = crew;
        this.table = new ClassTable(problem);
        this.longest = longest(problem);
        this.choices = new ClassChoice[table.classes()];
        for (int taskClass = 0; taskClass < choices.length; taskClass++) {
            choices[taskClass] = new ClassChoice(table, taskClass, problem.agents(), longest + 1);
        }
        for (int piece = 0; piece < PIECES; piece++) {
            parts[piece] = new Response(problem.resources() * problem.agents());
        }
        this.takers = new double[PIECES][choices.length];
    }

    /** The largest number of exceptions of a task. */
    static int longest(ClassedProblem problem) {
        int[] starts = problem.exceptions().starts();
        int longest = 0;
        for (int task = 0; task < problem.tasks(); task++) {
            longest = Math.max(longest, starts[task + 1] - starts[task]);
        }
        return longest;
    }

    @Override
    public long looks() {
        return (long) choices.length * problem.agents() + problem.exceptions().agents().length + problem.tasks();
    }

    @Override
    public void answer(double[] prices, double smoothing, Response response) {
        crew.each(choices.length, taskClass -> choices[taskClass].choose(prices, smoothing));
        crew.each(PIECES, piece -> {
            parts[piece].clear();
            Arrays.fill(takers[piece], 0);
            TaskChoice choice = new TaskChoice(problem, table, prices, smoothing, longest);
            for (int task = end(problem.tasks(), piece - 1); task < end(problem.tasks(), piece); task++) {
                int taskClass = problem.taskClass(task);
                takers[piece][taskClass] += choice.choose(task, choices[taskClass], parts[piece]);
            }
        });
        response.clear();
        for (int piece = 0; piece < PIECES; piece++) {
            response.add(parts[piece]);
        }
        double[] total = takers[0];
        for (int piece = 1; piece < PIECES; piece++) {
            for (int taskClass = 0; taskClass < total.length; taskClass++) {
                total[taskClass] += takers[piece][taskClass];
            }
        }
        crew.each(PIECES, piece -> spread(total, piece, response.used));
    }

    private void spread(double[] total, int piece, double[] used) {
        int end = end(problem.agents(), piece);
        for (int taskClass = 0; taskClass < total.length; taskClass++) {
            for (int agent = end(problem.agents(), piece - 1); agent < end && total[taskClass] != 0; agent++) {
                double share = choices[taskClass].share(agent);
                if (share > 0) {
                    table.add(taskClass, agent, total[taskClass] * share, used);
                }
            }
        }
    }

    private static int end(int length, int piece) {
        return (int) ((long) length * (piece + 1) / PIECES);
    }
}
