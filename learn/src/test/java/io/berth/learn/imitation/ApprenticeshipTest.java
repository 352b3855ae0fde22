package io.berth.learn.imitation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.learn.agent.Ppo;
import io.berth.learn.agent.experience.PpoOptions;
import io.berth.learn.environment.Mdp;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.imitation.Apprenticeship.Options;
import io.berth.learn.imitation.Apprenticeship.Span;
import io.berth.learn.imitation.Apprenticeship.Verdict;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.network.PointerNetworks;
import io.berth.learn.network.RowNetworks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApprenticeshipTest {
    private static final Span SEEN = new Span(0, 1000, 100);
    private static final Span UNSEEN = new Span(1000, 1500, 100);
    private static final Options QUICK = new Options(40, 50, 128, 1e-2, 1, 20, 30, 1);
    /**
     * Sums of the native library differ in the last digit from processor to processor, and a pointer network makes more of it: single
     * choices, of which one at the head of a queue of 20 is worth some hundredths. One that learnt nothing is worse by a half.
     */
    private static final Options LONGER = new Options(60, 50, 128, 1e-2, 1, 20, 30, 1);

    @TempDir
    private Path temp;

    @Test
    void a_kernel_does_as_its_order_on_jobs_it_never_saw() throws IOException {
        Verdict verdict = agreed(mdp -> new RowNetworks(mdp, List.of(16, 8)), QUICK, 0.03);

        assertThat(verdict.agreement().choices()).isGreaterThan(500);
    }

    @Test
    void a_pointer_network_does_so_too() throws IOException {
        agreed(mdp -> new PointerNetworks(mdp, 8, 16, 1), LONGER, 0.1);
    }

    @Test
    void equal_seeds_and_any_number_of_threads_learn_the_same() throws IOException {
        OrderingJobs jobs = SmallLog.in(temp);
        QueueOrdering environment = SmallLog.environment(jobs, 100);
        ActorCritic networks = new PointerNetworks(environment.mdp(), 4, 8, 1);
        Options few = new Options(4, 3, 64, 1e-2, 1, 2, 2, 1);

        assertThat(actor(environment, OrderTeacher.of(jobs, "f1"), networks, few, 1))
                .isEqualTo(actor(environment, OrderTeacher.of(jobs, "f1"), networks, few, 2));
    }

    @Test
    void reinforcement_begins_where_imitation_ended() throws IOException {
        OrderingJobs jobs = SmallLog.in(temp);
        QueueOrdering environment = SmallLog.environment(jobs, 100);
        ActorCritic networks = new RowNetworks(environment.mdp(), List.of(16, 8));
        OrderTeacher sjf = OrderTeacher.of(jobs, "sjf");
        PpoOptions small = new PpoOptions(8, 1, 1, 0.97, 0.2, 5, 5, 0, 1e-5, 1e-3, 0, 0, 0.01);
        try (GradientWorkers workers = new GradientWorkers(1)) {
            Apprenticeship apprenticeship = new Apprenticeship(environment, sjf, networks, workers, QUICK);
            Ppo cold = new Ppo(() -> SmallLog.environment(jobs, 100), networks, small, workers, 1);
            Ppo warm = new Ppo(() -> SmallLog.environment(jobs, 100), networks, small, workers, 1);
            warm.startFrom(apprenticeship.learn(SEEN));

            double first = warm.update().get("reward");

            assertThat(first)
                    .as("reward of the first episodes")
                    .isGreaterThan(cold.update().get("reward") / 2);
            assertThat(apprenticeship.judge(warm.policy(), UNSEEN, 20).worse()).isLessThan(0.03);
            assertThat(apprenticeship.judge(cold.policy(), UNSEEN, 20).worse()).isGreaterThan(0.5);
        }
    }

    @Test
    void a_part_of_a_log_too_short_for_a_window_is_refused() {
        assertThatThrownBy(() -> new Span(100, 150, 60)).hasMessage("There is no window of 60 jobs from 100 to 150.");
    }

    /** What is judged of networks that learnt to do as sjf and do so, worse or better by less than {@code bound}. */
    private Verdict agreed(Function<Mdp, ActorCritic> networks, Options options, double bound) throws IOException {
        OrderingJobs jobs = SmallLog.in(temp);
        QueueOrdering environment = SmallLog.environment(jobs, 100);
        OrderTeacher sjf = OrderTeacher.of(jobs, "sjf");
        try (GradientWorkers workers = new GradientWorkers(1)) {
            Apprenticeship apprenticeship =
                    new Apprenticeship(environment, sjf, networks.apply(environment.mdp()), workers, options);
            Verdict verdict = apprenticeship.judge(apprenticeship.learn(SEEN), UNSEEN, 20);
            assertThat(verdict.agreement().share()).isGreaterThan(0.95);
            assertThat(verdict.worse()).isBetween(-bound, bound);
            return verdict;
        }
    }

    private static float[] actor(
            QueueOrdering environment, Teacher teacher, ActorCritic networks, Options options, int threads) {
        try (GradientWorkers workers = new GradientWorkers(threads)) {
            return new Apprenticeship(environment, teacher, networks, workers, options).learn(SEEN);
        }
    }
}
