package io.berth.app.learn.file;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.replay.StoredJournals;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.environment.engine.EngineOptions;
import io.berth.learn.environment.engine.EnginePart;
import io.berth.learn.environment.engine.Episodes;
import io.berth.learn.environment.engine.QueueEnvironment;
import io.berth.learn.serve.World;
import io.berth.learn.training.EngineKeys;
import io.berth.learn.training.EngineTask;
import io.berth.learn.training.TrainingReader;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.WorkloadSpec;
import io.berth.spec.strategy.StrategyReader;
import java.util.List;
import java.util.function.Supplier;

/** A scenario in whose runs an agent decides for the production engine. */
final class EngineFile {
    private final Source source;
    private final Scenario scenario;
    private final PreparedScenario prepared;
    private final TrainingReader learn;
    private final EngineKeys keys;

    private EngineFile(Source source, Scenario scenario, TrainingReader learn) {
        this.source = source;
        this.scenario = scenario;
        this.prepared = PreparedScenario.read(scenario, source.name(), new StoredJournals());
        this.learn = learn;
        this.keys = learn.engine();
    }

    static EngineFile read(Source source, List<Assignment> settings, TrainingReader learn) {
        return new EngineFile(source, new ScenarioReader(FullCatalog.names()).readWith(source, settings), learn);
    }

    /**
     * {@code part} of a strategy as what one agent learns.
     *
     * @throws InputException where the scenario leaves it nothing to decide, or does not go with it
     */
    EngineTask task(EnginePart part) {
        checkGpus();
        if (part.places() && nodes().size() < 2) {
            throw new InputException(
                    source.name(),
                    "cluster has one node, so " + part.key() + " has nothing to decide; it needs two or more");
        }
        Episodes all = Episodes.of(prepared, Episodes.ALL, seed());
        int jobs = jobs();
        double shown = drawn() ? 1 : 1 - learn.heldOut();
        double tested = drawn() || learn.heldOut() == 0 ? 0 : shown;
        Episodes tests = all.part(tested, 1, learn.testJobs(jobs));
        EngineOptions options = options(all.part(0, shown, jobs));
        return told(() ->
                new EngineTask(part, keys.view(part), options, new EngineTask.Tests(tests, learn.testSequences())));
    }

    /** One agent for each queue. */
    World queues() {
        checkGpus();
        EngineOptions options = options(Episodes.of(prepared, jobs(), seed()));
        told(() -> new QueueEnvironment(options, keys.queueRows()));
        return new World.Shared(() -> new QueueEnvironment(options, keys.queueRows()));
    }

    private EngineOptions options(Episodes episodes) {
        return new EngineOptions(episodes, FullCatalog.get(), strategy(), keys.reward(), keys.dense(), 1);
    }

    private StrategySpec strategy() {
        Tree name = keys.strategy();
        if (name == null) {
            return scenario.strategies().getFirst();
        }
        return scenario.strategies().stream()
                .filter(strategy -> strategy.name().equals(name.text()))
                .findFirst()
                .orElseGet(() -> new StrategyReader(FullCatalog.names(), source.folder()).read(name));
    }

    private int jobs() {
        long all = prepared.jobs(seed());
        int jobs = keys.jobs(all, drawn());
        int tested = learn.testJobs(jobs);
        double share = drawn() || learn.heldOut() == 0 ? 1 : Math.min(learn.heldOut(), 1 - learn.heldOut());
        if (Math.max(jobs, tested) > (long) (share * all)) {
            throw InputException.at(
                    keys.jobsPlace(),
                    "the workload has " + all + " jobs"
                            + (share < 1 ? ", a part of them held out (learn.held_out)" : "") + "; an episode takes "
                            + jobs + " (jobs) and a test " + tested + " (learn.test_jobs)");
        }
        return jobs;
    }

    private boolean drawn() {
        return scenario.workload() instanceof WorkloadSpec.Generated;
    }

    private long seed() {
        return scenario.seeds().getFirst();
    }

    private List<NodeSpec> nodes() {
        return prepared.nodes(seed());
    }

    /** Jobs that ask for GPUs are turned away where there is none, and then nothing is left to decide. */
    private void checkGpus() {
        List<DemandCount> mix = prepared.setup(strategy(), seed()).workload().mix();
        boolean wanted =
                !mix.isEmpty() && mix.stream().allMatch(entry -> entry.demand().totalGpuMilli() > 0);
        if (wanted && nodes().stream().allMatch(node -> node.gpus() == 0)) {
            throw new InputException(
                    source.name(), "all jobs of the workload ask for GPUs, and no node of the cluster has one");
        }
    }

    /** What does not go together is said with its place. */
    private <T> T told(Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw InputException.at(keys.place(), String.valueOf(e.getMessage()));
        }
    }
}
