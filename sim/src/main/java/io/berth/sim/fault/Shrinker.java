package io.berth.sim.fault;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultKind;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.FaultScenario.HeldData;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Makes a scenario that fails small, by delta debugging (Zeller and Hildebrandt, TSE 28(2), 2002): of faults, jobs and nodes as few are left
 * as can be, each of which is needed; then each part of its strategies becomes the default where it fails all the same.
 */
public final class Shrinker {
    private final Predicate<FaultScenario> fails;
    private int left;

    /**
     * @param fails true where a scenario fails as the first did
     * @param mostRuns after so many tries what is small enough is left
     */
    public Shrinker(Predicate<FaultScenario> fails, int mostRuns) {
        this.fails = fails;
        this.left = mostRuns;
    }

    /** A small scenario that fails as {@code large} does. */
    public FaultScenario shrunk(FaultScenario large) {
        FaultScenario small = large;
        int before = Integer.MAX_VALUE;
        // What was needed for something that is gone may go now.
        while (size(small) < before && left > 0) {
            before = size(small);
            small = lists(small);
            small = strategies(small);
        }
        return small;
    }

    private static int size(FaultScenario scenario) {
        return scenario.jobs().size()
                + scenario.nodes().size()
                + scenario.faults().size();
    }

    private FaultScenario lists(FaultScenario large) {
        FaultScenario start = large;
        List<Fault> faults = fewest(start.faults(), start::withFaults);
        FaultScenario calmer = start.withFaults(faults);
        // Nodes before jobs: what is tried on fewer nodes is tried sooner.
        List<Integer> all = IntStream.range(0, calmer.nodes().size()).boxed().toList();
        FaultScenario smaller = on(fewest(all, kept -> on(kept, calmer)), calmer);
        return smaller.withJobs(fewest(smaller.jobs(), smaller::withJobs));
    }

    /** As few of {@code all} as fail: without any of them it does not. */
    private <T> List<T> fewest(List<T> all, Function<List<T>, FaultScenario> with) {
        List<T> kept = new ArrayList<>(all);
        int parts = 2;
        while (!kept.isEmpty() && left > 0) {
            int length = StrictMath.max(1, kept.size() / parts);
            List<T> fewer = without(kept, length, with);
            if (fewer.size() < kept.size()) {
                kept = fewer;
                parts = StrictMath.max(2, parts - 1);
            } else if (length == 1) {
                return kept;
            } else {
                parts = StrictMath.min(kept.size(), parts * 2);
            }
        }
        return kept;
    }

    /** {@code kept} without the first part of {@code length} that is not needed; the same where all are. */
    private <T> List<T> without(List<T> kept, int length, Function<List<T>, FaultScenario> with) {
        for (int from = 0; from < kept.size(); from += length) {
            List<T> fewer = new ArrayList<>(kept.subList(0, from));
            fewer.addAll(kept.subList(StrictMath.min(kept.size(), from + length), kept.size()));
            if (fails(with.apply(fewer))) {
                return fewer;
            }
        }
        return kept;
    }

    private boolean fails(FaultScenario scenario) {
        return !scenario.nodes().isEmpty() && left-- > 0 && fails.test(scenario);
    }

    /** {@code scenario} on those of its nodes; what befalls others does not happen. */
    private static FaultScenario on(List<Integer> kept, FaultScenario scenario) {
        List<NodeSpec> nodes = kept.stream().map(scenario.nodes()::get).toList();
        List<HeldData> data = scenario.data().stream()
                .map(set -> new HeldData(
                        set.name(),
                        set.bytes(),
                        set.nodes().stream()
                                .filter(kept::contains)
                                .map(kept::indexOf)
                                .toList()))
                .toList();
        List<Fault> faults = scenario.faults().stream()
                .filter(fault -> fault.kind().of() != FaultKind.Of.NODE || kept.contains(fault.node()))
                .map(fault -> fault.kind().of() == FaultKind.Of.NODE ? fault.on(kept.indexOf(fault.node())) : fault)
                .toList();
        return scenario.withNodes(nodes, data, faults);
    }

    private FaultScenario strategies(FaultScenario scenario) {
        FaultScenario small = scenario;
        for (PolicyKind kind : PolicyKind.values()) {
            FaultScenario start = small;
            small = plainer(small, kind, small.strategy(), start::withStrategy);
            for (int i = 0; i < small.faults().size(); i++) {
                FaultScenario now = small;
                int number = i;
                StrategySpec strategy = small.faults().get(i).strategy();
                if (strategy != null) {
                    small = plainer(small, kind, strategy, other -> with(now, number, other));
                }
            }
        }
        return small;
    }

    private static FaultScenario with(FaultScenario scenario, int fault, StrategySpec strategy) {
        List<Fault> faults = new ArrayList<>(scenario.faults());
        faults.set(fault, faults.get(fault).with(strategy));
        return scenario.withFaults(faults);
    }

    /** {@code now} where the part cannot be the default, or one of the policies that it combines; else that. */
    private FaultScenario plainer(
            FaultScenario now, PolicyKind kind, StrategySpec strategy, Function<StrategySpec, FaultScenario> with) {
        PartSpec part = strategy.part(kind);
        List<PartSpec> plainer = new ArrayList<>();
        if (!part.equals(kind.fallback())) {
            plainer.add(kind.fallback());
        }
        if (!(part instanceof PolicySpec)) {
            plainer.addAll(part.policies());
        }
        for (PartSpec other : plainer) {
            FaultScenario tried = with.apply(strategy.with(kind, other));
            if (fails(tried)) {
                return tried;
            }
        }
        return now;
    }
}
