package io.berth.app.solve;

import io.berth.optimize.file.ProblemFile;
import io.berth.optimize.solver.Effort;
import java.util.function.BooleanSupplier;

/**
 * What the command line asks for.
 *
 * @param problem a file, or the name of a shipped problem
 * @param limitNanos of all of it, reading included; {@link Long#MAX_VALUE} for none
 * @param gap when to stop, as a part of the value
 * @param work units of work at most
 */
record SolveRequest(
        String problem,
        ProblemFile.Choice choice,
        Method method,
        long limitNanos,
        double gap,
        long seed,
        int threads,
        long work) {
    Effort effort(BooleanSupplier late) {
        return new Effort(seed, threads, work, gap, late);
    }
}
