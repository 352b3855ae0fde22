package io.berth.learn.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.model.JointModel;
import io.berth.core.model.LearntModel;
import io.berth.core.model.Model;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.agent.Ppo;
import io.berth.learn.agent.experience.PpoOptions;
import io.berth.learn.environment.Goal;
import io.berth.learn.environment.Reward;
import io.berth.learn.environment.engine.EngineOptions;
import io.berth.learn.environment.engine.EnginePart;
import io.berth.learn.environment.engine.Episodes;
import io.berth.learn.gradient.GradientWorkers;
import io.berth.learn.network.RowNetworks;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.ScenarioReader;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EngineTaskTest {
    private static final String BUSY = """
            cluster: {nodes: [{count: 2, gpus: 8, cpu: 96, memory: 1Ti}, {count: 2, gpus: 4, cpu: 64, memory: 512Gi}]}
            workload: {generate: {jobs: 60, load: 2, gpus: {0.5: 3, 1: 3, 2: 2, 4: 1, 8: 1}, duration_max: 12h}}
            """;
    private static final EngineTask.View VIEW = new EngineTask.View(8, 4);
    private static final int TESTS = 4;

    private final Episodes episodes = Episodes.of(prepared(), Episodes.ALL, 42);

    private static PreparedScenario prepared() {
        return PreparedScenario.read(
                new ScenarioReader(new CatalogNames(Catalog.standard())).read(Source.text("busy", BUSY)),
                "busy",
                (_, _) -> {
                    throw new AssertionError("There is no journal.");
                });
    }

    private EngineTask task(EnginePart part, Reward reward) {
        EngineOptions options = EngineOptions.of(episodes).with(reward, true);
        return new EngineTask(part, VIEW, options, new EngineTask.Tests(episodes, TESTS));
    }

    @ParameterizedTest
    @EnumSource
    void knownPoliciesAndChanceAreComparedInTheSameEpisodes(EnginePart part) {
        EngineTask task = task(part, Reward.BOUNDED_SLOWDOWN);
        SortedMap<String, Double> baselines = task.baselines();

        assertThat(baselines).containsKey("random").hasSizeGreaterThan(3);
        assertThat(baselines.values()).allSatisfy(value -> assertThat(value).isGreaterThanOrEqualTo(1));
        assertThat(task.baselines()).isEqualTo(baselines);
        assertThat(task.mdp().name()).isEqualTo(part.key());
    }

    @Test
    void policiesThatAreNamedDecideThePartThatTheAgentWould() {
        StrategySpec easy = StrategySpec.of("mine", "sjf", "fgd", "easy");
        assertThat(EnginePart.ORDERING.known(easy).getFirst())
                .isEqualTo(StrategySpec.of("fcfs", "fcfs", "fgd", "easy"));
        assertThat(EnginePart.PLACEMENT.known(easy).getFirst())
                .isEqualTo(StrategySpec.of("first-fit", "sjf", "first-fit", "easy"));
        StrategySpec joint = EnginePart.JOINT
                .environment(EngineOptions.of(episodes).with(easy), 4, 4)
                .strategy();
        assertThat(EnginePart.JOINT.known(joint).getLast())
                .isEqualTo(StrategySpec.of("unicep fgd", "unicep", "fgd", "greedy"));
    }

    @Test
    void theRuleThatASearchForPlacementsBeginsWithIsBestFit() {
        EngineTask task = task(EnginePart.PLACEMENT, Reward.BOUNDED_SLOWDOWN);

        double played = task.test(new RowNetworks(task.mdp(), List.of()), task.knownRule());

        assertThat(played).isEqualTo(task.baselines().get("best-fit"));
    }

    @Test
    void theRulesThatASearchForPairsBeginsWithAreKnownOrdersWithKnownPlacements() {
        EngineTask task = task(EnginePart.JOINT, Reward.BOUNDED_SLOWDOWN);

        assertThat(task.knownRules()).hasSize(8).doesNotHaveDuplicates().contains(task.knownRule());
        double played = task.test(new RowNetworks(task.mdp(), List.of()), task.knownRule());
        assertThat(played).isLessThan(task.baselines().get("fcfs best-fit"));
    }

    @Test
    void aModelOfPairsDoesInTheTestsWhatItsActorDoes() {
        EngineTask task = task(EnginePart.JOINT, Reward.BOUNDED_SLOWDOWN);
        RowNetworks networks = new RowNetworks(task.mdp(), List.of(8));
        float[] parameters = networks.newActor(4);
        LearntModel model = task.model(List.of(8), parameters, new TreeMap<>());

        assertThat(model).isInstanceOf(JointModel.class);
        assertThat(Arrays.stream(task.figures(model)).average().orElseThrow())
                .isEqualTo(task.test(networks, parameters));
        assertThat(task.facts().get("strategy")).isEqualTo("backfill greedy, plan none");
    }

    @Test
    void theRuleThatASearchForOrdersBeginsWithIsShortestFirst() {
        EngineTask task = task(EnginePart.ORDERING, Reward.BOUNDED_SLOWDOWN);

        double played = task.test(new RowNetworks(task.mdp(), List.of()), task.knownRule());

        assertThat(played).isEqualTo(task.baselines().get("sjf"));
    }

    @Test
    void aModelOfAnOrderDoesInTheTestsWhatItsActorDoes() {
        EngineTask task = task(EnginePart.ORDERING, Reward.BOUNDED_SLOWDOWN);
        RowNetworks networks = new RowNetworks(task.mdp(), List.of(8));
        float[] parameters = networks.newActor(4);
        LearntModel model = task.model(List.of(8), parameters, new TreeMap<>());

        assertThat(model).isInstanceOf(Model.class);
        assertThat(Arrays.stream(task.figures(model)).average().orElseThrow())
                .isEqualTo(task.test(networks, parameters));
        assertThat(task.facts().get("strategy")).startsWith("place ");
    }

    @Test
    void theRewardSaysWhichFigureIsCompared() {
        EngineTask task = task(EnginePart.PLACEMENT, Reward.of(Goal.JCT));
        assertThat(task.figure()).isEqualTo("jct_mean_s");
        assertThat(task.baselines().get("best-fit")).isGreaterThan(60);
    }

    /** Healthy: random placement about 1.7, learnt about 1.3; an actor that learns nothing stays where chance is. */
    @Test
    void placementIsLearntBetterThanChanceAndFirstFit() {
        EngineTask task = task(EnginePart.PLACEMENT, Reward.BOUNDED_SLOWDOWN);
        PpoOptions ppo = new PpoOptions(8, 1, 1, 0.95, 0.2, 6, 6, 512, 2e-3, 2e-3, 8, 0, 0.02);
        TrainingOptions options = new TrainingOptions(
                false,
                List.of(16, 8),
                8,
                1,
                (learnt, networks, workers, seed) -> new Ppo(learnt::environment, networks, ppo, workers, seed));
        try (GradientWorkers workers = new GradientWorkers(1)) {
            TrainingResult result = new Training(task, options, workers, 1, _ -> {}).run();
            SortedMap<String, Double> baselines = task.baselines();

            assertThat(result.test()).isLessThan(baselines.get("random")).isLessThan(baselines.get("first-fit"));
        }
    }

    @Test
    void whatDoesNotGoTogetherIsSaidBeforeAnythingIsPlayed() {
        EngineOptions preempting = EngineOptions.of(episodes)
                .with(StrategySpec.of("mine", "sjf", "fgd", "greedy").preempting("by-order"));
        assertThatThrownBy(() ->
                        new EngineTask(EnginePart.ORDERING, VIEW, preempting, new EngineTask.Tests(episodes, TESTS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("preempt");
        assertThatThrownBy(() -> new EngineTask(
                        EnginePart.PLACEMENT,
                        new EngineTask.View(1, 4),
                        EngineOptions.of(episodes),
                        new EngineTask.Tests(episodes, TESTS)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows (1)");
    }
}
