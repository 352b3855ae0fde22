package io.berth.learn.environment.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.decision.Plan;
import io.berth.core.model.column.Feature;
import io.berth.core.policy.Facts;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.Scorer;
import io.berth.core.policy.order.F1;
import io.berth.core.policy.order.Fcfs;
import io.berth.core.policy.order.Sjf;
import io.berth.core.policy.placement.BestFit;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.environment.Figures;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.sim.run.Simulation;
import io.berth.sim.workload.Arrival;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class EngineEnvironmentTest {
    private static final int JOBS = 150;
    private static final Map<String, KeyedOrder> ORDERS = Map.of("fcfs", new Fcfs(), "sjf", new Sjf(), "f1", new F1());

    @ParameterizedTest
    @CsvSource({
        "fcfs,none", "sjf,none", "f1,none", "fcfs,easy", "sjf,easy", "f1,easy",
        "fcfs,greedy", "sjf,greedy", "f1,greedy", "fcfs,conservative", "sjf,conservative", "f1,conservative"
    })
    void anOrderThatIsPlayedDecidesAsTheStrategy(String order, String backfill) {
        StrategySpec strategy = StrategySpec.of("s", order, "best-fit", backfill);
        EngineEnvironment environment =
                EngineEnvironment.ordering(Worlds.options(JOBS).with(strategy), JOBS);
        for (long seed = 1; seed <= 3; seed++) {
            List<Plan> expected = Worlds.plans(Worlds.setup(seed, JOBS), strategy);
            assertThat(Worlds.plans(environment, seed, Worlds.smallest(ORDERS.get(order))))
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void bestFitThatIsPlayedDecidesAsTheStrategy(String backfill) {
        StrategySpec strategy = StrategySpec.of("s", "sjf", "best-fit", backfill);
        EngineEnvironment environment =
                EngineEnvironment.placement(Worlds.options(JOBS).with(strategy), 4);
        Scorer bestFit = new BestFit(new Facts(32_000, 4_000, List.of()));
        ToIntFunction<EngineEnvironment> player = playing -> {
            boolean[] mask = Worlds.mask(playing);
            Subjects subjects = playing.subjects();
            int best = 0;
            for (int row = 1; row < mask.length && mask[row]; row++) {
                if (score(bestFit, subjects, row) > score(bestFit, subjects, best)) {
                    best = row;
                }
            }
            return best;
        };
        assertThat(Worlds.plans(environment, 5, player)).isEqualTo(Worlds.plans(Worlds.setup(5, JOBS), strategy));
    }

    private static long score(Scorer scorer, Subjects subjects, int row) {
        return scorer.score(subjects.nodes(), subjects.node(row), subjects.shape(row));
    }

    @Test
    void firstFitThatIsPlayedDecidesAsTheStrategy() {
        StrategySpec strategy = StrategySpec.of("s", "fcfs", "first-fit", "easy");
        EngineEnvironment environment =
                EngineEnvironment.placement(Worlds.options(JOBS).with(strategy), 4);

        assertThat(Worlds.plans(environment, 6, _ -> 0)).isEqualTo(Worlds.plans(Worlds.setup(6, JOBS), strategy));
    }

    @Test
    void theFirstPairEachTimeIsFirstComeFirstServedOnTheFirstNodeThatFits() {
        StrategySpec strategy = StrategySpec.of("s", "fcfs", "first-fit", "greedy");
        EngineEnvironment environment =
                EngineEnvironment.joint(Worlds.options(JOBS).with(strategy), JOBS, 4);
        ToIntFunction<EngineEnvironment> first = playing -> {
            boolean[] mask = Worlds.mask(playing);
            int row = 0;
            while (!mask[row]) {
                row++;
            }
            return row;
        };
        assertThat(starts(Worlds.plans(environment, 7, first)))
                .isEqualTo(starts(Worlds.plans(Worlds.setup(7, JOBS), strategy)));
    }

    private static List<Object> starts(List<Plan> plans) {
        List<Object> starts = new ArrayList<>();
        plans.forEach(plan -> starts.addAll(plan.decisions()));
        return starts;
    }

    static Stream<EngineEnvironment> environments() {
        EngineOptions options = Worlds.options(60);
        return Stream.of(
                EngineEnvironment.ordering(options, 16),
                EngineEnvironment.placement(options, 3),
                EngineEnvironment.joint(options, 5, 3));
    }

    @ParameterizedTest
    @MethodSource("environments")
    void equalSeedsGiveEqualEpisodesAndOthersOthers(EngineEnvironment environment) {
        List<Object> once = course(environment, 1);
        assertThat(once).hasSizeGreaterThan(20);
        assertThat(course(environment, 1)).isEqualTo(once);
        assertThat(course(environment, 2)).isNotEqualTo(once);
    }

    private static List<Object> course(EngineEnvironment environment, long seed) {
        List<Object> course = new ArrayList<>();
        environment.reset(seed);
        ToIntFunction<EngineEnvironment> player = Worlds.atRandom(3);
        while (!environment.over()) {
            for (float value : Worlds.seen(environment)) {
                course.add(value);
            }
            course.add(environment.step(player.applyAsInt(environment)));
        }
        course.add(environment.figures());
        return course;
    }

    @ParameterizedTest
    @MethodSource("environments")
    void whatIsSeenStaysWithinTheBoundsOfItsFeatures(EngineEnvironment environment) {
        List<Feature> features = environment.mdp().observation().features();
        environment.reset(4);
        ToIntFunction<EngineEnvironment> player = Worlds.atRandom(4);
        while (!environment.over()) {
            float[] seen = Worlds.seen(environment);
            boolean[] mask = Worlds.mask(environment);
            for (int i = 0; i < seen.length; i++) {
                Feature feature = features.get(i % features.size());
                assertThat(seen[i]).as(feature.name()).isBetween(feature.low(), feature.high());
                if (!mask[i / features.size()]) {
                    assertThat(seen[i]).as(feature.name()).isEqualTo(feature.padding());
                }
            }
            environment.step(player.applyAsInt(environment));
        }
        assertThat(Worlds.mask(environment)).containsOnly(false);
        assertThat(environment.truncated()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("environments")
    void whatIsRefusedChangesNothing(EngineEnvironment environment) {
        assertThat(environment.over()).isTrue();
        assertThatThrownBy(() -> environment.step(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("reset");
        assertThatThrownBy(() -> Worlds.seen(environment)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> Worlds.mask(environment)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(environment::figures).isInstanceOf(IllegalStateException.class);

        List<Object> undisturbed = course(environment, 1);
        List<Object> disturbed = new ArrayList<>();
        environment.reset(1);
        ToIntFunction<EngineEnvironment> player = Worlds.atRandom(3);
        while (!environment.over()) {
            disturb(environment);
            for (float value : Worlds.seen(environment)) {
                disturbed.add(value);
            }
            disturbed.add(environment.step(player.applyAsInt(environment)));
        }
        disturbed.add(environment.figures());
        assertThat(disturbed).isEqualTo(undisturbed);
        assertThatThrownBy(() -> environment.step(0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The episode is over; reset comes first.");
    }

    private static void disturb(EngineEnvironment environment) {
        boolean[] mask = Worlds.mask(environment);
        assertThatThrownBy(() -> environment.step(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> environment.step(mask.length))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The action (" + mask.length + ") must be from 0 to " + (mask.length - 1) + ".");
        for (int action = 0; action < mask.length; action++) {
            int refused = action;
            if (!mask[action]) {
                assertThatThrownBy(() -> environment.step(refused))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("The action (" + refused + ") is not allowed now; see the mask.");
                return;
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Goal.class)
    void theRewardOfEachGoalIsTheFigureOfTheRun(Goal goal) {
        StrategySpec strategy = StrategySpec.of("s", "sjf", "best-fit", "easy");
        SortedMap<String, Double> figures = Worlds.figures(Worlds.setup(9, JOBS), strategy);
        double expected = switch (goal) {
            case JCT -> -figures.get("jct_mean_s");
            case BOUNDED_SLOWDOWN -> -figures.get("bounded_slowdown_mean");
            case UTILISATION -> 1 - figures.get("resource_idle_rate");
            case DEADLINE_MISSES -> -figures.get("deadline_miss_rate");
        };
        assertThat(expected).isNotZero().isNotNaN();
        for (boolean dense : List.of(false, true)) {
            EngineOptions options = Worlds.options(JOBS).with(strategy).with(Reward.of(goal), dense);
            EngineEnvironment environment = EngineEnvironment.ordering(options, JOBS);
            environment.reset(9);
            double sum = Worlds.play(environment, Worlds.smallest(new Sjf()));

            assertThat(sum).isCloseTo(expected, within(1e-9 * Math.abs(expected)));
            double met = goal.sign() * environment.figures().get(goal.figure());
            assertThat(met).isEqualTo(expected);
        }
    }

    @Test
    void denseRewardsOfTimesLeaveNextToNothingForTheLastStep() {
        Reward reward = Reward.of(Map.of(Goal.JCT, 0.5, Goal.BOUNDED_SLOWDOWN, 2.0));
        EngineEnvironment environment = begun(reward, true);
        ToIntFunction<EngineEnvironment> player = Worlds.smallest(new Fcfs());
        double before = 0;
        double last = 0;
        while (!environment.over()) {
            assertThat(last).isLessThanOrEqualTo(0);
            before += last;
            last = environment.step(player.applyAsInt(environment));
        }
        double all = reward.of(environment.figures());
        assertThat(before + last).isCloseTo(all, within(1e-9 * Math.abs(all)));
        // After the last choice the jobs that wait still start and run.
        assertThat(before).isBetween(all, all * 0.8);
    }

    @Test
    void rewardsAddUpByTheirWeights() {
        Reward reward = Reward.of(Map.of(Goal.JCT, 0.01, Goal.UTILISATION, 3.0));
        EngineEnvironment environment = begun(reward, false);
        double sum = Worlds.play(environment, _ -> 0);
        Figures figures = environment.figures();

        assertThat(sum).isEqualTo(-0.01 * figures.get("jct_mean_s") + 3.0 * figures.get("utilisation"));
    }

    @Test
    void anEpisodeOfATraceIsAWindowOfIt() {
        Simulation.Setup trace = Worlds.setup(1, 400);
        Episodes episodes = Episodes.of(_ -> trace, 50, 1);
        List<Arrival> all = new ArrayList<>();
        trace.workload().forEach(all::add);
        List<Long> begins = new ArrayList<>();
        for (long seed = 1; seed <= 20; seed++) {
            List<Arrival> window = new ArrayList<>();
            episodes.of(seed).workload().forEach(window::add);
            int first = all.indexOf(window.getFirst());
            assertThat(window).isEqualTo(all.subList(first, first + 50));
            begins.add((long) first);
        }
        assertThat(begins.stream().distinct().count()).isGreaterThan(10);
        assertThat(episodes.of(3).workload().mix()).isEqualTo(trace.workload().mix());
    }

    @Test
    void whatDoesNotGoTogetherIsSaidAtOnce() {
        EngineOptions preempting = Worlds.options(5)
                .with(StrategySpec.of("s", "fcfs", "best-fit", "greedy").preempting("by-order"));
        assertThatThrownBy(() -> EngineEnvironment.ordering(preempting, 5)).hasMessageContaining("preempt (by-order)");
        assertThatThrownBy(() -> EngineEnvironment.ordering(Worlds.options(5), 0))
                .hasMessage("The rows (0) must be from 1 to 4096.");
        assertThatThrownBy(() -> EngineEnvironment.joint(Worlds.options(5), 100, 100))
                .hasMessage("The nodes (100) must be from 2 to 40.");
        assertThatThrownBy(() -> Episodes.of(seed -> Worlds.setup(seed, 5), -1, 1))
                .hasMessageContaining("(-1)");
        assertThat(EngineEnvironment.placement(preempting, 4)
                        .strategy()
                        .policy(PolicyKind.PREEMPT)
                        .name())
                .isEqualTo("by-order");
    }

    @Test
    void ofAThousandEpisodesThatAreLeftOnlyTheLastHasAThread(@TempDir Path folder)
            throws IOException, InterruptedException {
        EngineEnvironment environment = EngineEnvironment.ordering(Worlds.options(12), 12);
        for (long seed = 1; seed <= 1_000; seed++) {
            environment.reset(seed);
            if (!environment.over()) {
                environment.step(0);
            }
        }
        for (long seed = 1; environment.over() && seed <= 100; seed++) {
            environment.reset(seed);
        }
        Worlds.awaitThreads(folder, 1);
        environment.close();
        assertThat(environment.over()).isTrue();
        Worlds.awaitThreads(folder, 0);
    }

    private static EngineEnvironment begun(Reward reward, boolean dense) {
        EngineEnvironment environment =
                EngineEnvironment.ordering(Worlds.options(JOBS).with(reward, dense), JOBS);
        environment.reset(9);
        return environment;
    }
}
