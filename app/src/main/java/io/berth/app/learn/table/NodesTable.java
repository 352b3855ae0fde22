package io.berth.app.learn.table;

import io.berth.app.learn.file.LearnFile;
import io.berth.learn.agent.table.Discretiser;
import io.berth.learn.agent.table.QLearning;
import io.berth.learn.agent.table.TableAgent;
import io.berth.learn.environment.nodes.NodesEnvironment;
import io.berth.learn.environment.nodes.NodesRules;
import io.berth.learn.training.NodesTask;
import io.berth.sim.report.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.IntStream;

/**
 * What {@code berth train nodes --table} prints: ten rows by how full the first node is, learnt as the published example learns them.
 *
 * @param tasks that were given out with each seed
 * @param baselines mean rewards of an episode under other rules
 */
public record NodesTable(
        String scenario, NodesRules rules, long tasks, SortedMap<String, Double> baselines, List<Seed> seeds) {
    /** As published: the rate, and how often a node is drawn. */
    private static final QLearning PUBLISHED = new QLearning(0.1, 0, 0.2, 0.2, 0, false, 0);

    /**
     * What one seed learnt.
     *
     * @param reward the mean of an episode that goes by the table
     */
    record Seed(long seed, double reward, List<Row> table) {}

    /**
     * A row of the table.
     *
     * @param values of each node
     * @param visits how often each was taken
     * @param best the node with the largest value, the first of equals
     */
    record Row(int row, List<Double> values, List<Integer> visits, int best) {}

    /** Learns once with each of {@code seeds}. */
    public static NodesTable learnt(String scenario, LearnFile file, List<Long> seeds) {
        NodesTask task = file.nodes();
        long tasks = (long) file.learn().nodesEpisodes() * task.rules().tasks();
        return new NodesTable(
                scenario,
                task.rules(),
                tasks,
                task.baselines(),
                seeds.stream().map(seed -> learn(task, tasks, seed)).toList());
    }

    private static Seed learn(NodesTask task, long tasks, long seed) {
        TableAgent agent = new TableAgent(task.environment(), Discretiser.oneHot(), PUBLISHED, seed);
        agent.learn(tasks);
        int nodes = task.rules().nodes();
        List<Row> rows = IntStream.range(0, NodesEnvironment.ROWS)
                .mapToObj(row -> new Row(
                        row,
                        IntStream.range(0, nodes)
                                .mapToObj(node -> agent.value(row, node))
                                .toList(),
                        IntStream.range(0, nodes)
                                .mapToObj(node -> agent.visits(row, node))
                                .toList(),
                        agent.best(row, all(nodes))))
                .toList();
        return new Seed(seed, task.played(world -> rows.get(world.row()).best()), rows);
    }

    private static boolean[] all(int nodes) {
        boolean[] all = new boolean[nodes];
        Arrays.fill(all, true);
        return all;
    }

    /** The rewards, and the table of the first seed. */
    public static String text(NodesTable learnt) {
        TextTable rewards = new TextTable(List.of("policy", "reward"));
        learnt.baselines.forEach((name, reward) -> rewards.row(List.of(name, fixed(reward))));
        learnt.seeds.forEach(seed -> rewards.row(List.of("table, seed " + seed.seed(), fixed(seed.reward()))));
        List<String> heads = new ArrayList<>(List.of("row"));
        IntStream.range(0, learnt.rules.nodes())
                .forEach(node -> heads.addAll(List.of("node " + node, "visits " + node)));
        heads.add("best");
        TextTable table = new TextTable(heads);
        Seed first = learnt.seeds.getFirst();
        for (Row row : first.table()) {
            List<String> cells = new ArrayList<>(List.of(Integer.toString(row.row())));
            for (int node = 0; node < learnt.rules.nodes(); node++) {
                cells.add(fixed(row.values().get(node)));
                cells.add(Integer.toString(row.visits().get(node)));
            }
            boolean met = row.visits().stream().anyMatch(visits -> visits > 0);
            cells.add(met ? "node " + row.best() : "-");
            table.row(cells);
        }
        return rewards.text() + "\n" + learnt.tasks + " tasks, seed " + first.seed()
                + ": what each node is worth by how full node 0 is, in ninths\n\n" + table.text();
    }

    private static String fixed(double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
