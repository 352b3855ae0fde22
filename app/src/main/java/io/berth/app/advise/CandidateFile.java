package io.berth.app.advise;

import io.berth.app.catalog.FullCatalog;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.portfolio.Candidate;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.strategy.StrategyReader;
import java.util.ArrayList;
import java.util.List;

/** Candidates that somebody wrote: a list of strategies, or a file that has one under {@code strategies}. */
final class CandidateFile {
    private static final String KEY = "strategies";

    private CandidateFile() {}

    /** Those of {@code files}, in their order; every one is a strategy that the catalog can make. */
    static List<Candidate> read(List<String> files) {
        List<Candidate> candidates = new ArrayList<>();
        CatalogNames names = FullCatalog.names();
        for (String file : files) {
            Source source = Source.file(file);
            Tree tree = TreeReader.read(source);
            if (tree instanceof Tree.Map && tree.get(KEY) == null) {
                throw InputException.at(tree, "must be a list of strategies, or have one under \"" + KEY + "\"");
            }
            Tree list = tree instanceof Tree.Map ? tree.require(KEY) : tree;
            for (StrategySpec strategy : new StrategyReader(names, source.folder()).readAll(list)) {
                names.check(strategy, file);
                candidates.add(new Candidate(strategy, "of " + file));
            }
        }
        return candidates;
    }
}
