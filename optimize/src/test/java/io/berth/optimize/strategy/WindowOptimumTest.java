package io.berth.optimize.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowAnswer.Worth;
import io.berth.core.policy.window.WindowCap;
import io.berth.core.policy.window.WindowJob;
import io.berth.core.policy.window.WindowPlanning;
import io.berth.core.policy.window.WindowQuestion;
import io.berth.core.time.Chance;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowOptimumTest {
    private static final int CASES = 500;
    private static final int BOUND = 150;
    private static final long PLENTY = 10_000_000;
    private static final List<String> METHODS = List.of("fgd-lookahead", "hungarian", "exchange", "dual", "ilp");

    /** By seed: what the best plan of the small window is worth, in whole thousandths of a GPU, rounded down. */
    private static final long[] MOST = LongStream.rangeClosed(0, CASES)
            .map(seed -> most(RandomWindows.small(seed, "none", PLENTY)))
            .toArray();

    /** The same of windows with utilities, weights and caps. */
    private static final long[] MOST_BOUND = LongStream.rangeClosed(0, BOUND)
            .map(seed -> most(RandomWindows.bound(seed, "none", PLENTY)))
            .toArray();

    @Test
    void the_integer_program_finds_what_trying_every_plan_finds() {
        int fewer = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            WindowQuestion question = RandomWindows.small(seed, "ilp", PLENTY);
            WindowAnswer answer = new WindowSolver().plan(question);

            assertThat(answer.gapPpm()).as("seed %d", seed).isZero();
            assertThat(worth(answer).value()).isEqualTo(worth(answer).bound());
            assertThat(worth(answer).value()).as("seed %d", seed).isEqualTo(MOST[(int) seed]);
            fewer += answer.starts().size() < question.jobs().size() ? 1 : 0;
        }
        assertThat(fewer).as("windows with too little room for all").isGreaterThan(CASES / 10);
    }

    @ParameterizedTest
    @FieldSource("METHODS")
    void no_plan_is_worth_more_than_a_bound(String method) {
        for (long seed = 1; seed <= CASES; seed++) {
            WindowQuestion question = RandomWindows.small(seed, method, 3_000 + 200 * seed);
            Worth worth = worth(new WindowSolver().plan(question));

            assertThat(worth.value()).as("seed %d", seed).isLessThanOrEqualTo(MOST[(int) seed]);
            assertThat(worth.bound()).as("seed %d", seed).isGreaterThanOrEqualTo(MOST[(int) seed]);
        }
    }

    @Test
    void the_integer_program_is_best_with_utilities_weights_and_caps_too() {
        int held = 0;
        int moved = 0;
        for (long seed = 1; seed <= BOUND; seed++) {
            WindowQuestion question = RandomWindows.bound(seed, "ilp", PLENTY);
            WindowAnswer answer = new WindowSolver().plan(question);

            assertThat(answer.gapPpm()).as("seed %d", seed).isZero();
            assertThat(worth(answer).value()).as("seed %d", seed).isEqualTo(MOST_BOUND[(int) seed]);
            held += withoutCaps(RandomWindows.bound(seed, "none", PLENTY)) > MOST_BOUND[(int) seed] ? 1 : 0;
            moved += MOST_BOUND[(int) seed] != MOST[(int) seed] ? 1 : 0;
        }
        assertThat(held).as("windows that a cap makes worth less").isGreaterThan(BOUND / 10);
        assertThat(moved)
                .as("windows that are worth something else than without")
                .isGreaterThan(BOUND / 2);
    }

    @ParameterizedTest
    @FieldSource("METHODS")
    void every_method_keeps_to_caps_and_tells_a_bound(String method) {
        for (long seed = 1; seed <= BOUND; seed++) {
            WindowQuestion question = RandomWindows.bound(seed, method, 3_000 + 500 * seed);
            List<WindowJob> jobs = question.jobs();
            WindowAnswer answer = new WindowSolver().plan(question);

            for (WindowCap cap : question.caps()) {
                long given = jobs.stream()
                        .filter(job -> cap.jobs().contains(job.job()))
                        .filter(job -> answer.starts().stream().anyMatch(start -> start.job() == job.job()))
                        .mapToLong(job -> Math.min(cap.milli(), job.milli()))
                        .sum();
                assertThat(given).as("seed %d", seed).isLessThanOrEqualTo(cap.milli());
            }
            assertThat(worth(answer).value()).as("seed %d", seed).isLessThanOrEqualTo(MOST_BOUND[(int) seed]);
            assertThat(worth(answer).bound()).as("seed %d", seed).isGreaterThanOrEqualTo(MOST_BOUND[(int) seed]);
        }
    }

    @Test
    void the_dual_is_near_the_best_with_utilities_and_caps() {
        double sum = 0;
        double best = 0;
        for (long seed = 1; seed <= BOUND; seed++) {
            sum += (double) worth(new WindowSolver().plan(RandomWindows.bound(seed, "dual", 100_000)))
                    .value();
            best += (double) MOST_BOUND[(int) seed];
        }
        assertThat(sum).isGreaterThan(0.97 * best);
    }

    @Test
    void the_dual_proves_most_small_windows_and_is_within_a_hundredth_of_the_best() {
        double sum = 0;
        double best = 0;
        int proved = 0;
        for (long seed = 1; seed <= CASES; seed++) {
            WindowQuestion question = RandomWindows.small(seed, "dual", 100_000);
            WindowAnswer answer = new WindowSolver().plan(question);
            sum += (double) worth(answer).value();
            best += (double) MOST[(int) seed];
            proved += answer.gapPpm() == 0 ? 1 : 0;
        }
        assertThat(sum).isGreaterThan(0.99 * best);
        assertThat(proved).isGreaterThan(CASES / 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"dual", "ilp"})
    void a_window_too_large_for_its_work_is_planned_with_a_gap(String method) {
        WindowQuestion question = large(method, 200_000);
        WindowAnswer answer = new WindowSolver().plan(question);

        assertThat(answer.planned()).isTrue();
        assertThat(answer.starts()).isNotEmpty();
        assertThat(answer.work()).isLessThanOrEqualTo(200_000);
        assertThat(worth(answer).bound()).isGreaterThan(worth(answer).value());
        assertThat(answer.gapPpm()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(strings = {"exchange", "dual", "ilp"})
    void the_same_window_has_the_same_answer_in_whatever_order_windows_are_asked_about(String method) {
        WindowSolver solver = new WindowSolver();
        for (long seed = 100; seed > 0; seed--) {
            WindowAnswer answer = solver.plan(RandomWindows.random(seed, method, 100_000));
            WindowAnswer again = new WindowSolver().plan(RandomWindows.random(seed, method, 100_000));
            assertThat(again).as("seed %d", seed).isEqualTo(answer);
        }
    }

    private static WindowQuestion large(String method, long work) {
        return RandomWindows.random(
                new Chance(1, "large-window", 1), method, work, new RandomWindows.Size(40, WindowPlanning.MAX_JOBS));
    }

    private static long most(WindowQuestion question) {
        PlacementCosts costs = new PlacementCosts();
        costs.begin(question.mix(), question.nodes());
        WindowProblem problem = new WindowProblem(new Trial(question, costs), question.nodes(), costs);
        return problem.thousandths(AllPlans.mostWorth(question));
    }

    private static long withoutCaps(WindowQuestion question) {
        return most(new WindowQuestion(
                question.id(), question.planning(), question.jobs(), question.nodes(), question.mix()));
    }

    private static Worth worth(WindowAnswer answer) {
        Worth worth = answer.worth();
        assertThat(worth).isNotNull();
        return worth;
    }
}
