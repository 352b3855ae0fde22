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
import io.berth.spec.scenario.WorkloadSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** A scenario with what is to be learnt in it. */
final class LearnFile {
    /** How many jobs of a workload the published experiment takes. */
    static final int MOST_JOBS = 10_000;

    /** Trainings with different seeds learn from the same jobs. */
    private static final long AUGMENTATION_SEED = 1;

    static final String ORDERING = "ordering";
    static final String DEEPRM = "deeprm";

    /** Environments by name: a GPU cluster under generated load, and DeepRM's own. */
    static final SortedMap<String, String> SHIPPED = shipped();

    private final Source source;
    private final List<Assignment> settings;
    private final Tree tree;
    private final TrainingReader learn;

    /** The file called {@code name}; or, where it is the name of an environment, that environment with all defaults. */
    static LearnFile open(String name, List<Assignment> settings) {
        String shipped = SHIPPED.get(name);
        if (shipped == null && !Files.exists(Path.of(name))) {
            List<String> known = List.copyOf(SHIPPED.keySet());
            throw new InputException(name, "is no file, and " + InputException.unknown("environment", name, known));
        }
        Source source = shipped == null ? Source.file(name) : Source.text(name, shipped);
        return new LearnFile(source, settings);
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

    private static SortedMap<String, String> shipped() {
        TreeMap<String, String> shipped = new TreeMap<>();
        shipped.put(ORDERING, """
                cluster: {nodes: [{count: 8, gpus: 8, cpu: 96, memory: 1Ti}]}
                workload:
                  generate:
                    jobs: 10000
                    load: 1.05
                    gpus: {1: 6, 2: 2, 4: 1, 8: 1}
                    duration_sigma: 1.4
                    duration_max: 12h
                    estimate_error: 3
                learn: {ordering: {jobs: 256}, test_jobs: 256}
                """);
        shipped.put(DEEPRM, "learn: {environment: deeprm}");
        return Collections.unmodifiableSortedMap(shipped);
    }

    /** What is learnt from: the scenario as it was named. */
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

    /** The scenario with the settings, all that is written in it by its key. */
    SortedMap<String, String> written() {
        return TreeFacts.of(tree);
    }

    /** What is learnt. */
    Task task() {
        return learn.environment().equals(DEEPRM) ? deepRm() : ordering();
    }

    private DeepRmTask deepRm() {
        return learn.deepRm();
    }

    /**
     * The ordering of the workload's jobs.
     *
     * @throws InputException where something else is learnt, or the workload is too short
     */
    OrderingTask ordering() {
        if (!learn.environment().equals(ORDERING)) {
            throw new InputException(
                    source.name(),
                    "learns " + learn.environment() + "; models decide an " + ORDERING + " of jobs alone");
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

    /** All jobs of the workload. */
    OrderingJobs jobs() {
        Scenario scenario = new ScenarioReader(FullCatalog.names()).readWith(source, settings);
        if (scenario.workload() instanceof WorkloadSpec.Swf swf) {
            return OrderingJobs.read(swf.log(), MOST_JOBS);
        }
        PreparedScenario prepared = PreparedScenario.read(scenario, source.name(), new StoredJournals());
        Simulation.Setup setup = prepared.setup(
                scenario.strategies().getFirst(), scenario.seeds().getFirst());
        return OrderingJobs.of(setup.workload(), setup.nodes(), MOST_JOBS);
    }
}
