package io.berth.learn.online;

import io.berth.core.catalog.Catalog;
import io.berth.core.journal.Journal;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.workload.ListedWorkload;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Prints the tables of docs/experiments on online learning; bench/online runs it. */
final class OnlineExperiment {
    private static final int PHASE = 1500;
    private static final int CALM = 500;
    private static final int SHIFTED = 2500;

    /** Jobs after a shift from which on the rest are compared. */
    private static final int RECOVERED_AFTER = 500;

    private static final List<String> FIXED = List.of("fcfs", "sjf", "srsf", "f1", "wfp3", "unicep");

    private OnlineExperiment() {}

    public static void main(String[] args) {
        int first = Integer.parseInt(args[1]);
        int count = Integer.parseInt(args[2]);
        String only = args.length > 3 ? args[3] : "";
        switch (args[0]) {
            case "regret" -> regret(first, count, only.isEmpty() ? List.of("fcfs", "sjf") : List.of(only));
            case "recovery" -> recovery(first, count, only);
            case "bad" -> BadTrials.print(first, count);
            case "misled" -> misled(first, count);
            default -> throw new IllegalArgumentException("regret, recovery, misled or bad, not " + args[0]);
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

    private static void regret(int first, int count, List<String> fallbacks) {
        say("| fallback | seed | fallback alone | best fixed order | learner | regret | promotions | demotions |");
        say("|---|---|---|---|---|---|---|---|");
        for (String fallback : fallbacks) {
            for (int seed = first; seed < first + count; seed++) {
                ListedWorkload workload = ShiftingWorkload.jobs(ShiftingWorkload.phases(PHASE), seed);
                int jobs = (int) workload.size();
                TreeMap<String, LivedJobs> fixed = fixed(workload);
                String best = best(fixed, 0, jobs);
                LivedJobs lived = new LivedJobs(jobs);
                OnlineSimulation run = online(workload, fallback, seed, makers(seed));
                run.run(Journal.NONE, lived);
                double least = fixed.get(best).mean(0, jobs);
                say(
                        "| %s | %d | %.2f | %s %.2f | %.2f | %+.1f %% | %d | %d |",
                        fallback,
                        seed,
                        fixed.get(fallback).mean(0, jobs),
                        best,
                        least,
                        lived.mean(0, jobs),
                        100 * (lived.mean(0, jobs) / least - 1),
                        run.status().memory().promotions(),
                        run.status().memory().demotions());
            }
        }
    }

    private static void recovery(int first, int count, String only) {
        say("| shift | seed | in force at the shift | fallback alone | best fixed order | learner | recovered |");
        say("|---|---|---|---|---|---|---|");
        List<ShiftingWorkload.Phase> phases = ShiftingWorkload.phases(CALM);
        for (ShiftingWorkload.Phase shift : ShiftingWorkload.phases(SHIFTED).subList(1, phases.size())) {
            for (int seed = first; shift.name().startsWith(only) && seed < first + count; seed++) {
                recovery(List.of(phases.getFirst(), shift), seed);
            }
        }
    }

    private static void recovery(List<ShiftingWorkload.Phase> phases, int seed) {
        ListedWorkload workload = ShiftingWorkload.jobs(phases, seed);
        int from = CALM + RECOVERED_AFTER;
        int to = CALM + SHIFTED;
        TreeMap<String, LivedJobs> fixed = fixed(workload);
        String best = best(fixed, from, to);
        OnlineSimulation run = online(workload, "fcfs", seed, makers(seed));
        LivedJobs lived = new LivedJobs(to);
        run.run(Journal.NONE, lived);
        double lost = fixed.get("fcfs").mean(from, to);
        double least = fixed.get(best).mean(from, to);
        String inForce = inForce(run, workload.arrivals().get(CALM).atNanos());
        say(
                "| %s | %d | %s | %.2f | %s %.2f | %.2f | %.0f %% |",
                phases.getLast().name(),
                seed,
                inForce,
                lost,
                best,
                least,
                lived.mean(from, to),
                100 * (lost - lived.mean(from, to)) / (lost - least));
    }

    /** An order is learnt, turns bad, and is good again; how each phase fares from {@link #RECOVERED_AFTER} jobs after its begin on. */
    private static void misled(int first, int count) {
        say(
                "| seed | phase | fcfs | sjf | best fixed order | learner | in force at its end | demoted after its jobs |");
        say("|---|---|---|---|---|---|---|---|");
        List<ShiftingWorkload.Phase> phases = ShiftingWorkload.misled(PHASE);
        for (int seed = first; seed < first + count; seed++) {
            ListedWorkload workload = ShiftingWorkload.jobs(phases, seed);
            TreeMap<String, LivedJobs> fixed = fixed(workload);
            LivedJobs lived = new LivedJobs((int) workload.size());
            OnlineSimulation run = online(workload, "fcfs", seed, makers(seed));
            run.run(Journal.NONE, lived);
            for (int phase = 0; phase < phases.size(); phase++) {
                int to = (phase + 1) * PHASE;
                int from = to - PHASE + RECOVERED_AFTER;
                String best = best(fixed, from, to);
                say(
                        "| %d | %s | %.2f | %.2f | %s %.2f | %.2f | %s | %s |",
                        seed,
                        phases.get(phase).name(),
                        fixed.get("fcfs").mean(from, to),
                        fixed.get("sjf").mean(from, to),
                        best,
                        fixed.get(best).mean(from, to),
                        lived.mean(from, to),
                        inForce(run, workload.arrivals().get(to - 1).atNanos()),
                        demotions(run, workload, to - PHASE, to));
            }
        }
    }

    /** After how many of the jobs {@code from} to {@code to} something was demoted, and what. */
    private static String demotions(OnlineSimulation run, ListedWorkload workload, int from, int to) {
        StringJoiner found = new StringJoiner(", ");
        for (Change change : run.changes()) {
            long came = workload.arrivals().stream()
                    .filter(arrival -> arrival.atNanos() <= change.atNanos())
                    .count();
            if (change.kind() == Change.Kind.DEMOTE && came > from && came <= to) {
                found.add(change.id() + " " + (came - from));
            }
        }
        return found.toString();
    }

    private static String inForce(OnlineSimulation run, long atNanos) {
        String inForce = "fcfs";
        for (Change change : run.changes()) {
            inForce = change.atNanos() < atNanos ? change.strategy().name() : inForce;
        }
        return inForce;
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
