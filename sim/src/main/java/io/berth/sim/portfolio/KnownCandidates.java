package io.berth.sim.portfolio;

import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BiPredicate;

/** Strategies that suit many workloads, and for which each is worth a try. */
public final class KnownCandidates {
    /** The part of the jobs from which on something counts. */
    private static final double SOME = 0.05;

    /** Of which most jobs must be. */
    private static final double MOST = 0.8;

    /** Conservative backfill promises every pending job its room, and a pass takes long where very many are pending. */
    private static final double MOST_LOAD = 1.5;

    private static final List<Known> ALL = List.of(
            known(
                    "asks for no estimates: whatever fits starts, GPUs stay whole",
                    StrategySpec.of("fgd-greedy", "fcfs", "fgd", "greedy"),
                    (cluster, _) -> cluster.gpus() > 0),
            known(
                    "asks for no estimates: whatever fits starts",
                    StrategySpec.of("fcfs greedy", "fcfs", "best-fit", "greedy"),
                    (cluster, _) -> cluster.gpus() == 0),
            known(
                    "tasks spread over nodes, whatever fits starts",
                    StrategySpec.of("spread", "fcfs", "least-allocated", "greedy"),
                    (_, work) -> work.gangs() < SOME),
            known(
                    "in order, and what does not delay the first may pass it",
                    easy("fcfs"),
                    (_, work) -> estimated(work)),
            known("short jobs first", easy("sjf"), (_, work) -> estimated(work)),
            known("short and small jobs first", easy("srsf"), (_, work) -> estimated(work)),
            known("the wait weighed against run time and width", easy("wfp3"), (_, work) -> estimated(work)),
            known("the wait weighed against width and run time", easy("unicep"), (_, work) -> estimated(work)),
            known("by run time, width and submission, a formula of HPC logs", easy("f1"), (_, work) -> estimated(work)),
            known(
                    "short jobs first, no promises",
                    StrategySpec.of("sjf greedy", "sjf", "best-fit", "greedy"),
                    (_, work) -> estimated(work)),
            known(
                    "every job hears when it starts",
                    StrategySpec.of("fcfs conservative", "fcfs", "best-fit", "conservative"),
                    (_, work) -> estimated(work) && work.load() < MOST_LOAD),
            known(
                    "stops long jobs for short ones; jobs go on where they were stopped",
                    StrategySpec.of("srtf", "srtf", "best-fit", "greedy").preempting("by-order"),
                    (_, work) -> estimated(work) && work.resumable() > MOST),
            known(
                    "stops who has used much for who has used little; asks for no estimates",
                    StrategySpec.of("tiresias-l", "multi-level", "best-fit", "greedy")
                            .preempting("by-order"),
                    (_, work) -> work.resumable() > MOST),
            known(
                    "who comes again after a stop goes behind who has used little, nobody is stopped",
                    StrategySpec.of("multi-level greedy", "multi-level", "best-fit", "greedy"),
                    (_, work) -> work.resumable() <= MOST),
            known(
                    "the earliest deadline first",
                    StrategySpec.of("edf easy", "edf", "best-fit", "easy"),
                    (_, work) -> work.deadlines() > SOME),
            known(
                    "urgent jobs first, and waiting makes urgent",
                    StrategySpec.of("priority easy", "priority", "best-fit", "easy")
                            .ordering(PolicySpec.of("priority", Collections.singletonMap("aging", "2"))),
                    (_, work) -> work.priorities() > 1),
            known(
                    "several jobs are placed at once, by what their mix will lack",
                    StrategySpec.of("fgd-lookahead", "fcfs", "fgd", "greedy").planning(PolicySpec.of("fgd-lookahead")),
                    (_, work) -> work.sharing() > SOME),
            known(
                    "each job where it is fastest",
                    easy("fcfs").named("fastest").with(PolicyKind.DEVICE, PolicySpec.of("fastest")),
                    (cluster, _) -> cluster.gpusOfModel().size() > 1),
            known(
                    "each job where it costs least",
                    easy("fcfs").named("cheapest").with(PolicyKind.DEVICE, PolicySpec.of("cheapest")),
                    (cluster, _) ->
                            cluster.priced() > SOME && cluster.gpusOfModel().size() > 1),
            known(
                    "short jobs first, on nodes that have their data",
                    easy("sjf").named("sjf data-local").placing(PolicySpec.of("data-local")),
                    (_, work) -> work.reading() > SOME));

    /** Which workloads a candidate may suit. */
    private record Known(Candidate candidate, BiPredicate<ClusterFactors, WorkFactors> suits) {}

    private KnownCandidates() {}

    /** Those that may suit, in the order in which people would try them. */
    public static List<Candidate> of(ClusterFactors cluster, WorkFactors work) {
        List<Candidate> suited = new ArrayList<>();
        for (Known known : ALL) {
            if (known.suits.test(cluster, work)) {
                suited.add(known.candidate);
            }
        }
        return suited;
    }

    private static boolean estimated(WorkFactors work) {
        return work.estimated() > SOME;
    }

    private static StrategySpec easy(String order) {
        return StrategySpec.of(order + " easy", order, "best-fit", "easy");
    }

    private static Known known(String why, StrategySpec strategy, BiPredicate<ClusterFactors, WorkFactors> suits) {
        return new Known(new Candidate(strategy, why), suits);
    }
}
