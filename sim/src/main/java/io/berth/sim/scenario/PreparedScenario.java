package io.berth.sim.scenario;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.metric.Window;
import io.berth.core.pool.NodePool;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.adaptive.Selector;
import io.berth.sim.run.Simulation;
import io.berth.sim.trace.Lenience;
import io.berth.sim.trace.RowNotes;
import io.berth.sim.trace.csv.PhillyJobs;
import io.berth.sim.trace.openb.OpenbNodes;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Declaring;
import io.berth.sim.workload.Workload;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Cut;
import io.berth.spec.scenario.ClusterSpec;
import io.berth.spec.scenario.DataSpec;
import io.berth.spec.scenario.EmulateSpec;
import io.berth.spec.scenario.GenerateSpec;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.SharedSpec;
import io.berth.spec.scenario.WorkloadSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A scenario whose files are read: it says what each of its runs simulates. Runs of one seed share nodes and jobs, which nobody
 * changes, so they may go side by side.
 */
public final class PreparedScenario {
    private final Scenario scenario;
    private final Lenience lenience;
    private final RowNotes notes;
    private final LongFunction<Inputs> made;
    private final TreeMap<Long, Inputs> bySeed = new TreeMap<>();
    private final TreeMap<Long, Window> windows = new TreeMap<>();

    private PreparedScenario(Scenario scenario, Lenience lenience, RowNotes notes, LongFunction<Inputs> made) {
        this.scenario = scenario;
        this.lenience = lenience;
        this.notes = notes;
        this.made = made;
    }

    /**
     * Reads the files of {@code scenario}.
     *
     * @param place what errors of the scenario's own keys name: its file
     * @throws InputException where a file or a key is wrong, or the cluster is impossible
     */
    public static PreparedScenario read(Scenario scenario, String place, RecordedJournals journals) {
        Lenience lenience = scenario.lenient() ? Lenience.counting() : Lenience.STRICT_SCENARIO;
        RowNotes notes = new RowNotes();
        List<NodeSpec> nodes = switch (scenario.cluster()) {
            case ClusterSpec.Openb openb -> listed(openb, lenience);
            case ClusterSpec.Swf swf -> TraceInputs.nodes(swf, scenario.workload(), place);
            case ClusterSpec.Philly philly -> PhillyJobs.nodes(philly.nodes());
            case ClusterSpec.Journal journal -> recorded(journal, journals);
            case ClusterSpec.Listed listed -> listed.nodes();
        };
        TraceInputs traces = new TraceInputs(lenience, notes);
        LongFunction<Inputs> inputs = switch (scenario.workload()) {
            case WorkloadSpec.Openb openb -> OpenbInputs.read(openb, nodes, lenience, place)::of;
            case WorkloadSpec.Generated generated -> generated(generated.generate(), data(scenario), nodes, place);
            case WorkloadSpec.Phased phased -> phased(phased, nodes, place);
            case WorkloadSpec.Muri muri -> same(traces.muri(muri, nodes));
            case WorkloadSpec.Philly philly -> same(traces.philly(philly, nodes));
            case WorkloadSpec.Swf swf -> same(traces.swf(swf, nodes, place));
            case WorkloadSpec.Sacct sacct -> same(traces.sacct(sacct, nodes));
            case WorkloadSpec.Csv csv -> same(traces.csv(csv, nodes));
            case WorkloadSpec.Journal journal -> same(new Inputs(nodes, recorded(journal, journals)));
        };
        PreparedScenario prepared =
                new PreparedScenario(scenario, lenience, notes, declared(scenario.shared(), inputs));
        for (long seed : scenario.seeds()) {
            prepared.bySeed.put(seed, prepared.made.apply(seed));
        }
        prepared.measure(place);
        return prepared;
    }

    /**
     * This one with the other keys of {@code other}; its files are read again only where it has another cluster, workload,
     * seed or lenience.
     */
    public PreparedScenario like(Scenario other, String place, RecordedJournals journals) {
        boolean sameInputs = other.cluster().equals(scenario.cluster())
                && other.workload().equals(scenario.workload())
                && other.lenient() == scenario.lenient()
                && other.shared().equals(scenario.shared())
                && bySeed.keySet().containsAll(other.seeds());
        if (!sameInputs) {
            return read(other, place, journals);
        }
        PreparedScenario same = new PreparedScenario(other, lenience, notes, made);
        same.bySeed.putAll(bySeed);
        same.measure(place);
        return same;
    }

    private void measure(String place) {
        for (long seed : scenario.seeds()) {
            Workload workload = inputs(seed).workload();
            Window window = MeasuredWindow.of(scenario.trim(), workload, untilNanos(workload), place);
            windows.put(seed, MeasuredWindow.within(scenario.workload().period(), window, place));
        }
    }

    /** The nodes of the run with {@code seed}, the one that wins every tie first. */
    public List<NodeSpec> nodes(long seed) {
        return inputs(seed).nodes();
    }

    /** How many jobs the run with {@code seed} has. */
    public long jobs(long seed) {
        return inputs(seed).workload().size();
    }

    /** What the run of {@code strategy} with {@code seed} simulates. */
    public Simulation.Setup setup(StrategySpec strategy, long seed) {
        return setup(strategy, seed, inputs(seed));
    }

    /**
     * The same for any seed, also one that the scenario does not name: generated jobs are drawn anew for it and not kept; where jobs
     * come from a trace they are those of the trace.
     */
    public Simulation.Setup draw(StrategySpec strategy, long seed) {
        Inputs known = bySeed.get(seed);
        return setup(strategy, seed, known == null ? made.apply(seed) : known);
    }

    /** What changes {@code strategy} in a run with {@code seed}; null where it stays what it is. */
    public @Nullable Selector selector(StrategySpec strategy, long seed, Catalog catalog) {
        AdaptiveSpec adaptive = scenario.adaptive(strategy);
        return adaptive == null ? null : new Selector(adaptive, catalog, world(nodes(seed), seed), seed);
    }

    /**
     * What is measured of the run of {@code drawn}, which {@link #draw} gave.
     *
     * @param place what errors name
     */
    public Window window(Simulation.Setup drawn, String place) {
        Workload workload = drawn.workload();
        Window window = MeasuredWindow.of(scenario.trim(), workload, untilNanos(workload), place);
        return MeasuredWindow.within(scenario.workload().period(), window, place);
    }

    /** True where each seed draws jobs of its own; elsewhere they come from a record, the same for all seeds. */
    public boolean generated() {
        return scenario.workload() instanceof WorkloadSpec.Generated
                || scenario.workload() instanceof WorkloadSpec.Phased;
    }

    private Simulation.Setup setup(StrategySpec strategy, long seed, Inputs inputs) {
        return new Simulation.Setup(
                inputs.nodes(),
                inputs.workload(),
                strategy,
                seed,
                world(inputs.nodes(), seed),
                untilNanos(inputs.workload()),
                0);
    }

    /** What is measured of the runs with {@code seed}. */
    public Window window(long seed) {
        inputs(seed);
        return windows.getOrDefault(seed, Window.ALL);
    }

    /** The same from {@code fromNanos} on, which is found by running. */
    public Window window(long seed, long fromNanos) {
        return new Window(fromNanos, window(seed).toNanos());
    }

    /** Whether the begin of what is measured is to be found by running. */
    public boolean findsWarmup() {
        return scenario.trim().warmup() instanceof Cut.Auto;
    }

    private long untilNanos(Workload workload) {
        return scenario.untilNanos() == Nanos.NEVER
                ? Nanos.NEVER
                : Nanos.after(firstArrival(workload), scenario.untilNanos());
    }

    /** Rows of traces that were skipped, by reason: bad ones where the scenario is lenient, and those that are no job. */
    public Map<String, Long> skippedRows() {
        Map<String, Long> skipped = new LinkedHashMap<>(lenience.skippedByReason());
        notes.skippedByReason().forEach((reason, rows) -> skipped.merge(reason, rows, Long::sum));
        return skipped;
    }

    /** Jobs of traces of which something was assumed, by what. */
    public Map<String, Long> assumptions() {
        return notes.assumedByKind();
    }

    private Inputs inputs(long seed) {
        Inputs inputs = bySeed.get(seed);
        if (inputs == null) {
            throw new IllegalArgumentException("The seed (" + seed + ") is none of the scenario's.");
        }
        return inputs;
    }

    private static DataSpec data(Scenario scenario) {
        return scenario.cluster() instanceof ClusterSpec.Listed listed ? listed.data() : DataSpec.NONE;
    }

    private static LongFunction<Inputs> generated(
            GenerateSpec generate, DataSpec data, List<NodeSpec> nodes, String place) {
        if (generate.reads().share() > 0 && data.groups().isEmpty()) {
            throw new InputException(place, "workload.generate.reads: the cluster has no data sets");
        }
        GeneratedInputs inputs = new GeneratedInputs(generate, nodes, place);
        return seed -> {
            Inputs made = inputs.of(seed);
            return new Inputs(made.nodes(), DataInputs.reading(made.workload(), data.names(), generate.reads(), seed));
        };
    }

    private static LongFunction<Inputs> phased(WorkloadSpec.Phased phased, List<NodeSpec> nodes, String place) {
        for (GenerateSpec phase : phased.phases()) {
            if (phase.reads().share() > 0) {
                throw new InputException(place, "workload.phases: jobs of phases read no data sets (key \"reads\")");
            }
        }
        List<GeneratedInputs> generators = phased.phases().stream()
                .map(phase -> new GeneratedInputs(phase, nodes, place))
                .toList();
        return seed -> new Inputs(nodes, new Phases(generators, seed));
    }

    /** The same with what the scenario declares of queues and classes. */
    private static LongFunction<Inputs> declared(SharedSpec shared, LongFunction<Inputs> inputs) {
        List<Event> declared = new ArrayList<>();
        if (!shared.queues().isEmpty()) {
            declared.add(new Event.QueuesDeclared(shared.queues()));
        }
        if (!shared.qos().isEmpty()) {
            declared.add(new Event.QosDeclared(shared.qos()));
        }
        shared.reservations().forEach(one -> declared.add(new Event.ReservationChanged(one.name(), one)));
        if (!shared.pools().isEmpty()) {
            declared.add(new Event.PoolsDeclared(shared.pools()));
        }
        if (declared.isEmpty()) {
            return inputs;
        }
        return seed -> {
            Inputs made = inputs.apply(seed);
            checkNamed(shared, made.nodes());
            return new Inputs(made.nodes(), Declaring.of(made.workload(), declared));
        };
    }

    private static void checkNamed(SharedSpec shared, List<NodeSpec> nodes) {
        TreeSet<String> names = new TreeSet<>();
        nodes.forEach(node -> names.add(node.name()));
        for (NodeReservation one : shared.reservations()) {
            checkNamed("reservations: " + one.name(), one.nodes().names(), names);
        }
        for (NodePool one : shared.pools()) {
            checkNamed("pools: " + one.name(), one.names(), names);
        }
    }

    private static void checkNamed(String where, List<String> named, TreeSet<String> names) {
        for (String name : named) {
            if (!names.contains(name)) {
                throw new InputException(where, InputException.unknown("node", name, names));
            }
        }
    }

    /** The same for every seed. */
    private static LongFunction<Inputs> same(Inputs inputs) {
        return _ -> inputs;
    }

    private static List<NodeSpec> listed(ClusterSpec.Openb openb, Lenience lenience) {
        List<NodeSpec> nodes = OpenbNodes.read(openb.nodes(), lenience);
        if (nodes.isEmpty()) {
            throw new InputException(openb.nodes().toString(), "has no node; a cluster needs at least one");
        }
        return nodes;
    }

    private static List<NodeSpec> recorded(ClusterSpec.Journal journal, RecordedJournals journals) {
        List<NodeSpec> nodes = run(journal.folder(), journals).nodes();
        if (nodes.isEmpty()) {
            throw new InputException(journal.folder().toString(), "has no node; a cluster needs at least one");
        }
        return nodes;
    }

    private static Workload recorded(WorkloadSpec.Journal journal, RecordedJournals journals) {
        return run(journal.folder(), journals).workload();
    }

    private static RecordedRun run(Path folder, RecordedJournals journals) {
        // Recovery makes no decision, so no number is drawn and any seed will do.
        RecordedRun run = new RecordedRun(0);
        journals.read(folder, run::apply);
        return run;
    }

    private static long firstArrival(Workload workload) {
        Iterator<Arrival> arrivals = workload.iterator();
        return arrivals.hasNext() ? arrivals.next().atNanos() : 0;
    }

    private WorldOptions world(List<NodeSpec> nodes, long seed) {
        EmulateSpec emulate = scenario.emulate();
        return new WorldOptions(
                emulate.startLatencyNanos(),
                emulate.startFailures(),
                emulate.taskFailures(),
                emulate.nodeMtbfNanos(),
                emulate.nodeRepairNanos(),
                emulate.migNanos(),
                DataInputs.plan(data(scenario), nodes, seed));
    }
}
