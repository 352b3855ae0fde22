package io.berth.app.advise;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.replay.StoredJournals;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.sim.portfolio.Candidate;
import io.berth.sim.portfolio.ClusterFactors;
import io.berth.sim.portfolio.DrawnWorkloads;
import io.berth.sim.portfolio.KnownCandidates;
import io.berth.sim.portfolio.WorkFactors;
import io.berth.sim.run.Simulation;
import io.berth.sim.scenario.CatalogNames;
import io.berth.sim.scenario.PreparedScenario;
import io.berth.sim.scenario.RecordedRun;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.input.Assignment;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The work that somebody wants a strategy for.
 *
 * @param name what it is called
 * @param cluster what it runs on
 * @param work what it is like
 * @param inForce the strategy that decides, or would
 * @param written other strategies that were written with it
 * @param draws the workloads that candidates are compared on
 */
record AdvisedWork(
        String name,
        ClusterFactors cluster,
        WorkFactors work,
        StrategySpec inForce,
        List<Candidate> written,
        DrawnWorkloads draws) {

    /**
     * What was typed of it.
     *
     * @param settings values of the scenario
     * @param strategy the name of the strategy in force; empty for that of the work
     * @param jobs of a drawn workload at most
     * @param seed of what is drawn
     */
    record Wanted(List<Assignment> settings, String strategy, int jobs, long seed) {}

    /** Reads the scenario or journal {@code name}. */
    static AdvisedWork read(String name, Wanted wanted) {
        return Files.isDirectory(Path.of(name)) ? journal(name, wanted) : scenario(name, wanted);
    }

    private static AdvisedWork journal(String name, Wanted wanted) {
        if (!wanted.settings.isEmpty()) {
            throw new InputException(Assignment.OPTION, "sets values of a scenario, and " + name + " is a journal");
        }
        // Nothing is decided when a journal is read, so no chance is drawn.
        RecordedRun run = new RecordedRun(0);
        new StoredJournals().read(Path.of(name), run::apply);
        if (run.nodes().isEmpty() || run.submitted() < 2) {
            throw new InputException(
                    name,
                    "nothing can be said of " + run.submitted() + " jobs on "
                            + run.nodes().size() + " nodes");
        }
        StrategySpec last = run.state().strategy();
        Simulation.Setup setup = new Simulation.Setup(
                run.nodes(), run.workload(), last, run.state().seed(), WorldOptions.IDEAL, Nanos.NEVER, 0);
        List<Candidate> earlier = run.strategies().stream()
                .map(strategy -> new Candidate(strategy, "was in force in the journal"))
                .toList();
        StrategySpec inForce = inForce(wanted, last, run.strategies());
        return of(name, setup, inForce, earlier, DrawnWorkloads.redrawn(setup, wanted.jobs, wanted.seed));
    }

    private static AdvisedWork scenario(String name, Wanted wanted) {
        CatalogNames names = FullCatalog.names();
        Scenario scenario = new ScenarioReader(names).withAdaptive().readWith(Source.file(name), wanted.settings);
        scenario.strategies().forEach(strategy -> names.check(strategy, name));
        scenario.adaptive().forEach(adaptive -> adaptive.portfolio().forEach(strategy -> names.check(strategy, name)));
        PreparedScenario prepared = PreparedScenario.read(scenario, name, new StoredJournals());
        if (prepared.findsWarmup()) {
            throw new InputException(name + ": warmup", "must be a duration here, not auto: strategies are many");
        }
        List<StrategySpec> fixed = scenario.strategies().stream()
                .flatMap(strategy -> fixed(scenario, strategy))
                .toList();
        StrategySpec inForce = inForce(wanted, fixed.getFirst(), fixed);
        Simulation.Setup own = prepared.setup(inForce, scenario.seeds().getFirst());
        if (own.workload().size() < 2) {
            throw new InputException(
                    name, "nothing can be said of " + own.workload().size() + " jobs");
        }
        List<Candidate> written = fixed.stream()
                .map(strategy -> new Candidate(strategy, "of the scenario"))
                .toList();
        DrawnWorkloads draws = prepared.generated()
                ? DrawnWorkloads.of(draw -> drawn(prepared, inForce, seed(scenario.seeds(), draw), name))
                : DrawnWorkloads.redrawn(own, wanted.jobs, wanted.seed);
        return of(scenario.name(), own, inForce, written, draws);
    }

    /** A strategy that stays what it is; of one that changes, those that it may be, the one at its beginning first. */
    private static Stream<StrategySpec> fixed(Scenario scenario, StrategySpec strategy) {
        AdaptiveSpec adaptive = scenario.adaptive(strategy);
        return adaptive == null ? Stream.of(strategy) : adaptive.portfolio().stream();
    }

    private static DrawnWorkloads.Drawn drawn(
            PreparedScenario prepared, StrategySpec strategy, long seed, String place) {
        Simulation.Setup setup = prepared.draw(strategy, seed);
        return new DrawnWorkloads.Drawn(setup, prepared.window(setup, place));
    }

    /** The scenario's own seeds, then those behind the last of them. */
    private static long seed(List<Long> own, int draw) {
        return draw < own.size() ? own.get(draw) : Collections.max(own) + 1 + draw - own.size();
    }

    private static StrategySpec inForce(Wanted wanted, StrategySpec usual, List<StrategySpec> known) {
        if (wanted.strategy.isEmpty()) {
            return usual;
        }
        CatalogNames names = FullCatalog.names();
        StrategySpec strategy = new StrategyReader(names, Path.of("")).named(wanted.strategy, "--strategy", known);
        names.check(strategy, "--strategy");
        return strategy;
    }

    private static AdvisedWork of(
            String name, Simulation.Setup setup, StrategySpec inForce, List<Candidate> written, DrawnWorkloads draws) {
        ClusterFactors cluster = ClusterFactors.of(setup.nodes());
        WorkFactors work = WorkFactors.of(setup.workload(), cluster);
        return new AdvisedWork(name, cluster, work, inForce, written, draws);
    }

    /**
     * The strategy in force, those that were written with it, {@code more}, and the known ones that may suit; those that decide alike once,
     * under their first name.
     *
     * @param only true for no known ones
     */
    List<Candidate> candidates(List<Candidate> more, boolean only) {
        List<Candidate> all = new ArrayList<>();
        all.add(new Candidate(inForce, "in force"));
        all.addAll(written);
        all.addAll(more);
        if (!only) {
            all.addAll(KnownCandidates.of(cluster, work));
        }
        List<Candidate> different = new ArrayList<>();
        for (Candidate candidate : all) {
            boolean known = different.stream()
                    .anyMatch(other ->
                            other.strategy().parts().equals(candidate.strategy().parts()));
            if (!known) {
                different.add(candidate);
            }
        }
        if (different.size() < 2) {
            throw new InputException("--only", "leaves no candidate beside the strategy in force");
        }
        return different;
    }
}
