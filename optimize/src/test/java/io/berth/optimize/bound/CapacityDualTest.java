package io.berth.optimize.bound;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.PublishedGaps;
import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CapacityDualTest {
    private static final int CASES = 4000;

    @Test
    void the_bound_is_never_above_the_optimum_of_classed_and_dense_problems() {
        for (long seed = 0; seed < CASES; seed++) {
            ClassedProblem classed = SmallClasses.draw(seed);
            long optimum = SmallClasses.optimum(classed);
            assertThat(bound(classed)).as("seed %d, classed", seed).isLessThanOrEqualTo(optimum);
            assertThat(bound(SmallClasses.dense(classed)))
                    .as("seed %d, dense", seed)
                    .isLessThanOrEqualTo(optimum);
        }
    }

    @Test
    void classed_and_dense_forms_have_about_the_same_bound() {
        for (long seed = 0; seed < CASES; seed++) {
            ClassedProblem classed = SmallClasses.draw(seed);
            long one = bound(classed);
            long other = bound(SmallClasses.dense(classed));
            if (one != Long.MAX_VALUE && other != Long.MAX_VALUE) {
                assertThat((double) one).as("seed %d", seed).isBetween((double) other - 2, (double) other + 2);
            }
        }
    }

    @Test
    void the_bound_is_true_with_the_largest_numbers() {
        int large = Problem.LARGEST;
        DenseProblem problem = new DenseProblem(
                new int[] {large, -large, large, -large, large, 0},
                new int[][] {{large, large, large, large, large, large}},
                new long[][] {{2L * large, large}});
        assertThat(bound(problem)).isLessThanOrEqualTo(SmallClasses.optimum(problem));
        assertThat(SmallClasses.optimum(problem)).isEqualTo(large);
    }

    @Test
    void a_problem_without_room_is_infeasible() {
        DenseProblem problem =
                new DenseProblem(new int[] {1, 2, 3, 4}, new int[][] {{3, 3, 3, 3}}, new long[][] {{3, 2}});
        assertThat(bound(problem)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void prices_are_the_same_on_any_number_of_threads() {
        for (Problem problem : List.of(random(200, 20), SmallClasses.draw(7))) {
            CapacityPrices one = CapacityDual.of(problem).ascend(Effort.untilProved(1));
            for (int threads = 2; threads <= 3; threads++) {
                CapacityPrices more =
                        CapacityDual.of(problem).ascend(Effort.untilProved(1).on(threads));
                assertThat(more.flat()).containsExactly(one.flat());
                assertThat(more.bound()).isEqualTo(one.bound());
                assertThat(more.work()).isEqualTo(one.work());
            }
        }
    }

    @Test
    void nothing_is_looked_at_once_time_is_over() {
        Effort over = new Effort(1, 1, Long.MAX_VALUE, 0, () -> true);
        assertThat(CapacityDual.of(random(200, 20)).ascend(over).bound()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void published_problems_reach_the_bound_of_linear_programming() throws IOException {
        Path expected = PublishedGaps.needed("expected/gap_optima.csv");
        int looked = 0;
        for (String line : Files.readAllLines(expected)) {
            String[] cells = line.split(",", -1);
            Path file = PublishedGaps.needed("gap").resolve(cells[0]);
            if (Files.exists(file) && !cells[5].isEmpty()) {
                double linear = Double.parseDouble(cells[5]);
                assertThat((double) bound(PublishedGaps.read(file, 1)))
                        .as(cells[0])
                        .isGreaterThan(linear * 0.9995);
                looked++;
            }
        }
        assertThat(looked).isPositive();
    }

    private static long bound(Problem problem) {
        return CapacityDual.of(problem).ascend(Effort.untilProved(1)).bound();
    }

    private static DenseProblem random(int tasks, int agents) {
        SplittableRandom random = new SplittableRandom(3);
        int[] costs = random.ints((long) tasks * agents, 10, 51).toArray();
        int[] sizes = random.ints((long) tasks * agents, 5, 26).toArray();
        long[] room =
                random.longs(agents, 12L * tasks / agents, 13L * tasks / agents).toArray();
        return new DenseProblem(costs, new int[][] {sizes}, new long[][] {room});
    }
}
