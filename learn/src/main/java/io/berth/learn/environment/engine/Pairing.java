package io.berth.learn.environment.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.cluster.Shape;
import io.berth.core.model.JointModel;
import io.berth.core.model.column.Feature;
import io.berth.core.model.column.JointColumns;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Placer;
import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Turn;
import io.berth.core.policy.Waiting;
import io.berth.core.policy.joint.NodesInView;
import io.berth.core.policy.joint.PairRow;
import io.berth.core.policy.joint.PairsInView;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Observation;
import java.util.List;
import java.util.Objects;

/**
 * The agent is order and placement at once: it says which job starts, and where. What is seen is what a model of pairs sees ({@link
 * io.berth.core.policy.joint.JointOrder}), so what is learnt decides alike without this environment.
 */
final class Pairing implements Decider {
    private static final List<Feature> FEATURES = JointColumns.FEATURES;
    private static final Facts NO_FACTS = new Facts(1, 1, List.of());

    private final JointModel.Scales scales;
    private final int jobs;
    private final int nodes;
    private final View view;

    Pairing(Scales scales, int jobs, int nodes) {
        this.scales = scales.joint();
        this.jobs = Runs.bounded("jobs", jobs, 1, EngineEnvironment.MAX_ROWS / 2);
        this.nodes = Runs.bounded("nodes", nodes, 2, EngineEnvironment.MAX_ROWS / jobs);
        this.view = new View(
                "engine-joint",
                "Which pending job starts, and on which node.",
                new Observation(jobs * nodes, "pending job and node where a task of it fits", FEATURES),
                new Actions(jobs * nodes, true, "the job of a row is tried, its task on the node of the row"),
                Ordering.SOURCE + "; " + NodeRows.SOURCE);
    }

    @Override
    public View view() {
        return view;
    }

    @Override
    public Catalog catalog(Catalog catalog, Scene scene) {
        Agent agent = new Agent(scene);
        return catalog.withOrder(new Entry<>(Ordering.AGENT, "who plays the environment", "", List.of(), (_, facts) -> {
                    agent.know(facts);
                    return (Chooser) agent::choose;
                }))
                .with(Catalog.place(Ordering.AGENT, "who plays the environment", "", (_, facts) -> {
                    agent.know(facts);
                    return new Placer.Picked((Picker) agent::pick);
                }));
    }

    @Override
    public StrategySpec strategy(StrategySpec strategy) {
        return strategy.ordering(PolicySpec.of(Ordering.AGENT))
                .placing(PolicySpec.of(Ordering.AGENT))
                .with(PolicyKind.BACKFILL, PolicySpec.of("greedy"));
    }

    private final class Agent {
        private final Scene scene;
        private PairsInView pairs = new PairsInView(new JointModel.View(jobs, nodes), NO_FACTS);
        private NodesInView others = new NodesInView(nodes, NO_FACTS);
        private PairRow columns = new PairRow(scales, NO_FACTS);
        /** Whose first task has its node already. */
        private long current;

        private int first = -1;

        Agent(Scene scene) {
            this.scene = scene;
        }

        void know(Facts facts) {
            pairs = new PairsInView(new JointModel.View(jobs, nodes), facts);
            others = new NodesInView(nodes, facts);
            columns = new PairRow(scales, facts);
        }

        int choose(Waiting waiting) {
            clear();
            first = -1;
            int count = pairs.look(waiting);
            for (int row = 0; row < count; row++) {
                QueuedJob job = waiting.job(pairs.place(row));
                columns.begin(job, waiting.nowNanos());
                for (int i = 0; i < pairs.count(row); i++) {
                    scene.stands(row * nodes + i, job, pairs.node(row, i));
                    Shape shape = Objects.requireNonNull(waiting.places()).firstShape(pairs.place(row));
                    write(row * nodes + i, shape, pairs.node(row, i));
                }
            }
            if (count == 0) {
                return Chooser.NONE;
            }
            int pair = answer();
            int chosen = pairs.place(pair / nodes);
            current = waiting.job(chosen).id();
            first = scene.node(pair);
            return chosen;
        }

        int pick(Candidates candidates, Turn turn) {
            int node = first;
            first = -1;
            if (node >= 0 && turn.job().id() == current && candidates.from(node) == node) {
                return node;
            }
            clear();
            int[] shown = others.of(candidates);
            columns.begin(turn.job(), turn.nowNanos());
            for (int i = 0; i < shown.length; i++) {
                scene.stands(i, turn.job(), shown[i]);
                write(i, candidates.shape(), shown[i]);
            }
            return scene.node(answer());
        }

        private void clear() {
            scene.close();
            JobRows.pad(FEATURES, 0, scene.rows);
        }

        private int answer() {
            int only = Runs.only(scene.mask);
            return only >= 0 ? only : scene.ask();
        }

        private void write(int pair, Shape shape, int node) {
            scene.stands(pair, shape, node);
            columns.write(scene.state().nodes(), node, shape, scene.rows, pair * FEATURES.size());
        }
    }
}
