package io.berth.bench;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowPlanner;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import io.berth.optimize.strategy.WindowSolver;
import io.berth.sim.comparison.Interval;
import io.berth.sim.run.Simulation;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.openb.OpenbArrivals;
import io.berth.sim.trace.openb.OpenbNodes;
import io.berth.sim.trace.openb.OpenbOrder;
import io.berth.sim.trace.openb.OpenbPods;
import io.berth.sim.trace.openb.OpenbWorkload;
import io.berth.sim.workload.Arrival;
import io.berth.sim.world.WorldOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What planning windows gains on openb: GPU allocation once 100 % and 130 % of the GPUs were asked for, less that of fgd on the same
 * list and seed, with the 95 % interval of the mean over seeds; beside it what is left to gain, by a bound of knapsacks.
 *
 * <p>Arguments: the folder of openb; then, where not all are wanted, lists and strategies, each with commas.
 */
public final class WindowTable {
    private static final String BASE = "fgd";
    /** The work that the presets allow: the default of the catalog. */
    private static final long PRESET_WORK = 100_000;

    private static final int[] ARRIVED_PCTS = {100, 130};
    private static final String METHODS = "fgd-lookahead,hungarian,exchange,dual,ilp";

    private final Path folder;
    private final Catalog catalog;
    private final Passes passes = new Passes();

    /** Which passes kept to their work. */
    private static final class Passes implements Observer {
        private long planned;
        private long within;
        private long proved;
        private long gapPpm;
        private long nanos;

        @Override
        public void instant(Frame frame, State state) {
            for (Event event : frame.events()) {
                if (event instanceof Event.WindowPlanned windowPlanned) {
                    WindowAnswer answer = windowPlanned.answer();
                    planned++;
                    within += answer.planned() && answer.work() <= PRESET_WORK ? 1 : 0;
                    proved += answer.planned() && answer.gapPpm() == 0 ? 1 : 0;
                    gapPpm += answer.gapPpm();
                }
            }
        }
    }

    /** The inputs of one run. */
    private record Input(List<NodeSpec> nodes, OpenbWorkload workload) {}

    private WindowTable(Path folder) {
        this.folder = folder;
        this.catalog = Catalog.standard().with(new WindowPlanners(this::timed, 0));
    }

    public static void main(String[] arguments) throws IOException {
        WindowTable table = new WindowTable(Path.of(arguments[0]));
        SortedMap<String, List<Long>> seeds = table.seeds();
        List<String> lists = arguments.length > 1 && !arguments[1].isEmpty()
                ? List.of(arguments[1].split(","))
                : List.copyOf(seeds.keySet());
        String[] methods = (arguments.length > 2 ? arguments[2] : METHODS).split(",");
        System.out.println(
                "| list | strategy | seeds | fgd at 100 % | gain at 100 %, points | 95 % | gain at 130 % | 95 %"
                        + " | still to gain at 130 % | windows | within work | proved | gap | us per window |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
        for (String list : lists) {
            table.rows(list, seeds.getOrDefault(list, List.of()), methods);
        }
    }

    private WindowPlanner timed() {
        WindowSolver solver = new WindowSolver();
        return question -> {
            long start = System.nanoTime();
            WindowAnswer answer = solver.plan(question);
            passes.nanos += System.nanoTime() - start;
            return answer;
        };
    }

    private void rows(String list, List<Long> seeds, String[] methods) {
        double[][] base = new double[seeds.size()][];
        double[] bound = new double[seeds.size()];
        for (int i = 0; i < base.length; i++) {
            Input input = input(list, seeds.get(i));
            base[i] = allocated(input, seeds.get(i), StrategySpec.of(BASE, "fcfs", BASE, "none"));
            bound[i] = boundPct(input);
        }
        for (String method : methods) {
            StrategySpec strategy = catalog.presets().stream()
                    .filter(preset -> preset.name().equals(method))
                    .findFirst()
                    .orElseThrow();
            passes.planned = 0;
            passes.within = 0;
            passes.proved = 0;
            passes.gapPpm = 0;
            passes.nanos = 0;
            double[][] found = new double[seeds.size()][];
            for (int i = 0; i < found.length; i++) {
                found[i] = allocated(input(list, seeds.get(i)), seeds.get(i), strategy);
            }
            row(list, method, new Figures(base, found, bound));
        }
    }

    /** By seed, then by how much had arrived. */
    private record Figures(double[][] base, double[][] found, double[] bound) {
        Interval gain(int column) {
            double[] gains = new double[base.length];
            for (int seed = 0; seed < gains.length; seed++) {
                gains[seed] = found[seed][column] - base[seed][column];
            }
            return Interval.of(gains);
        }

        double mean(int column) {
            return Arrays.stream(base).mapToDouble(row -> row[column]).average().orElse(Double.NaN);
        }

        double left() {
            double sum = 0;
            for (int seed = 0; seed < bound.length; seed++) {
                sum += bound[seed] - found[seed][1];
            }
            return sum / bound.length;
        }
    }

    private void row(String list, String method, Figures figures) {
        Interval early = figures.gain(0);
        Interval late = figures.gain(1);
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %d | %.2f | %+.2f | %+.2f to %+.2f | %+.2f | %+.2f to %+.2f | %.2f | %d | %.2f %% | %.1f %% | %.3f %% | %d |%n",
                list,
                method,
                early.seeds(),
                figures.mean(0),
                early.mean(),
                early.low(),
                early.high(),
                late.mean(),
                late.low(),
                late.high(),
                figures.left(),
                passes.planned,
                100.0 * passes.within / passes.planned,
                100.0 * passes.proved / passes.planned,
                passes.gapPpm / 1e4 / passes.planned,
                passes.nanos / 1000 / passes.planned);
    }

    private double[] allocated(Input input, long seed, StrategySpec strategy) {
        Simulation.Setup setup = new Simulation.Setup(
                input.nodes(), input.workload(), strategy, seed, WorldOptions.IDEAL, Nanos.NEVER, 0);
        SortedMap<String, Double> figures =
                new Simulation(setup, catalog, Journal.NONE, passes).run().figures();
        double[] allocated = new double[ARRIVED_PCTS.length];
        for (int i = 0; i < allocated.length; i++) {
            allocated[i] = figures.getOrDefault("gpu_allocation_pct_at_arrived_" + ARRIVED_PCTS[i], Double.NaN);
        }
        return allocated;
    }

    /**
     * No plan allocates more GPUs than there are, nor more than the CPUs or the memory of all nodes together serve: the best knapsack
     * of the jobs that arrived, each taken in part where that helps, for each resource; per cent of the GPUs.
     */
    private static double boundPct(Input input) {
        double gpus = 0;
        double cpu = 0;
        double memory = 0;
        for (NodeSpec node : input.nodes()) {
            gpus += 1000.0 * node.gpus();
            cpu += node.cpuMilli();
            memory += node.memoryBytes();
        }
        List<JobSpec> jobs = new ArrayList<>();
        for (Arrival arrival : (Iterable<Arrival>) () -> input.workload().iterator()) {
            jobs.add(arrival.spec());
        }
        double served = Math.min(
                KnapsackBound.most(jobs, job -> job.demand().cpuMilli(), cpu),
                KnapsackBound.most(jobs, job -> job.demand().memoryBytes(), memory));
        return 100
                * Math.min(
                        1,
                        Math.min(
                                        served,
                                        KnapsackBound.most(
                                                jobs, job -> job.demand().totalGpuMilli(), gpus))
                                / gpus);
    }

    private Input input(String list, long seed) {
        Path nodesFile = folder.resolve("openb_node_list_gpu_node.csv");
        List<NodeSpec> nodes = OpenbNodes.read(nodesFile, Lenience.STRICT);
        OpenbPods pods = OpenbPods.read(folder.resolve("openb_pod_list_" + list + ".csv"), Lenience.STRICT);
        Path arrivals = folder.resolve("arrivals").resolve(list + "_" + seed + ".csv");
        OpenbArrivals order = OpenbArrivals.read(arrivals, nodes, pods.pods(), Lenience.STRICT);
        return new Input(OpenbOrder.nodesOf(order, pods, nodes, seed), OpenbWorkload.arriving(pods, order));
    }

    /** The seeds of each list that has orders of arrival. */
    private SortedMap<String, List<Long>> seeds() throws IOException {
        TreeMap<String, List<Long>> seeds = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder.resolve("arrivals"))) {
            files.map(file -> file.getFileName().toString().replace(".csv", ""))
                    .sorted()
                    .forEach(name -> {
                        int at = name.lastIndexOf('_');
                        seeds.computeIfAbsent(name.substring(0, at), _ -> new ArrayList<>())
                                .add(Long.valueOf(name.substring(at + 1)));
                    });
        }
        return seeds;
    }
}
