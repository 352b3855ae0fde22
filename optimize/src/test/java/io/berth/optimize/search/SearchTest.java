package io.berth.optimize.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.sample.SmallProblems;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SearchTest {
    @Test
    void theTaskThatLosesMostGoesFirst() {
        // Both want agent 0, which holds one: task 1 has nowhere as good to go.
        DenseProblem problem =
                new DenseProblem(new int[] {1, 2, 1, 50}, new int[][] {{1, 1, 1, 1}}, new long[][] {{1, 1}});
        int[] agents = new Greedy(problem, Greedy.weights(problem, new double[2])).complete(new int[] {-1, -1});
        assertThat(agents).containsExactly(1, 0);
    }

    @Test
    void whatIsGivenStaysAndWhatDoesNotFitGivesNothing() {
        DenseProblem problem = new DenseProblem(
                new int[] {1, 2, 1, Problem.FORBIDDEN}, new int[][] {{1, 1, 1, 1}}, new long[][] {{1, 1}});
        Greedy greedy = new Greedy(problem, Greedy.weights(problem, new double[2]));
        assertThat(greedy.complete(new int[] {0, -1})).isNull();
        assertThat(greedy.complete(new int[] {1, -1})).containsExactly(1, 0);
    }

    @Test
    void chainsFindTheBestOfMostSmallProblemsAndNothingThatDoesNotFit() {
        SplittableRandom random = new SplittableRandom(8);
        int best = 0;
        int solvable = 0;
        for (int round = 0; round < 2_000; round++) {
            DenseProblem problem = SmallProblems.draw(random);
            long optimum = SmallProblems.optimum(problem);
            if (optimum == Long.MAX_VALUE) {
                continue;
            }
            EjectionSearch search = searched(problem, random);
            solvable++;
            if (search.bestAgents() != null) {
                assertThat(Assignments.violation(problem, search.bestAgents())).isNull();
                assertThat(search.best()).isEqualTo(Assignments.cost(problem, search.bestAgents()));
                best += search.best() == optimum ? 1 : 0;
            }
        }
        assertThat(best).isGreaterThan(solvable * 9 / 10);
    }

    private static EjectionSearch searched(DenseProblem problem, SplittableRandom random) {
        double[] free = new double[problem.resources() * problem.agents()];
        Candidates candidates = Candidates.of(problem, 16, Greedy.weights(problem, free), () -> false);
        EjectionSearch search = new EjectionSearch(problem, candidates, free);
        int[] start = new int[problem.tasks()];
        for (int task = 0; task < start.length; task++) {
            start[task] = candidates.of(task)[0];
        }
        search.start(start, 40, random);
        assertThat(search.run(random, Long.MAX_VALUE, () -> false)).isTrue();
        return search;
    }
}
