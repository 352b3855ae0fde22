package io.berth.sim.table.openb;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.state.Observer;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.run.Simulation;
import io.berth.sim.table.Cell;
import io.berth.sim.table.Table.Experiment;
import io.berth.sim.table.openb.OpenbTargets.Target;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.openb.OpenbArrivals;
import io.berth.sim.trace.openb.OpenbOrder;
import io.berth.sim.trace.openb.OpenbPods;
import io.berth.sim.trace.openb.OpenbWorkload;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The runs of the openb table: one per list, policy and seed that has inputs and targets. */
final class OpenbExperiment implements Experiment {
    private final List<Trial> trials = new ArrayList<>();
    private final List<Group> groups = new ArrayList<>();
    private final List<String> skipped = new ArrayList<>();

    /** One list under one policy. */
    private record Group(String list, String policy, List<Trial> trials) {}

    private static final class Trial implements Runnable {
        private final OpenbPods pods;
        private final List<NodeSpec> nodes;
        private final Path arrivals;
        private final String policy;
        private final Target target;
        private double[] allocatedPcts = {};

        Trial(OpenbPods pods, List<NodeSpec> nodes, Path arrivals, String policy, Target target) {
            this.pods = pods;
            this.nodes = nodes;
            this.arrivals = arrivals;
            this.policy = policy;
            this.target = target;
        }

        @Override
        public void run() {
            OpenbArrivals order = OpenbArrivals.read(arrivals, nodes, pods.pods(), Lenience.STRICT);
            StrategySpec strategy = StrategySpec.of(policy).placing(PolicySpec.of(policy));
            Simulation.Setup setup = new Simulation.Setup(
                    OpenbOrder.nodesOf(order, pods, nodes, target.seed()),
                    OpenbWorkload.arriving(pods, order),
                    strategy,
                    target.seed(),
                    WorldOptions.IDEAL,
                    Nanos.NEVER,
                    0);
            RunMetrics metrics = new Simulation(setup, Catalog.standard(), Journal.NONE, new Observer() {}).run();
            SortedMap<String, Double> figures = metrics.figures();
            int[] arrived = OpenbTable.arrivedPcts();
            allocatedPcts = new double[arrived.length];
            for (int i = 0; i < arrived.length; i++) {
                allocatedPcts[i] = figures.getOrDefault(column(arrived[i]), Double.NaN);
            }
        }
    }

    /** @param targets published runs by list and label */
    OpenbExperiment(OpenbFolder inputs, SortedMap<String, SortedMap<String, List<Target>>> targets) {
        for (Map.Entry<String, SortedMap<Long, Path>> list : inputs.arrivals().entrySet()) {
            SortedMap<String, List<Target>> published = targets.get(list.getKey());
            if (published == null) {
                skipped.add(list.getKey() + ": has orders of arrival and no published runs");
                continue;
            }
            OpenbPods pods = inputs.pods(list.getKey());
            for (Map.Entry<String, List<Target>> policy : published.entrySet()) {
                add(inputs, pods, list.getValue(), policy.getValue());
            }
        }
        for (String list : targets.keySet()) {
            if (!inputs.arrivals().containsKey(list)) {
                skipped.add(list + ": has published runs and no order of arrival");
            }
        }
        if (trials.isEmpty()) {
            throw new InputException("openb", "no list in the folder has both orders of arrival and published runs");
        }
    }

    @Override
    public List<Trial> runs() {
        return List.copyOf(trials);
    }

    @Override
    public List<Cell> cells() {
        List<Cell> cells = new ArrayList<>();
        int[] arrived = OpenbTable.arrivedPcts();
        for (Group group : groups) {
            for (int i = 0; i < arrived.length; i++) {
                cells.add(cell(group, i, column(arrived[i])));
            }
        }
        return cells;
    }

    @Override
    public List<String> skipped() {
        return List.copyOf(skipped);
    }

    private void add(OpenbFolder inputs, OpenbPods pods, SortedMap<Long, Path> arrivals, List<Target> published) {
        Target any = published.getFirst();
        String policy = OpenbTable.policy(any.label());
        if (policy == null) {
            skipped.add(any.list() + ": no policy is known as " + any.label());
            return;
        }
        Group group = new Group(any.list(), policy, new ArrayList<>());
        for (Target target : published) {
            Path order = arrivals.get(target.seed());
            if (order != null) {
                group.trials.add(new Trial(pods, inputs.nodes(order), order, policy, target));
            }
        }
        if (group.trials.isEmpty()) {
            skipped.add(any.list() + " " + any.label() + ": no published seed has an order of arrival");
            return;
        }
        groups.add(group);
        trials.addAll(group.trials);
    }

    private static Cell cell(Group group, int place, String column) {
        double published = 0;
        double ours = 0;
        List<Long> seeds = new ArrayList<>();
        for (Trial trial : group.trials) {
            published += trial.target.allocatedPcts()[place];
            ours += trial.allocatedPcts[place];
            seeds.add(trial.target.seed());
        }
        Cell.Address address = new Cell.Address(group.list, group.policy, column);
        double tolerance = OpenbTable.tolerance(group.policy);
        return Cell.of(address, seeds, published / seeds.size(), ours / seeds.size(), tolerance);
    }

    private static String column(int arrivedPct) {
        return "gpu_allocation_pct_at_arrived_" + arrivedPct;
    }
}
