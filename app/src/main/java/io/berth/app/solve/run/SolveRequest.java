package io.berth.app.solve.run;

import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.solver.Effort;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * What the command line asks for.
 *
 * @param source reads the problem; within the limit, too
 * @param limitNanos of all of it, reading included; {@link Long#MAX_VALUE} for none
 * @param gap when to stop, as a part of the value
 * @param work units of work at most
 */
public record SolveRequest(
        Supplier<StatedProblem> source, Method method, long limitNanos, double gap, long seed, int threads, long work) {
    Effort effort(BooleanSupplier late) {
        return new Effort(seed, threads, work, gap, late);
    }
}
