package io.berth.app.learn;

import io.berth.core.model.LearntModel;
import io.berth.core.model.Model;
import io.berth.core.model.PlacementModel;
import io.berth.core.policy.StrategySpec;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.training.EngineTask;
import io.berth.learn.training.OrderingTask;
import io.berth.spec.input.InputException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Where models of one kind are tested, and what they are compared with. */
sealed interface ModelTests {
    /**
     * Those of what is learnt in {@code file}; of orders those that {@code first} was learnt for.
     *
     * @param name what {@code first} was called
     * @throws InputException where no model comes of that, or {@code first} decides something else
     */
    static ModelTests of(LearnFile file, String name, LearntModel first) {
        return file.environment() == LearnEnvironment.ENGINE_PLACEMENT
                ? new Placements(file.placement())
                : Orders.of(file, name, first);
    }

    private static Model order(String name, LearntModel model) {
        if (model instanceof Model order) {
            return order;
        }
        throw other(name, model, "an order is tested here; name a scenario with learn.environment: engine-placement");
    }

    /** What is measured. */
    String figure();

    /**
     * The figure of {@code model} in each test.
     *
     * @throws InputException where it decides something else; {@code name} is what it was called
     */
    double[] figures(String name, LearntModel model);

    /** The names of well-known policies. */
    List<String> known();

    /** The figure of one of {@link #known} in each test. */
    double[] figures(String known);

    private static InputException other(String name, LearntModel model, String cure) {
        return new InputException(name + ":2", "decides " + model.decides() + "; " + cure);
    }

    /** Of orders: parts of a log. */
    record Orders(LearnFile file, OrderingTask task) implements ModelTests {
        static Orders of(LearnFile file, String name, LearntModel first) {
            return new Orders(file, file.ordering(order(name, first)));
        }

        @Override
        public String figure() {
            return task.figure();
        }

        @Override
        public double[] figures(String name, LearntModel model) {
            Model order = order(name, model);
            OrderingTask seen = file.ordering(order);
            return seen.figures(ActorCritic.of(seen.mdp(), order.shape()), order.parameters());
        }

        @Override
        public List<String> known() {
            return OrderingTask.orders();
        }

        @Override
        public double[] figures(String known) {
            return task.figures(known);
        }
    }

    /** Of placements: runs of the engine under the strategy that goes by the model, all nodes seen. */
    record Placements(EngineTask task, SortedMap<String, StrategySpec> strategies) implements ModelTests {
        Placements(EngineTask task) {
            this(task, new TreeMap<>());
            task.known().forEach(strategy -> strategies.put(strategy.name(), strategy));
        }

        @Override
        public String figure() {
            return task.figure();
        }

        @Override
        public double[] figures(String name, LearntModel model) {
            if (!(model instanceof PlacementModel placement)) {
                throw other(
                        name, model, "a placement is tested here; name a scenario with learn.environment: ordering");
            }
            return task.figures(task.strategy(placement));
        }

        @Override
        public List<String> known() {
            return List.copyOf(strategies.keySet());
        }

        @Override
        public double[] figures(String known) {
            StrategySpec strategy = strategies.get(known);
            if (strategy == null) {
                throw new IllegalArgumentException("(" + known + ") is none of " + strategies.keySet() + ".");
            }
            return task.figures(strategy);
        }
    }
}
