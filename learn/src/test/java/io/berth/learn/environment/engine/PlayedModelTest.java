package io.berth.learn.environment.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.decision.Plan;
import io.berth.core.model.JointModel;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.Model;
import io.berth.core.model.ModelFile;
import io.berth.core.model.PlacementModel;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.learn.network.RowNetworks;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is learnt in the environment and what decides without it see the same and say the same. */
class PlayedModelTest {
    private static final int JOBS = 150;
    private static final int NODES = 4;

    @ParameterizedTest
    @ValueSource(strings = {"none", "greedy", "easy", "conservative"})
    void aModelThatIsPlayedDecidesAsTheStrategyThatGoesByIt(String backfill) {
        StrategySpec strategy = StrategySpec.of("s", "sjf", "best-fit", backfill);
        EngineOptions options = Worlds.options(JOBS).with(strategy);
        EngineEnvironment environment = EngineEnvironment.placement(options, NODES);
        for (long seed = 1; seed <= 3; seed++) {
            LearntNetwork<LayerSizes> network = network(environment, seed);
            PlacementModel model =
                    new PlacementModel(options.episodes().scales().largest(), network);
            PolicySpec learnt = PolicySpec.of("learnt", Map.of("model", ModelFile.write(model)));
            List<Plan> expected = Worlds.plans(Worlds.setup(seed, JOBS), strategy.placing(learnt));

            assertThat(Worlds.plans(environment, seed, best(environment, network, NODES)))
                    .isEqualTo(expected)
                    .isNotEqualTo(Worlds.plans(Worlds.setup(seed, JOBS), strategy));
        }
    }

    @ParameterizedTest
    @CsvSource({"none, 8", "easy, 8", "conservative, 8", "greedy, 150"})
    void anOrderThatIsPlayedDecidesAsTheStrategyThatGoesByIt(String backfill, int rows) {
        StrategySpec strategy = StrategySpec.of("s", "sjf", "best-fit", backfill);
        EngineOptions options = Worlds.options(JOBS).with(strategy);
        EngineEnvironment environment = EngineEnvironment.ordering(options, rows);
        for (long seed = 1; seed <= 3; seed++) {
            LearntNetwork<LayerSizes> network = network(environment, seed);
            long longest = options.episodes().scales().maxExpectedNanos();
            Model model = new Model(EnginePart.COLUMNS, rows, longest, network);
            PolicySpec learnt = PolicySpec.of("learnt", Map.of("model", ModelFile.write(model)));
            List<Plan> expected = Worlds.plans(Worlds.setup(seed, JOBS), strategy.ordering(learnt));

            assertThat(Worlds.plans(environment, seed, best(environment, network, rows)))
                    .isEqualTo(expected)
                    .isNotEqualTo(Worlds.plans(Worlds.setup(seed, JOBS), strategy));
        }
    }

    @Test
    void pairsThatArePlayedAreDecidedByTheStrategyThatGoesByTheirModel() {
        StrategySpec strategy = StrategySpec.of("s", "sjf", "best-fit", "greedy");
        EngineOptions options = Worlds.options(JOBS).with(strategy);
        EngineEnvironment environment = EngineEnvironment.joint(options, 8, NODES);
        for (long seed = 1; seed <= 3; seed++) {
            LearntNetwork<LayerSizes> network = network(environment, seed);
            JointModel model = new JointModel(
                    new JointModel.View(8, NODES), options.episodes().scales().joint(), network);
            PolicySpec learnt = PolicySpec.of("learnt", Map.of("model", ModelFile.write(model)));
            List<Plan> expected = Worlds.plans(
                    Worlds.setup(seed, JOBS), strategy.ordering(learnt).placing(learnt));

            assertThat(Worlds.plans(environment, seed, best(environment, network, 8 * NODES)))
                    .isEqualTo(expected)
                    .isNotEqualTo(Worlds.plans(Worlds.setup(seed, JOBS), strategy));
        }
    }

    private static LearntNetwork<LayerSizes> network(EngineEnvironment environment, long seed) {
        LayerSizes shape = new RowNetworks(environment.mdp(), List.of(16, 8)).actor();
        Chance chance = new Chance(seed, "weights", 0);
        float[] weights = new float[shape.parameters()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = (float) chance.normal();
        }
        return new LearntNetwork<>(shape, weights, new TreeMap<>());
    }

    /** The allowed row that the actor scores highest, as training and its tests have it. */
    private static ToIntFunction<EngineEnvironment> best(
            EngineEnvironment environment, LearntNetwork<LayerSizes> network, int rows) {
        RowNetworks networks = new RowNetworks(environment.mdp(), List.of(16, 8));
        var evaluation = networks.evaluation(network.parameters(), new float[networks.criticParameters()]);
        float[] scores = new float[rows];
        return playing -> {
            float[] seen = Worlds.seen(playing);
            assertThat(seen).hasSize(environment.mdp().observation().size());
            evaluation.scores(seen, Worlds.mask(playing), scores);
            int best = 0;
            for (int row = 1; row < rows; row++) {
                best = scores[row] > scores[best] ? row : best;
            }
            return best;
        };
    }
}
