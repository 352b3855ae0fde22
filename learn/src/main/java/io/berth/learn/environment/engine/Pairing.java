package io.berth.learn.environment.engine;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.cluster.Nodes;
import io.berth.core.cluster.Shape;
import io.berth.core.model.column.Feature;
import io.berth.core.model.column.NodeColumns;
import io.berth.core.policy.Candidates;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Picker;
import io.berth.core.policy.Placer;
import io.berth.core.policy.Turn;
import io.berth.core.policy.Waiting;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.environment.Actions;
import io.berth.learn.environment.Observation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The agent is order and placement at once: it says which job starts, and where. */
final class Pairing implements Decider {
    private static final List<Feature> FEATURES = features();

    private final Scales scales;
    private final int jobs;
    private final int nodes;
    private final View view;

    Pairing(Scales scales, int jobs, int nodes) {
        this.scales = scales;
        this.jobs = Runs.bounded("jobs", jobs, 1, EngineEnvironment.MAX_ROWS / 2);
        this.nodes = Runs.bounded("nodes", nodes, 2, EngineEnvironment.MAX_ROWS / jobs);
        this.view = new View(
                "engine-joint",
                "Which pending job starts, and on which node.",
                new Observation(jobs * nodes, "pending job and node where a task of it fits", FEATURES),
                new Actions(jobs * nodes, true, "the job of a row is tried, its task on the node of the row"),
                Ordering.SOURCE + "; " + NodeRows.SOURCE);
    }

    private static List<Feature> features() {
        List<Feature> features = new ArrayList<>();
        JobRows.FEATURES.forEach(job ->
                features.add(new Feature("job_" + job.name(), job.meaning(), job.low(), job.high(), job.padding())));
        NodeColumns.FEATURES.forEach(node -> features.add(
                new Feature("node_" + node.name(), node.meaning(), node.low(), node.high(), node.padding())));
        return features;
    }

    @Override
    public View view() {
        return view;
    }

    @Override
    public Catalog catalog(Catalog catalog, Scene scene) {
        Agent agent = new Agent(scene);
        return catalog.withOrder(new Entry<>(
                        Ordering.AGENT, "who plays the environment", "", List.of(), (_, _) -> (Chooser) agent::choose))
                .with(Catalog.place(Ordering.AGENT, "who plays the environment", "", (_, facts) -> {
                    agent.nodeRows.know(facts);
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
        private final JobRows jobRows = new JobRows(scales, jobs);
        private final NodeRows nodeRows = new NodeRows(scales, nodes);
        /** Whose tasks find their nodes now. */
        private @Nullable Job current;
        /** Where the first of them goes; -1 once it has. */
        private int first = -1;

        private long now;

        Agent(Scene scene) {
            this.scene = scene;
        }

        int choose(Waiting waiting) {
            clear();
            now = waiting.nowNanos();
            int count = jobRows.show(waiting, i -> waiting.mayFit(i) && fitsSomewhere(job(waiting, i)));
            for (int row = 0; row < count; row++) {
                Job job = job(waiting, jobRows.place(row));
                Shape shape = firstShape(job);
                write(job, shape, row, scene.state().nodes(), fitting(shape));
            }
            if (count == 0) {
                return Chooser.NONE;
            }
            int pair = answer();
            int chosen = jobRows.place(pair / nodes);
            current = job(waiting, chosen);
            first = scene.node(pair);
            return chosen;
        }

        int pick(Candidates candidates, Turn turn) {
            int node = first;
            first = -1;
            if (node >= 0) {
                return node;
            }
            clear();
            int count = candidates.count();
            int[] all = new int[count];
            for (int i = 0; i < count; i++) {
                all[i] = candidates.from(i == 0 ? 0 : all[i - 1] + 1);
            }
            write(Objects.requireNonNull(current), candidates.shape(), 0, candidates.nodes(), all);
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

        private void write(Job job, Shape shape, int row, Nodes table, int[] fitting) {
            int count = nodeRows.show(table, shape, fitting, fitting.length);
            for (int i = 0; i < count; i++) {
                int pair = row * nodes + i;
                int at = pair * FEATURES.size();
                int node = nodeRows.node(i);
                scene.stands(pair, job, node);
                scene.stands(pair, shape, node);
                jobRows.write(job, true, now, scene.rows, at);
                nodeRows.write(table, node, shape, scene.rows, at + JobRows.FEATURES.size());
            }
        }

        private Job job(Waiting waiting, int place) {
            return Objects.requireNonNull(scene.state().job(waiting.job(place).id()));
        }

        /** What the task asks for that finds its node first. */
        private static Shape firstShape(Job job) {
            return job.gang().shape(job.gang().inTurn(0));
        }

        private boolean fitsSomewhere(Job job) {
            Shape shape = firstShape(job);
            Nodes table = scene.state().nodes();
            for (int node = 0; node < table.count(); node++) {
                if (table.whyNot(shape, node) == null) {
                    return true;
                }
            }
            return false;
        }

        private int[] fitting(Shape shape) {
            Nodes table = scene.state().nodes();
            int[] fitting = new int[table.count()];
            int count = 0;
            for (int node = 0; node < fitting.length; node++) {
                if (table.whyNot(shape, node) == null) {
                    fitting[count++] = node;
                }
            }
            return Arrays.copyOf(fitting, count);
        }
    }
}
