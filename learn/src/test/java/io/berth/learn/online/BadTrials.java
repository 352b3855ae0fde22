package io.berth.learn.online;

import io.berth.core.journal.Journal;
import io.berth.core.policy.StrategySpec;
import io.berth.sim.workload.ListedWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Trials in which every candidate is deliberately bad. */
final class BadTrials {
    private static final int JOBS = 900;
    private static final int KINDS = 4;

    /**
     * One trial.
     *
     * @param offered different candidates that were on trial at some time
     * @param promoted of them
     * @param worst how much worse the worst promoted one is than the fallback on the whole of the jobs; 1 for none
     */
    record Result(String kind, String fallback, long promoted, double worst) {}

    private BadTrials() {}

    static Result trial(int seed) {
        int kind = seed % KINDS;
        String fallback = seed / KINDS % 2 == 0 ? "fcfs" : "sjf";
        List<ShiftingWorkload.Phase> phases = ShiftingWorkload.phases(JOBS);
        ListedWorkload workload = ShiftingWorkload.jobs(List.of(phases.get(1 + seed % 3)), seed);
        List<Candidate> seen = new ArrayList<>();
        CandidateMaker maker = kind == 0
                ? BadCandidates.longestFirst()
                : kind == 1
                        ? BadCandidates.widestFirst()
                        : kind == 2 ? BadCandidates.worstWhenBusy() : BadCandidates.overfitted(16, seed);
        CandidateMaker watched = window -> {
            List<Candidate> made = maker.make(window);
            seen.addAll(made);
            return made;
        };
        OnlineSimulation run = OnlineExperiment.online(workload, fallback, seed, List.of(watched));
        run.run(Journal.NONE, new LivedJobs(JOBS));
        Set<String> promoted = new TreeSet<>();
        run.changes().stream()
                .filter(change -> change.kind() == Change.Kind.PROMOTE)
                .forEach(change -> promoted.add(change.id()));
        double worst = 1;
        StrategySpec plain = OnlineExperiment.strategy(fallback);
        double cost = LivedJobs.fixed(workload, plain).mean(0, JOBS);
        for (Candidate candidate : seen) {
            if (promoted.contains(candidate.id())) {
                StrategySpec other = Exploration.with(plain, candidate.order());
                worst = Math.max(worst, LivedJobs.fixed(workload, other).mean(0, JOBS) / cost);
            }
        }
        String name = List.of("longest first", "widest first", "worst when busy", "overfitted")
                .get(kind);
        return new Result(name, fallback, promoted.size(), worst);
    }

    static void print(int seeds) {
        int promoted = 0;
        for (int seed = 0; seed < seeds; seed++) {
            Result result = trial(seed);
            promoted += result.promoted() > 0 ? 1 : 0;
            if (result.promoted() > 0 || seed % 20 == 0) {
                OnlineExperiment.say("%d %s", seed, result);
            }
        }
        OnlineExperiment.say("%d trials, a candidate was promoted in %d", seeds, promoted);
    }
}
