package io.berth.app.learn;

import io.berth.app.learn.file.LearnEnvironment;
import io.berth.app.learn.file.LearnFile;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.JointModel;
import io.berth.core.model.LearntModel;
import io.berth.core.model.Model;
import io.berth.core.model.PlacementModel;
import io.berth.core.model.SequenceModel;
import io.berth.learn.environment.engine.EnginePart;
import io.berth.learn.network.ActorCritic;
import io.berth.learn.training.ModelTask;
import io.berth.learn.training.OrderingTask;
import io.berth.spec.input.InputException;
import java.util.List;

/** Where models of one kind are tested, and what they are compared with. */
sealed interface ModelTests {
    /**
     * Those of what is learnt in {@code file}; of orders those that {@code first} was learnt for.
     *
     * @param name what {@code first} was called
     * @throws InputException where no model comes of that, or {@code first} decides something else
     */
    static ModelTests of(LearnFile file, String name, LearntModel first) {
        return switch (file.environment()) {
            case ENGINE_ORDERING -> new Whole<>(file.engine(EnginePart.ORDERING), Orders.WHAT);
            case ENGINE_PLACEMENT -> new Whole<>(file.engine(EnginePart.PLACEMENT), "a placement");
            case ENGINE_JOINT -> new Whole<>(file.engine(EnginePart.JOINT), "an order and placement together");
            case DISPATCH -> new Whole<>(file.dispatch(), "a balancer");
            default -> Orders.of(file, name, first);
        };
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

    /** {@code model} where it emits orders of windows; {@code name} is what it was called. */
    static SequenceModel window(String name, LearntModel model) {
        return checked(name, model, SequenceModel.class, "an order of windows");
    }

    /** {@code model} where it is of the {@code kind} that is tested, which {@code what} names. */
    private static <M extends LearntModel> M checked(
            String name, LearntModel model, Class<? extends M> kind, String what) {
        if (kind.isInstance(model)) {
            return kind.cast(model);
        }
        LearnEnvironment own = switch (model) {
            case Model _ -> LearnEnvironment.ORDERING;
            case PlacementModel _ -> LearnEnvironment.ENGINE_PLACEMENT;
            case JointModel _ -> LearnEnvironment.ENGINE_JOINT;
            case BalancerModel _ -> LearnEnvironment.DISPATCH;
            case SequenceModel _ -> LearnEnvironment.WINDOWS;
        };
        throw new InputException(
                name + ":2",
                "decides " + model.decides() + "; " + what + " is tested here; name a scenario with learn.environment: "
                        + own.key());
    }

    /** Of orders: parts of a log. */
    record Orders(LearnFile file, OrderingTask task) implements ModelTests {
        private static final String WHAT = "an order";

        static Orders of(LearnFile file, String name, LearntModel first) {
            return new Orders(file, file.ordering(checked(name, first, Model.class, WHAT)));
        }

        @Override
        public String figure() {
            return task.figure();
        }

        @Override
        public double[] figures(String name, LearntModel model) {
            Model order = checked(name, model, Model.class, WHAT);
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

    /**
     * Of what decides a part of a strategy: runs under strategies that go by the models, and all nodes or servers are seen.
     *
     * @param what such a model is
     */
    record Whole<M extends LearntModel>(ModelTask<M> task, String what) implements ModelTests {
        @Override
        public String figure() {
            return task.figure();
        }

        @Override
        public double[] figures(String name, LearntModel model) {
            return task.figures(checked(name, model, task.kind(), what));
        }

        @Override
        public List<String> known() {
            return task.known();
        }

        @Override
        public double[] figures(String known) {
            return task.figures(known);
        }
    }
}
