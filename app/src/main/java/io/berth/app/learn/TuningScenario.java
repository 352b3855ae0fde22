package io.berth.app.learn;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.command.Progress;
import io.berth.app.command.SideBySide;
import io.berth.app.replay.StoredJournals;
import io.berth.core.journal.Journal;
import io.berth.core.metric.RunMetrics;
import io.berth.core.state.Observer;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.tuning.Variation;
import io.berth.learn.tuning.VariedStrategy;
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
import io.berth.spec.strategy.StrategyReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;

/** A scenario whose strategies are tried, each by whole simulations. */
record TuningScenario(Source source, Tree tree, Scenario scenario, PreparedScenario prepared) {
    /** Reads the scenario for its own seeds, and for those that {@code others} makes of them. */
    static TuningScenario read(String name, List<Assignment> settings, UnaryOperator<List<Long>> others) {
        Source source = Source.file(name);
        Tree tree = TreeReader.read(source);
        for (Assignment setting : settings) {
            tree = setting.applyTo(tree);
        }
        Scenario scenario = new ScenarioReader(names()).readWith(source, settings);
        List<Long> seeds = new ArrayList<>(scenario.seeds());
        seeds.addAll(others.apply(scenario.seeds()));
        PreparedScenario prepared = PreparedScenario.read(scenario.withSeeds(seeds), name, new StoredJournals());
        if (prepared.findsWarmup()) {
            throw new InputException(name + ": warmup", "must be a duration here, not auto: strategies are many");
        }
        return new TuningScenario(source, tree, scenario, prepared);
    }

    private static CatalogNames names() {
        return new CatalogNames(FullCatalog.get());
    }

    /** The scenario's own seeds. */
    List<Long> seeds() {
        return scenario.seeds();
    }

    /** The strategy called {@code name}, the first where that is empty, with what is varied in it. */
    VariedStrategy varied(String name, List<String> options) {
        StrategyReader reader = new StrategyReader(names(), source.folder());
        Tree written = written(name);
        if (!(written instanceof Tree.Map)) {
            throw InputException.at(
                    written,
                    "must be written in full, such as {order: {rule: {run: -1}}}, for its numbers to be tuned");
        }
        List<Variation> variations =
                options.stream().map(option -> Variation.parse(option, names())).toList();
        return new VariedStrategy(written, variations, reader);
    }

    private Tree written(String name) {
        Tree strategies = tree.get("strategies");
        if (strategies == null) {
            throw new InputException(source.name() + ": strategies", "must name the strategy that is tuned");
        }
        List<Tree> items = strategies instanceof Tree.Items ? strategies.items() : List.of(strategies);
        List<String> known =
                scenario.strategies().stream().map(StrategySpec::name).toList();
        int at = name.isEmpty() ? 0 : known.indexOf(name);
        if (at < 0) {
            throw new InputException("--strategy", InputException.unknown("strategy", name, known));
        }
        return items.get(at);
    }

    /** The figure of each strategy with each seed, strategy by strategy, several runs at once. */
    double[] figures(List<StrategySpec> strategies, List<Long> seeds, String figure, Progress progress) {
        List<Callable<Double>> runs = new ArrayList<>();
        for (StrategySpec strategy : strategies) {
            for (long seed : seeds) {
                runs.add(() -> {
                    double value = figure(strategy, seed, figure);
                    progress.add(1);
                    return value;
                });
            }
        }
        return SideBySide.run(runs).stream().mapToDouble(value -> value).toArray();
    }

    private double figure(StrategySpec strategy, long seed, String figure) {
        Simulation simulation =
                new Simulation(prepared.setup(strategy, seed), FullCatalog.get(), Journal.NONE, new Observer() {});
        RunMetrics metrics = simulation.run(prepared.window(seed));
        Double value = metrics.figures().get(figure);
        if (value == null) {
            throw new InputException(
                    "--goal",
                    InputException.unknown("figure", figure, metrics.figures().keySet()));
        }
        return value;
    }
}
