package io.berth.learn.environment.ordering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.column.Columns;
import io.berth.core.model.column.JobColumns;
import io.berth.core.time.Chance;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.ordering.QueueOrdering.Rewarding;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class QueueOrderingTest {
    private static final int JOBS = 64;
    private static final int ROWS = 16;
    private final OrderingJobs log = SmallLog.jobs(400, 1);

    @Test
    void equalSeedsGiveEqualEpisodes() {
        assertThat(played(environment(Columns.SCALED, Rewarding.AT_END), 5))
                .isEqualTo(played(environment(Columns.SCALED, Rewarding.AT_END), 5))
                .isNotEqualTo(played(environment(Columns.SCALED, Rewarding.AT_END), 6));
    }

    @ParameterizedTest
    @EnumSource(Goal.class)
    void theRewardsOfTheStepsAddUpToThatOfTheEnd(Goal goal) {
        EnumMap<Goal, Double> weights = new EnumMap<>(Map.of(Goal.BOUNDED_SLOWDOWN, 0.5));
        weights.put(goal, 2.0);
        Reward reward = Reward.of(weights);
        for (boolean backfill : new boolean[] {false, true}) {
            for (Rewarding rewarding : Rewarding.values()) {
                QueueOrdering environment = new QueueOrdering(
                        log,
                        new QueueOrdering.Setup(JOBS, ROWS, backfill, Columns.SCALED.columns(), reward, rewarding));
                environment.reset(3);
                double sum = 0;
                Chance chance = new Chance(1, "play", 0);
                while (!environment.over()) {
                    sum += environment.step(chance.below(environment.visibleJobs()));
                }
                assertThat(sum).isCloseTo(reward.of(environment.figures()), within(1e-9 * (1 + Math.abs(sum))));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Columns.class)
    void everyRowThatIsSeenIsWithinItsRangesAndEveryOtherIsPadding(Columns columns) {
        QueueOrdering environment = environment(columns, Rewarding.AT_END);
        var features = columns.columns().features();
        float[] seen = new float[ROWS * JobColumns.COUNT];
        boolean[] mask = new boolean[ROWS];
        environment.reset(1);
        Chance chance = new Chance(1, "play", 0);
        while (!environment.over()) {
            environment.observe(seen, 0);
            environment.mask(mask, 0);
            for (int i = 0; i < seen.length; i++) {
                var feature = features.get(i % JobColumns.COUNT);
                boolean there = mask[i / JobColumns.COUNT];
                assertThat(seen[i])
                        .isBetween(
                                there ? feature.low() : feature.padding(), there ? feature.high() : feature.padding());
            }
            assertThat(mask[environment.visibleJobs() - 1]).isTrue();
            environment.step(chance.below(environment.visibleJobs()));
        }
        environment.mask(mask, 0);
        assertThat(mask).containsOnly(false);
    }

    @Test
    void whatIsSeenIsTheSameWhetherItWasLookedAtBefore() {
        QueueOrdering watched = begun(9);
        QueueOrdering blind = begun(9);
        float[] seen = new float[ROWS * JobColumns.COUNT];
        for (int step = 0; step < JOBS / 2; step++) {
            watched.observe(seen, 0);
            watched.step(watched.visibleJobs() - 1);
            blind.step(blind.visibleJobs() - 1);
        }
        float[] same = new float[seen.length];
        watched.observe(seen, 0);
        blind.observe(same, 0);
        assertThat(seen).isEqualTo(same);
    }

    @Test
    void callsOutOfOrderAreRefused() {
        QueueOrdering environment = environment(Columns.SCALED, Rewarding.AT_END);
        assertThat(environment.over()).isTrue();
        assertThatThrownBy(() -> environment.step(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> environment.observe(new float[1], 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> environment.mask(new boolean[1], 0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(environment::figures).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anActionThatIsNotAllowedChangesNothing() {
        QueueOrdering environment = begun(2);
        QueueOrdering untouched = begun(2);
        while (!environment.over()) {
            for (int wrong : new int[] {-1, environment.visibleJobs(), ROWS, Integer.MAX_VALUE}) {
                assertThatThrownBy(() -> environment.step(wrong))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("allowed: 0 to " + (environment.visibleJobs() - 1));
            }
            assertThat(environment.step(0)).isEqualTo(untouched.step(0));
        }
        assertThat(environment.figures()).isEqualTo(untouched.figures());
        assertThatThrownBy(() -> environment.step(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reset it first");
    }

    private QueueOrdering environment(Columns columns, Rewarding rewarding) {
        return new QueueOrdering(
                log, new QueueOrdering.Setup(JOBS, ROWS, false, columns.columns(), Reward.BOUNDED_SLOWDOWN, rewarding));
    }

    private static List<Object> played(QueueOrdering environment, long seed) {
        List<Object> all = new ArrayList<>();
        float[] seen = new float[environment.mdp().observation().size()];
        environment.reset(seed);
        while (!environment.over()) {
            environment.observe(seen, 0);
            all.add(Arrays.hashCode(seen));
            all.add(environment.step(environment.visibleJobs() / 2));
        }
        all.add(environment.figures());
        return all;
    }

    private QueueOrdering begun(long seed) {
        QueueOrdering environment = environment(Columns.SCALED, Rewarding.AT_END);
        environment.reset(seed);
        return environment;
    }
}
