package io.berth.optimize.dual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.optimize.problem.DenseProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

class SmoothedDualTest {
    private static final int STEPS = 200;

    /** Tasks of 5, 4 and 3 on room for 10, 8 and 6; the first is worth 5, 6 and 6, the others their size. The last agent leaves them out. */
    private static DenseProblem printed() {
        int[] costs = {-5, -6, -6, 0, -4, -4, -4, 0, -3, -3, -3, 0};
        int[] sizes = {5, 5, 5, 0, 4, 4, 4, 0, 3, 3, 3, 0};
        return new DenseProblem(costs, new int[][] {sizes}, new long[][] {{10, 8, 6, 12}});
    }

    @Test
    void bothStartAtAllGainsAndNeverFallBelowTheOptimum() {
        for (double smoothing : new double[] {0, 1}) {
            List<SmoothedDual.Iteration> steps = SmoothedDual.run(printed(), true, smoothing, STEPS);
            assertThat(steps).hasSize(STEPS);
            assertThat(steps.getFirst().value()).isEqualTo(-38);
            assertThat(steps).allSatisfy(step -> {
                assertThat(step.value()).isLessThanOrEqualTo(-13 + 1e-9);
                assertThat(step.bound()).isGreaterThanOrEqualTo(step.value());
                assertThat(step.smoothedValue()).isLessThanOrEqualTo(step.value());
                assertThat(step.value() - step.smoothedValue())
                        .isLessThanOrEqualTo(9 * step.smoothing() * Math.log(2) + 1e-9);
            });
        }
    }

    @Test
    void smoothedStepsComeCloserThanPlainOnes() {
        double plain = SmoothedDual.run(printed(), true, 0, STEPS).getLast().bound();
        double smoothed = SmoothedDual.run(printed(), true, 1, STEPS).getLast().bound();
        assertThat(smoothed).isCloseTo(-13, within(0.01)).isGreaterThan(plain);
    }

    @Test
    void whereAllTasksMustBeDonePricesMayFallBelowZero() {
        // Two tasks of cost 1 and 3 that one agent must do: the bound is 4 only where prices are negative gains.
        DenseProblem problem = new DenseProblem(new int[] {1, 3}, new int[][] {{1, 1}}, new long[][] {{2}});
        assertThat(SmoothedDual.run(problem, false, 0.5, STEPS).getLast().bound())
                .isCloseTo(4, within(0.05));
    }
}
