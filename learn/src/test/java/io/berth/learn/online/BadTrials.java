package io.berth.learn.online;

import io.berth.core.journal.Journal;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.workload.ListedWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Trials in which every candidate is meant to be bad.
 *
 * <p>Whether one is bad is not taken for granted: it is where on long fresh runs of the same law its mean bounded slowdown is more than
 * 2 % above that of what it would take the place of, or a hundredth of the jobs waits more than five times as long.
 */
final class BadTrials {
    private static final int JOBS = 900;
    private static final int FRESH_JOBS = 1500;
    private static final int FRESH_RUNS = 3;
    private static final long FRESH_SEED = 1_000_000;
    private static final double WORSE = 1.02;
    private static final double STARVES = 5;
    private static final int MOST_LOOKED_AT = 3;
    private static final List<String> FALLBACKS = List.of("fcfs", "sjf");

    /**
     * One trial.
     *
     * @param bad whether a candidate that is really bad was on trial
     * @param promoted candidates, bad or not
     * @param badPromoted those that are worse than what they took the place of
     * @param demoted promotions that were taken back
     */
    record Result(String kind, String law, String fallback, boolean bad, int promoted, int badPromoted, int demoted) {}

    private final ShiftingWorkload.Phase law;
    private final List<ListedWorkload> fresh = new ArrayList<>();
    private final TreeMap<String, LivedJobs> lived = new TreeMap<>();

    private BadTrials(ShiftingWorkload.Phase law, long seed) {
        this.law = law;
        for (int run = 0; run < FRESH_RUNS; run++) {
            fresh.add(ShiftingWorkload.jobs(List.of(law.ofJobs(FRESH_JOBS)), FRESH_SEED + seed * FRESH_RUNS + run));
        }
    }

    static Result trial(int seed) {
        String kind = BadCandidates.KINDS.get(seed % BadCandidates.KINDS.size());
        String fallback = FALLBACKS.get(seed / BadCandidates.KINDS.size() % FALLBACKS.size());
        List<ShiftingWorkload.Phase> phases = ShiftingWorkload.phases(JOBS);
        return new BadTrials(phases.get(1 + seed % (phases.size() - 1)), seed).run(kind, fallback, seed);
    }

    private Result run(String kind, String fallback, long seed) {
        List<Candidate> seen = new ArrayList<>();
        CandidateMaker maker = BadCandidates.of(kind, seed);
        CandidateMaker watched = window -> {
            List<Candidate> made = maker.make(window);
            seen.addAll(made);
            return made;
        };
        OnlineSimulation run =
                OnlineExperiment.online(ShiftingWorkload.jobs(List.of(law), seed), fallback, seed, List.of(watched));
        run.run(Journal.NONE, new LivedJobs(JOBS));
        StrategySpec plain = OnlineExperiment.strategy(fallback);
        int promoted = 0;
        int badPromoted = 0;
        int demoted = 0;
        StrategySpec before = plain;
        for (Change change : run.changes()) {
            if (change.kind() == Change.Kind.PROMOTE) {
                StrategySpec after = Exploration.without(change.strategy());
                promoted++;
                badPromoted += isBad(before, after) ? 1 : 0;
                before = after;
            } else if (change.kind() == Change.Kind.DEMOTE && before != plain) {
                demoted++;
                before = plain;
            }
        }
        return new Result(kind, law.name(), fallback, offeredBad(seen, plain), promoted, badPromoted, demoted);
    }

    private boolean offeredBad(List<Candidate> seen, StrategySpec plain) {
        TreeSet<String> looked = new TreeSet<>();
        for (Candidate candidate : seen.reversed()) {
            if (looked.size() < MOST_LOOKED_AT
                    && looked.add(candidate.id())
                    && isBad(plain, plain.ordering(candidate.order()))) {
                return true;
            }
        }
        return false;
    }

    private boolean isBad(StrategySpec before, StrategySpec after) {
        double slowdown = 0;
        double wait = 0;
        double slowdownBefore = 0;
        double waitBefore = 0;
        for (int run = 0; run < FRESH_RUNS; run++) {
            LivedJobs now = lived(run, after);
            LivedJobs then = lived(run, before);
            slowdown += now.mean(0, FRESH_JOBS);
            slowdownBefore += then.mean(0, FRESH_JOBS);
            wait += now.longWaitSeconds();
            waitBefore += then.longWaitSeconds();
        }
        return slowdown > WORSE * slowdownBefore || wait > STARVES * waitBefore;
    }

    private LivedJobs lived(int run, StrategySpec strategy) {
        return lived.computeIfAbsent(run + " " + strategy.order(), _ -> LivedJobs.fixed(fresh.get(run), strategy));
    }

    /** Prints trials from {@code first} on until {@code count} had a candidate that is really bad. */
    static void print(int first, int count) {
        int bad = 0;
        int trials = 0;
        int failed = 0;
        TreeMap<String, int[]> kinds = new TreeMap<>();
        for (int seed = first; bad < count; seed++) {
            Result result = trial(seed);
            trials++;
            bad += result.bad() ? 1 : 0;
            failed += result.badPromoted() > 0 ? 1 : 0;
            int[] kind = kinds.computeIfAbsent(result.kind(), _ -> new int[3]);
            kind[0] += result.bad() ? 1 : 0;
            kind[1] += result.badPromoted();
            kind[2] += result.promoted() - result.badPromoted();
            if (result.promoted() > 0) {
                OnlineExperiment.say("    seed %d: %s", seed, result);
            }
        }
        OnlineExperiment.say("| candidate | trials in which it is bad | bad promoted | promoted that are not bad |");
        OnlineExperiment.say("|---|---|---|---|");
        kinds.forEach(
                (kind, counts) -> OnlineExperiment.say("| %s | %d | %d | %d |", kind, counts[0], counts[1], counts[2]));
        OnlineExperiment.say(
                "%d trials, %d with a candidate that is bad; a bad one was promoted in %d", trials, bad, failed);
    }
}
