package io.berth.optimize.large;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.optimize.problem.Assignments;
import io.berth.optimize.problem.ClassedProblem;
import io.berth.optimize.problem.DenseProblem;
import io.berth.optimize.problem.Problem;
import io.berth.optimize.solver.Answer;
import io.berth.optimize.solver.Effort;
import io.berth.optimize.solver.Watcher;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LargeSolverTest {
    private static final long WORK = 40_000_000;

    @Test
    void assignments_hold_and_are_near_their_bound() {
        for (Problem problem : List.of(dense(1), classed(1))) {
            Answer answer = solve(problem, 1);
            int[] agents = answer.agents();
            assertThat(agents).isNotNull();
            assertThat(Assignments.violation(problem, agents)).isNull();
            assertThat(Assignments.cost(problem, agents)).isEqualTo(answer.value());
            assertThat((double) (answer.value() - answer.bound())).isBetween(0.0, 0.03 * (double) answer.value());
        }
    }

    @Test
    void the_answer_is_the_same_on_any_number_of_threads() {
        for (Problem problem : List.of(dense(2), classed(2))) {
            Answer one = solve(problem, 1);
            for (int threads = 2; threads <= 3; threads++) {
                Answer more = solve(problem, threads);
                assertThat(more.agents()).containsExactly(one.agents());
                assertThat(more.bound()).isEqualTo(one.bound());
                assertThat(more.work()).isEqualTo(one.work());
            }
        }
    }

    @Test
    void tasks_without_room_are_said_to_be_infeasible() {
        DenseProblem problem =
                new DenseProblem(new int[] {1, 2, 3, 4}, new int[][] {{3, 3, 3, 3}}, new long[][] {{3, 2}});
        assertThat(solve(problem, 1).status()).isEqualTo(Answer.Status.INFEASIBLE);
    }

    private static Answer solve(Problem problem, int threads) {
        return new LargeSolver().solve(problem, new Effort(1, threads, WORK, 0, () -> false), Watcher.NONE);
    }

    private static DenseProblem dense(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] costs = random.ints(400 * 20, 10, 51).toArray();
        int[] sizes = random.ints(400 * 20, 5, 26).toArray();
        long[] room = new long[20];
        Arrays.fill(room, 240);
        return new DenseProblem(costs, new int[][] {sizes}, new long[][] {room});
    }

    /** 600 tasks of 8 classes on 60 agents of 4, with two resources and up to three exceptions a task that cost half. */
    private static ClassedProblem classed(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int[] ofTasks = random.ints(600, 0, 8).toArray();
        int[] ofAgents = random.ints(60, 0, 4).toArray();
        int[] costs = random.ints(8 * 4, 200, 900).toArray();
        int[][] sizes = {
            random.ints(8 * 4, 1, 9).toArray(), random.ints(8 * 4, 1, 9).toArray()
        };
        long[][] room = new long[2][60];
        Arrays.stream(room).forEach(each -> Arrays.fill(each, 60));
        int[] starts = new int[601];
        int[] agents = new int[1800];
        int[] cheaper = new int[1800];
        int end = 0;
        for (int task = 0; task < 600; task++) {
            for (int agent : random.ints(3, 0, 60).sorted().distinct().toArray()) {
                agents[end] = agent;
                cheaper[end++] = costs[ofTasks[task] * 4 + ofAgents[agent]] / 2;
            }
            starts[task + 1] = end;
        }
        return new ClassedProblem(
                new ClassedProblem.Classes(ofTasks, ofAgents),
                new DenseProblem(costs, sizes, new long[2][4]),
                room,
                new ClassedProblem.Exceptions(starts, Arrays.copyOf(agents, end), Arrays.copyOf(cheaper, end)));
    }
}
