package io.berth.app.learn.file;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.replay.StoredJournals;
import io.berth.core.model.Model;
import io.berth.core.model.column.Columns;
import io.berth.learn.environment.engine.EnginePart;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.serve.World;
import io.berth.learn.training.DispatchTask;
import io.berth.learn.training.EngineTask;
import io.berth.learn.training.NodesTask;
import io.berth.learn.training.OrderingTask;
import io.berth.learn.training.Task;
import io.berth.learn.training.TeamTask;
import io.berth.learn.training.TrainingReader;
import io.berth.learn.transfer.Augmentation;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.ScenarioSchema;
import io.berth.spec.scenario.WorkloadSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.function.Supplier;

/** A scenario with what is to be learnt in it. */
public final class LearnFile {
    /** How many jobs of a workload the published experiment takes. */
    static final int MOST_JOBS = 10_000;

    /** Trainings with different seeds learn from the same jobs. */
    private static final long AUGMENTATION_SEED = 1;

    private final Source source;
    private final List<Assignment> settings;
    private final Tree tree;
    private final TrainingReader learn;

    /**
     * The file called {@code name}; or, where it is the name of an environment, that environment with all defaults, of which a
     * setting may name a key of its own by that alone: {@code jobs} is {@code learn.ordering.jobs}.
     */
    public static LearnFile open(String name, List<Assignment> settings) {
        LearnEnvironment shipped = LearnEnvironment.find(name);
        if (shipped == null && !Files.exists(Path.of(name))) {
            List<String> known = LearnEnvironment.names();
            throw new InputException(name, "is no file, and " + InputException.unknown("environment", name, known));
        }
        if (shipped == null) {
            return new LearnFile(Source.file(name), settings);
        }
        List<String> keys = ScenarioSchema.SCENARIO.names();
        List<Assignment> whole = settings.stream()
                .map(one -> keys.contains(one.first()) ? one : one.within("learn", shipped.section()))
                .toList();
        return new LearnFile(Source.text(name, shipped.scenario()), whole);
    }

    private LearnFile(Source source, List<Assignment> settings) {
        this.source = source;
        this.settings = settings;
        Tree written = TreeReader.read(source);
        for (Assignment setting : settings) {
            written = setting.applyTo(written);
        }
        this.tree = written;
        this.learn = new TrainingReader(tree.get("learn"));
    }

    /** What is learnt from: the scenario as it was named. */
    public String data() {
        return source.name();
    }

    /** The version of this program. */
    public String version() {
        String version = LearnFile.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /** What is said of learning. */
    public TrainingReader learn() {
        return learn;
    }

    /** The scenario with the settings, all that is written in it by its key. */
    public SortedMap<String, String> written() {
        return TreeFacts.of(tree);
    }

    /** What is learnt. */
    public LearnEnvironment environment() {
        String otherwise = tree.get("fleet") == null ? learn.environment() : LearnEnvironment.DISPATCH.key();
        return Objects.requireNonNull(LearnEnvironment.find(learn.environment(otherwise)));
    }

    /**
     * The same as a task.
     *
     * @throws InputException where several agents learn, or something in the scenario is wrong
     */
    public Task task() {
        LearnEnvironment environment = environment();
        return switch (environment) {
            case ORDERING -> ordering();
            case DEEPRM -> learn.deepRm();
            case ENGINE_ORDERING, ENGINE_PLACEMENT, ENGINE_JOINT ->
                engine(EnginePart.of(environment.key()).orElseThrow());
            case ENGINE_QUEUES ->
                throw new InputException(
                        source.name(),
                        "learns " + environment.key() + ", where several agents take turns; they learn through Python"
                                + " (docs/guide/environments-from-python.md), and berth train teaches one");
            case DISPATCH -> dispatch();
            case ASSIGNMENT -> new AssignmentFile(source, learn).task();
            case NODES -> nodes();
            case TEAM -> team();
            case WINDOWS ->
                throw new InputException(
                        source.name(),
                        "learns windows, whose orders are imitated and not played; berth train teaches them");
        };
    }

    /**
     * A part of the strategy that runs the workload's jobs.
     *
     * @throws InputException where something in the scenario is wrong
     */
    public EngineTask engine(EnginePart part) {
        return engine().task(part);
    }

    /** What is seen of a job where its order is learnt. */
    public Columns columns() {
        return environment() == LearnEnvironment.ENGINE_ORDERING ? EnginePart.COLUMNS : learn.columns();
    }

    /**
     * The servers that the requests of its fleet go to.
     *
     * @throws InputException where something in the scenario is wrong
     */
    public DispatchTask dispatch() {
        return new DispatchFile(source, settings, learn).task();
    }

    /**
     * The problem that is learnt.
     *
     * @throws InputException where something else is learnt
     */
    public AssignmentFile assignment() {
        if (environment() != LearnEnvironment.ASSIGNMENT) {
            throw new InputException(
                    source.name(),
                    "learns " + environment().key()
                            + "; --table learns assignment and nodes, whose states can be counted");
        }
        return new AssignmentFile(source, learn);
    }

    /**
     * Tasks given to a few nodes.
     *
     * @throws InputException where numbers contradict one another
     */
    public NodesTask nodes() {
        return told("nodes", learn::nodes);
    }

    /**
     * A team of agents that take tasks of one queue.
     *
     * @throws InputException where numbers contradict one another
     */
    public TeamTask team() {
        return told("team", learn::team);
    }

    private <T> T told(String section, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException e) {
            throw new InputException(source.name(), "learn." + section + ": " + e.getMessage());
        }
    }

    /**
     * Windows of the queue that are put in order.
     *
     * @throws InputException where something in the scenario is wrong
     */
    public WindowFile windows() {
        return new WindowFile(source, settings, learn.windows());
    }

    /** The same as something to be played. */
    public World world() {
        if (environment() == LearnEnvironment.TEAM) {
            return new World.Shared(team()::team);
        }
        if (environment() == LearnEnvironment.ENGINE_QUEUES) {
            return engine().queues();
        }
        return new World.Single(task()::environment);
    }

    private EngineFile engine() {
        if (tree.get("fleet") != null) {
            throw new InputException(
                    source.name(),
                    "has a fleet and no cluster; learn." + environment().key() + " needs one");
        }
        return EngineFile.read(source, settings, learn);
    }

    /**
     * The ordering of the workload's jobs.
     *
     * @throws InputException where something else is learnt, or the workload is too short
     */
    public OrderingTask ordering() {
        if (environment() != LearnEnvironment.ORDERING) {
            throw new InputException(
                    source.name(),
                    "learns " + environment().key()
                            + "; models decide an ordering of jobs, a placement or a balancer alone");
        }
        try {
            OrderingJobs all = jobs();
            int heldOut = learn.heldOut(all.count());
            OrderingJobs shown = heldOut == 0 ? all : all.part(0, all.count() - heldOut);
            OrderingJobs tested = heldOut == 0 ? all : all.part(all.count() - heldOut, heldOut);
            OrderingJobs learning = learn.augment() == 0
                    ? shown
                    : new Augmentation(shown, Augmentation.Options.STANDARD).draw(learn.augment(), AUGMENTATION_SEED);
            int fewer = Math.min(shown.count(), tested.count());
            return new OrderingTask(tested, learning, learn.ordering(fewer), learn.test(fewer));
        } catch (IllegalArgumentException e) {
            throw new InputException(source.name(), String.valueOf(e.getMessage()));
        }
    }

    /** The same as {@code model} sees it: its columns and rows. */
    public OrderingTask ordering(Model model) {
        OrderingTask task = ordering();
        QueueOrdering.Setup said = task.setup();
        QueueOrdering.Setup seen = new QueueOrdering.Setup(
                said.jobs(), model.rows(), said.backfill(), model.columns().columns(), said.reward(), said.rewarding());
        return new OrderingTask(
                task.jobs().longest(model.longestNanos()),
                seen,
                learn.test(task.jobs().count()));
    }

    /** All jobs of the workload. */
    public OrderingJobs jobs() {
        Scenario scenario = new ScenarioReader(FullCatalog.names()).readWith(source, settings);
        if (scenario.workload() instanceof WorkloadSpec.Swf swf && swf.period().isAll()) {
            return OrderingJobs.read(swf.log(), MOST_JOBS);
        }
        PreparedScenario prepared = PreparedScenario.read(scenario, source.name(), new StoredJournals());
        Simulation.Setup setup = prepared.setup(
                scenario.strategies().getFirst(), scenario.seeds().getFirst());
        return OrderingJobs.of(setup.workload(), setup.nodes(), MOST_JOBS);
    }
}
