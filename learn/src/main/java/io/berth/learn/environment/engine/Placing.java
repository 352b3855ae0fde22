package io.berth.learn.environment.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Turn;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Observation;

/** The agent is the placement: it says on which of the nodes where a task fits it goes. */
final class Placing implements Decider {
    private final Scales scales;
    private final int rows;
    private final View view;

    Placing(Scales scales, int rows) {
        this.scales = scales;
        this.rows = Runs.bounded("rows", rows, 2, EngineEnvironment.MAX_ROWS);
        this.view = new View(
                "engine-placement",
                "On which node a task goes.",
                new Observation(rows, "node where the task fits", NodeColumns.FEATURES),
                new Actions(rows, true, "the task goes on the node of a row"),
                NodeRows.SOURCE);
    }

    @Override
    public View view() {
        return view;
    }

    @Override
    public Catalog catalog(Catalog catalog, Scene scene) {
        Agent agent = new Agent(scene);
        return catalog.with(Catalog.place(Ordering.AGENT, "who plays the environment", "", (_, facts) -> {
            agent.nodes.know(facts);
            return new Placer.Picked(agent);
        }));
    }

    @Override
    public StrategySpec strategy(StrategySpec strategy) {
        return strategy.placing(PolicySpec.of(Ordering.AGENT));
    }

    private final class Agent implements Picker {
        private final Scene scene;
        private final NodeRows nodes = new NodeRows(scales, rows);

        Agent(Scene scene) {
            this.scene = scene;
        }

        @Override
        public int pick(Candidates candidates, Turn turn) {
            int[] shown = nodes.show(candidates);
            if (shown.length == 1) {
                return shown[0];
            }
            scene.close();
            int width = NodeColumns.FEATURES.size();
            for (int row = 0; row < shown.length; row++) {
                scene.stands(row, candidates.shape(), shown[row]);
                nodes.write(candidates.nodes(), shown[row], candidates.shape(), scene.rows, row * width);
            }
            JobRows.pad(NodeColumns.FEATURES, shown.length, scene.rows);
            return shown[scene.ask()];
        }
    }
}
