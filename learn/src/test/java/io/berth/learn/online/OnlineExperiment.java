package io.berth.learn.online;

import io.berth.core.journal.Journal;
import io.berth.core.policy.Catalog;
import io.berth.core.policy.StrategySpec;
import io.berth.sim.workload.ListedWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** Prints the tables of docs/experiments on online learning: {@code regret}, {@code recovery} or {@code bad}, and how many seeds. */
final class OnlineExperiment {
    private static final int PHASE = 1500;
    private static final int CALM = 500;
    private static final int SHIFTED = 3500;

    /** Jobs after a shift from which on the rest are compared. */
    private static final int RECOVERED_AFTER = 1500;

    private static final List<String> FIXED = List.of("fcfs", "sjf", "srsf", "f1", "wfp3", "unicep");

    private OnlineExperiment() {}

    public static void main(String[] args) {
        int seeds = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "regret" -> regret(seeds, args.length > 2 ? List.of(args[2].split(",")) : List.of("sjf", "fcfs"));
            case "recovery" -> recovery(seeds, args.length > 2 ? args[2] : "");
            case "bad" -> BadTrials.print(seeds);
            default -> throw new IllegalArgumentException("regret, recovery or bad, not " + args[0]);
        }
    }

    static StrategySpec strategy(String order) {
        return StrategySpec.of(order, order, "best-fit", "easy");
    }

    static OnlineSimulation online(ListedWorkload workload, String fallback, long seed, List<CandidateMaker> makers) {
        LearnerOptions options = LearnerOptions.standard(strategy(fallback));
        return new OnlineSimulation(ShiftingWorkload.NODES, workload, Catalog.standard(), options, makers);
    }

    static List<CandidateMaker> makers(long seed) {
        return List.of(KnownOrders.standard(), TunedRule.standard(seed));
    }

    private static void regret(int seeds, List<String> fallbacks) {
        for (int seed = 1; seed <= seeds; seed++) {
            ListedWorkload workload = ShiftingWorkload.jobs(ShiftingWorkload.phases(PHASE), seed);
            int jobs = (int) workload.size();
            TreeMap<String, LivedJobs> fixed = fixed(workload);
            String best = best(fixed, 0, jobs);
            for (String fallback : fallbacks) {
                OnlineSimulation run = online(workload, fallback, seed, makers(seed));
                LivedJobs lived = new LivedJobs(jobs);
                run.run(Journal.NONE, lived);
                double least = fixed.get(best).mean(0, jobs);
                say(
                        "| %d | %s | %s %.2f | %.2f | %+.1f %% | %d | %d |",
                        seed,
                        fallback,
                        best,
                        least,
                        lived.mean(0, jobs),
                        100 * (lived.mean(0, jobs) / least - 1),
                        run.status().memory().promotions(),
                        run.status().memory().demotions());
                run.changes().forEach(change -> say("    %s %s %s", change.kind(), change.id(), change.why()));
            }
        }
    }

    private static void recovery(int seeds, String only) {
        List<ShiftingWorkload.Phase> phases = ShiftingWorkload.phases(CALM);
        for (ShiftingWorkload.Phase shift : ShiftingWorkload.phases(SHIFTED).subList(1, phases.size())) {
            List<Double> shares = new ArrayList<>();
            if (!shift.name().startsWith(only)) {
                continue;
            }
            for (int seed = 1; seed <= seeds; seed++) {
                ListedWorkload workload = ShiftingWorkload.jobs(List.of(phases.getFirst(), shift), seed);
                int from = CALM + RECOVERED_AFTER;
                int to = CALM + SHIFTED;
                TreeMap<String, LivedJobs> fixed = fixed(workload);
                String best = best(fixed, from, to);
                OnlineSimulation run = online(workload, "fcfs", seed, makers(seed));
                LivedJobs lived = new LivedJobs(to);
                run.run(Journal.NONE, lived);
                double lost = fixed.get("fcfs").mean(from, to);
                double least = fixed.get(best).mean(from, to);
                double share = (lost - lived.mean(from, to)) / (lost - least);
                shares.add(share);
                say(
                        "| %s | %d | %.2f | %s %.2f | %.2f | %.0f %% |",
                        shift.name(), seed, lost, best, least, lived.mean(from, to), 100 * share);
                run.changes().forEach(change -> say("    %s %s %s", change.kind(), change.id(), change.why()));
            }
            say(
                    "%s: least %.0f %%",
                    shift.name(),
                    100 * shares.stream().mapToDouble(it -> it).min().orElse(0));
        }
    }

    private static TreeMap<String, LivedJobs> fixed(ListedWorkload workload) {
        TreeMap<String, LivedJobs> fixed = new TreeMap<>();
        FIXED.forEach(order -> fixed.put(order, LivedJobs.fixed(workload, strategy(order))));
        return fixed;
    }

    private static String best(TreeMap<String, LivedJobs> fixed, int from, int to) {
        String best = FIXED.getFirst();
        for (String order : FIXED) {
            best = fixed.get(order).mean(from, to) < fixed.get(best).mean(from, to) ? order : best;
        }
        return best;
    }

    static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
