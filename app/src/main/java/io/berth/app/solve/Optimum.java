package io.berth.app.solve;

import io.berth.app.solve.run.Method;
import io.berth.app.solve.run.Outcome;
import io.berth.app.solve.run.SolveRequest;
import io.berth.app.solve.run.SolveRun;
import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.solver.Answer;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** What {@code berth solve} proves to be the best, for who compares with it. */
public final class Optimum {
    private static final long LIMIT_NANOS = 10_000_000_000L;

    private Optimum() {}

    /** The value as its author counts it; null where none is proved in ten seconds. */
    public static @Nullable BigDecimal value(StatedProblem problem) {
        SolveRequest request = new SolveRequest(() -> problem, Method.AUTO, LIMIT_NANOS, 0, 1, 1, Long.MAX_VALUE);
        SolveRun run = new SolveRun(request);
        run.start();
        run.await(LIMIT_NANOS / 1_000_000);
        Outcome outcome = run.outcome();
        return outcome.answer().status() == Answer.Status.OPTIMAL ? outcome.value() : null;
    }
}
