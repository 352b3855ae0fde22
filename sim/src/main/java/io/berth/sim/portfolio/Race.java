package io.berth.sim.portfolio;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Candidates against each other, so that time goes to the good ones.
 *
 * <p>Algorithm: successive halving. In each round all that are left run on the same new draws of the workload; the half that costs least on
 * all draws so far stays, and the strategy in force always does. Those that break a guard go behind all others. The last one and the
 * strategy in force then run on draws that nobody has seen: what is told of them was not chosen by luck. The cost of a draw is the
 * logarithm of the figure, so that a busy draw counts no more than a quiet one.
 *
 * <p>Source: Karnin, Koren and Somekh, Almost optimal exploration in multi-armed bandits, ICML 2013; Jamieson and Talwalkar, Non-stochastic
 * best arm identification and hyperparameter optimization, AISTATS 2016.
 */
public final class Race {
    /** Of the last comparison, at least: Student's interval of fewer is very wide. */
    public static final int LEAST_FRESH = 6;

    private final List<Candidate> candidates;
    private final int inForce;
    private final Rules rules;
    private final Runs runs;
    private final Draws draws;
    private final int[] rounds;
    private int done;

    /**
     * By what is chosen.
     *
     * @param guards what must not become worse
     * @param redrawn true where draws are made of one workload again, not workloads of their own
     */
    public record Rules(Objective objective, List<Guard> guards, boolean redrawn) {
        public Rules {
            guards = List.copyOf(guards);
        }
    }

    /** A run that is wanted: candidate and draw, both from 0. */
    public record Run(int candidate, int draw) {}

    /** Makes runs. */
    @FunctionalInterface
    public interface Runs {
        /** The figures of each of {@code wanted}, in their order; equal draws are equal workloads. */
        List<SortedMap<String, Double>> make(List<Run> wanted);
    }

    /** How many runs there may be. */
    @FunctionalInterface
    public interface Budget {
        /** How many more, after {@code done}; may be below 0. */
        int left(int done);
    }

    /**
     * How a candidate fared before the last comparison.
     *
     * @param draws that it ran on
     * @param rounds that it was in, from 1
     * @param value the mean of the figure over its draws
     * @param gain against the strategy in force on the same draws
     * @param broken the first guard that it broke; null where it broke none
     */
    public record Row(
            Candidate candidate,
            int draws,
            int rounds,
            double value,
            Gain gain,
            @Nullable Guard broken) {}

    /**
     * A figure of the last comparison.
     *
     * @param own its mean under the strategy in force
     * @param other under the other one
     */
    public record Compared(Objective objective, double own, double other, Gain gain) {}

    /**
     * How it ended.
     *
     * @param rows of all candidates, in their order
     * @param inForce the place of the strategy in force
     * @param best the place of the best of the others
     * @param compared the objective in the last comparison, of the best with the one in force
     * @param others other figures of the same
     * @param broken a guard that the best broke there; null for none
     * @param runs that were made
     */
    public record Result(
            List<Row> rows,
            int inForce,
            int best,
            Compared compared,
            List<Compared> others,
            @Nullable Guard broken,
            int runs) {
        /** True where the best is better than the strategy in force, beyond chance, and breaks no guard. */
        public boolean better() {
            return compared.gain().above(0) && broken == null;
        }
    }

    /**
     * A race.
     *
     * @param inForce the place of the strategy in force among {@code candidates}, of which there are two at least
     */
    public Race(List<Candidate> candidates, int inForce, Rules rules, Runs runs) {
        if (candidates.size() < 2) {
            throw new IllegalArgumentException("A race needs 2 candidates, not " + candidates.size() + ".");
        }
        this.candidates = List.copyOf(candidates);
        this.inForce = inForce;
        this.rules = rules;
        this.runs = runs;
        this.draws = new Draws(candidates.size());
        this.rounds = new int[candidates.size()];
    }

    /** The fewest runs that a race of so many candidates takes. */
    public static int least(int candidates) {
        int least = 2 * LEAST_FRESH;
        for (int left = candidates; left > 2; left = (left + 1) / 2) {
            least += left;
        }
        return candidates > 2 ? least : least + 2;
    }

    /**
     * Runs it.
     *
     * @param others figures that are told of the last two beside the objective
     */
    public Result run(Budget budget, List<Objective> others) {
        List<Integer> left =
                new ArrayList<>(IntStream.range(0, candidates.size()).boxed().toList());
        int roundsLeft = rounds(left.size());
        probe();
        do {
            // The last comparison gets as much as two rounds.
            int part = budget.left(done) / (roundsLeft + 2);
            round(left, rounded(left) + StrictMath.max(1, part / left.size()));
            left = halved(left);
            roundsLeft--;
        } while (left.size() > 2);
        int best = left.getFirst() == inForce ? left.get(1) : left.getFirst();
        return compared(best, StrictMath.max(LEAST_FRESH, budget.left(done) / 2), others);
    }

    private static int rounds(int candidates) {
        int rounds = 1;
        for (int left = (candidates + 1) / 2; left > 2; left = (left + 1) / 2) {
            rounds++;
        }
        return rounds;
    }

    /** A figure that runs do not have is found out before time is spent. */
    private void probe() {
        SortedMap<String, Double> figures =
                runs.make(List.of(new Run(inForce, 0))).getFirst();
        rules.objective().check(figures);
        rules.guards().forEach(guard -> guard.of().check(figures));
        draws.add(inForce, figures);
        done++;
    }

    /** How many draws those that are left have all had. */
    private int rounded(List<Integer> left) {
        return left.stream().mapToInt(draws::count).min().orElse(0);
    }

    /** All that are left run until they have so many draws. */
    private void round(List<Integer> left, int target) {
        List<Run> wanted = new ArrayList<>();
        for (int candidate : left) {
            for (int draw = draws.count(candidate); draw < target; draw++) {
                wanted.add(new Run(candidate, draw));
            }
            rounds[candidate]++;
        }
        make(wanted);
    }

    private void make(List<Run> wanted) {
        List<SortedMap<String, Double>> figures = runs.make(wanted);
        for (int i = 0; i < wanted.size(); i++) {
            draws.add(wanted.get(i).candidate(), figures.get(i));
        }
        done += wanted.size();
    }

    /** The better half by cost, the best first, and the strategy in force where it is not among them. */
    private List<Integer> halved(List<Integer> left) {
        List<Integer> sorted = new ArrayList<>(left);
        sorted.sort(Comparator.<Integer, Boolean>comparing(candidate -> broken(candidate, 0) != null)
                .thenComparingDouble(candidate -> draws.cost(candidate, rules.objective(), 0)));
        int keep = StrictMath.max(2, (left.size() + 1) / 2);
        List<Integer> kept = new ArrayList<>(sorted.subList(0, keep));
        if (!kept.contains(inForce)) {
            kept.set(keep - 1, inForce);
        }
        return kept;
    }

    private @Nullable Guard broken(int candidate, int from) {
        for (Guard guard : rules.guards()) {
            double[] gains = draws.gains(inForce, candidate, guard.of(), from);
            if (gains.length > 0 && guard.brokenBy(-gain(gains).mean())) {
                return guard;
            }
        }
        return null;
    }

    private Gain gain(double[] gains) {
        return Gain.of(gains, rules.redrawn());
    }

    private Result compared(int best, int fresh, List<Objective> others) {
        List<Row> rows =
                IntStream.range(0, candidates.size()).mapToObj(this::row).toList();
        int from = draws.count(inForce);
        List<Run> wanted = new ArrayList<>();
        for (int draw = from; draw < from + fresh; draw++) {
            wanted.add(new Run(inForce, draw));
            wanted.add(new Run(best, draw));
        }
        make(wanted);
        List<Compared> more = new ArrayList<>();
        for (Objective other : others) {
            if (!other.figure().equals(rules.objective().figure())) {
                more.add(compared(best, from, other));
            }
        }
        return new Result(rows, inForce, best, compared(best, from, rules.objective()), more, broken(best, from), done);
    }

    private Row row(int candidate) {
        return new Row(
                candidates.get(candidate),
                draws.count(candidate),
                rounds[candidate],
                draws.mean(candidate, rules.objective(), 0),
                gain(draws.gains(inForce, candidate, rules.objective(), 0)),
                broken(candidate, 0));
    }

    private Compared compared(int best, int from, Objective objective) {
        return new Compared(
                objective,
                draws.mean(inForce, objective, from),
                draws.mean(best, objective, from),
                gain(draws.gains(inForce, best, objective, from)));
    }
}
