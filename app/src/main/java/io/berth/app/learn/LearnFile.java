package io.berth.app.learn;

import io.berth.app.FullCatalog;
import io.berth.app.StoredJournals;
import io.berth.core.model.Model;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.learn.training.DeepRmTask;
import io.berth.learn.training.OrderingTask;
import io.berth.learn.training.Task;
import io.berth.learn.training.TrainingReader;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.WorkloadSpec;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A scenario with what is to be learnt in it. */
final class LearnFile {
    /** How many jobs of a workload the published experiment takes. */
    static final int MOST_JOBS = 10_000;

    static final String ORDERING = "ordering";
    static final String DEEPRM = "deeprm";

    /** Environments by name: a GPU cluster under generated load, and DeepRM's own. */
    static final SortedMap<String, String> SHIPPED = shipped();

    private final Source source;
    private final List<Assignment> settings;
    private final TrainingReader learn;

    /** The file called {@code name}; or, where it is the name of an environment, that environment with all defaults. */
    static LearnFile open(String name, List<Assignment> settings) {
        String shipped = SHIPPED.get(name);
        Source source = shipped == null ? Source.file(name) : Source.text(name, shipped);
        return new LearnFile(source, settings);
    }

    private LearnFile(Source source, List<Assignment> settings) {
        this.source = source;
        this.settings = settings;
        Tree tree = TreeReader.read(source);
        for (Assignment setting : settings) {
            tree = setting.applyTo(tree);
        }
        this.learn = new TrainingReader(tree.get("learn"));
    }

    private static SortedMap<String, String> shipped() {
        TreeMap<String, String> shipped = new TreeMap<>();
        shipped.put(ORDERING, """
                cluster: {nodes: [{count: 32, gpus: 8, cpu: 96, memory: 1Ti}]}
                workload: {generate: {jobs: 10000, load: 1.0, estimate_error: 3}}
                """);
        shipped.put(DEEPRM, "learn: {environment: deeprm}");
        return Collections.unmodifiableSortedMap(shipped);
    }

    /** What is learnt from: the scenario, and where it is a file its digest. */
    String data() {
        return source.name();
    }

    /** The version of this program. */
    String version() {
        String version = LearnFile.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }

    /** What is said of learning. */
    TrainingReader learn() {
        return learn;
    }

    /** What is learnt. */
    Task task() {
        return learn.environment().equals(DEEPRM) ? deepRm() : ordering();
    }

    private DeepRmTask deepRm() {
        return learn.deepRm();
    }

    /** The ordering of the workload's jobs. */
    OrderingTask ordering() {
        try {
            OrderingJobs jobs = jobs();
            return new OrderingTask(jobs, learn.ordering(jobs.count()), learn.test(jobs.count()));
        } catch (IllegalArgumentException e) {
            throw new InputException(source.name(), String.valueOf(e.getMessage()));
        }
    }

    /** The same as {@code model} sees it: its columns and rows. */
    OrderingTask ordering(Model model) {
        OrderingTask task = ordering();
        QueueOrdering.Setup said = task.setup();
        QueueOrdering.Setup seen = new QueueOrdering.Setup(
                said.jobs(), model.rows(), said.backfill(), model.columns().columns(), said.reward(), said.rewarding());
        return new OrderingTask(
                task.jobs().longest(model.longestNanos()),
                seen,
                learn.test(task.jobs().count()));
    }

    private OrderingJobs jobs() {
        Scenario scenario = new ScenarioReader(new CatalogNames(FullCatalog.get())).readWith(source, settings);
        if (scenario.workload() instanceof WorkloadSpec.Swf swf) {
            return OrderingJobs.read(swf.log(), MOST_JOBS);
        }
        PreparedScenario prepared = PreparedScenario.read(scenario, source.name(), new StoredJournals());
        Simulation.Setup setup = prepared.setup(
                scenario.strategies().getFirst(), scenario.seeds().getFirst());
        return OrderingJobs.of(setup.workload(), setup.nodes(), MOST_JOBS);
    }
}
