package io.berth.optimize.solver;

import io.berth.optimize.problem.Problem;

/** A way to solve problems. */
public interface Solver {
    /**
     * Solves {@code problem} as well as {@code effort} allows and tells {@code watcher} on the way, from one thread at a time.
     *
     * @throws IllegalArgumentException where it cannot take problems of this kind
     */
    Answer solve(Problem problem, Effort effort, Watcher watcher);
}
