package io.berth.optimize.schedule;

import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Solver;
import io.berth.optimize.solver.Watcher;

/**
 * Whether an assignment costs nothing, of problems whose costs are none below 0: pairs that cost something must not be, so that a
 * solver looks for any assignment, or a proof that there is none, and not for the least cost. Exact solvers answer that in half of the
 * processor time. Without such an assignment nothing is known of the others but that they cost 1 at least.
 *
 * @param inner proves that there is no assignment where there is none
 */
public record FreeSolver(Solver inner) implements Solver {
    @Override
    public Answer solve(Problem problem, Effort effort, Watcher watcher) {
        Answer answer = inner.solve(new Free(problem), effort, Watcher.NONE);
        if (answer.agents() != null) {
            watcher.found(0, answer.agents());
            return Answer.of(answer.agents(), 0, 0, answer.work());
        }
        long bound = answer.status() == Answer.Status.INFEASIBLE ? 1 : 0;
        watcher.bounded(bound);
        return Answer.of(null, Long.MAX_VALUE, bound, answer.work());
    }

    /** The pairs that cost nothing. */
    private record Free(Problem all) implements Problem {
        @Override
        public int tasks() {
            return all.tasks();
        }

        @Override
        public int agents() {
            return all.agents();
        }

        @Override
        public int resources() {
            return all.resources();
        }

        @Override
        public int cost(int task, int agent) {
            return all.cost(task, agent) == 0 ? 0 : FORBIDDEN;
        }

        @Override
        public int size(int task, int agent, int resource) {
            return all.size(task, agent, resource);
        }

        @Override
        public long capacity(int agent, int resource) {
            return all.capacity(agent, resource);
        }
    }
}
