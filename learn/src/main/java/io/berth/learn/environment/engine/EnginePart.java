package io.berth.learn.environment.engine;

import io.berth.core.model.column.Columns;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What of a strategy one agent decides, with well-known policies that decide it elsewhere. */
public enum EnginePart {
    /** Which waiting job is tried next. */
    ORDERING("engine-ordering", 128, List.of("fcfs", "sjf", "f1", "wfp3", "unicep"), List.of()) {
        @Override
        public EngineEnvironment environment(EngineOptions options, int rows, int nodes) {
            return EngineEnvironment.ordering(options, rows);
        }
    },
    /** On which node a task goes. */
    PLACEMENT("engine-placement", 32, List.of(), List.of("first-fit", "best-fit", "fgd")) {
        @Override
        public EngineEnvironment environment(EngineOptions options, int rows, int nodes) {
            return EngineEnvironment.placement(options, rows);
        }
    },
    /** Both, in one action. */
    JOINT(
            "engine-joint",
            16,
            List.of("fcfs", "sjf", "srsf", "f1", "wfp3", "unicep"),
            List.of("first-fit", "best-fit", "fgd")) {
        @Override
        public EngineEnvironment environment(EngineOptions options, int rows, int nodes) {
            return EngineEnvironment.joint(options, rows, nodes);
        }
    };

    /** What is seen of a job where only the order is decided: as by a learnt order. */
    public static final Columns COLUMNS = Ordering.COLUMNS;

    private final String key;
    private final int rows;
    private final List<String> orders;
    private final List<String> places;

    EnginePart(String key, int rows, List<String> orders, List<String> places) {
        this.key = key;
        this.rows = rows;
        this.orders = orders;
        this.places = places;
    }

    /** The one whose environment is called {@code key}; empty where there is none. */
    public static Optional<EnginePart> of(String key) {
        return Arrays.stream(values()).filter(part -> part.key.equals(key)).findFirst();
    }

    /** The name of its environment. */
    public String key() {
        return key;
    }

    /** How many rows are seen where nobody says. */
    public int rows() {
        return rows;
    }

    /** Whether it decides where tasks go. */
    public boolean places() {
        return !places.isEmpty();
    }

    /**
     * Its environment.
     *
     * @param rows of jobs; of nodes where only these are picked
     * @param nodes for each job, where both are picked
     * @throws IllegalArgumentException where a number is out of range, or the strategy of {@code options} does not go with it
     */
    public abstract EngineEnvironment environment(EngineOptions options, int rows, int nodes);

    /** {@code strategy}, which is that of such an environment, with well-known policies in place of the agent, named after them. */
    public List<StrategySpec> known(StrategySpec strategy) {
        List<StrategySpec> known = new ArrayList<>();
        for (String place : places.isEmpty() ? List.of("") : places) {
            for (String order : orders.isEmpty() ? List.of("") : orders) {
                StrategySpec named = strategy.named((order + " " + place).strip());
                StrategySpec ordered = order.isEmpty() ? named : named.ordering(PolicySpec.of(order));
                known.add(place.isEmpty() ? ordered : ordered.placing(PolicySpec.of(place)));
            }
        }
        return known;
    }
}
