package io.berth.app.solve.run;

import io.berth.optimize.file.StatedProblem;
import io.berth.optimize.solver.Answer;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of a problem.
 *
 * @param problem null where time was over before it was read
 * @param method the name of the way to solve it
 * @param answer in costs of the normal form
 * @param reason why there is no assignment; empty where there is one
 * @param seconds since the command began
 * @param points how value and bound changed
 */
public record Outcome(
        @Nullable StatedProblem problem,
        String method,
        Answer answer,
        String reason,
        double seconds,
        List<Convergence.Point> points) {
    /** The value as the author counts it; null without an assignment. */
    @Nullable
    public BigDecimal value() {
        return problem == null || answer.agents() == null ? null : problem.value(answer.value());
    }

    /** Likewise; null where nothing is known, or there is no assignment to bound. */
    @Nullable
    public BigDecimal bound() {
        boolean none = answer.bound() == Long.MIN_VALUE || answer.bound() == Long.MAX_VALUE;
        return problem == null || none ? null : problem.value(answer.bound());
    }

    @Nullable
    public Double gapPercent() {
        return answer.agents() == null ? null : Gap.percent(answer.value(), answer.bound());
    }
}
