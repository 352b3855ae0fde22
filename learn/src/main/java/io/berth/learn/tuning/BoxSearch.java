package io.berth.learn.tuning;

import io.berth.core.time.Chance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The cross-entropy method in a box: draws points around a mean, and moves the mean and the spread to those that cost least.
 *
 * <p>Goals: few numbers, of which nothing is known but what a point costs. Constraints: the same points for the same seed and costs,
 * however the costs were computed. It begins where it is told with a quarter of the box's width as deviation; the first point of each
 * round is the mean, so that the start is tried too.
 *
 * <p>Source: Rubinstein: The cross-entropy method for combinatorial and continuous optimization, 1999; Szita, Lőrincz, Neural
 * Computation 18, 2006, §3, for the spread that is added and falls to 0.
 */
public final class BoxSearch {
    private static final double SPREAD = 0.25;
    private static final double ADDED = 0.05;

    private final List<Range> ranges;
    private final Options options;
    private final long seed;
    private final double[] mean;
    private final double[] spread;
    private List<double[]> drawn = List.of();
    private double[] best;
    private double leastCost = Double.POSITIVE_INFINITY;
    private int round;

    /**
     * How long it searches.
     *
     * @param points of a round, at least 2
     * @param elite of them that the next round is drawn around, from 1 to fewer than the points
     * @param rounds in all, at least 1
     */
    public record Options(int points, int elite, int rounds) {
        /** @throws IllegalArgumentException where a number is out of range */
        public Options {
            if (points < 2 || elite < 1 || elite >= points || rounds < 1) {
                throw new IllegalArgumentException("A search needs 2 points, an elite of 1 to fewer than them, and a"
                        + " round at least, not " + points + ", " + elite + ", " + rounds + ".");
            }
        }
    }

    /**
     * Searches the box of {@code ranges}.
     *
     * @param start where it begins, a number for each range
     */
    public BoxSearch(List<Range> ranges, double[] start, Options options, long seed) {
        this.ranges = List.copyOf(ranges);
        this.options = options;
        this.seed = seed;
        this.mean = start.clone();
        this.spread = new double[ranges.size()];
        for (int i = 0; i < mean.length; i++) {
            spread[i] = SPREAD * (ranges.get(i).high() - ranges.get(i).low());
        }
        this.best = tried(mean);
    }

    /** The points of the next round, whose costs {@link #tell} then hears. */
    public List<double[]> draw() {
        drawn = new ArrayList<>();
        for (int point = 0; point < options.points(); point++) {
            Chance chance = new Chance(seed, "tuning", (long) round * options.points() + point);
            double[] values = mean.clone();
            for (int i = 0; i < values.length && point > 0; i++) {
                values[i] += spread[i] * chance.normal();
            }
            drawn.add(tried(values));
        }
        return drawn;
    }

    /** What the points of the round cost, in their order; NaN counts as the most. */
    public void tell(List<Double> costs) {
        List<Integer> places = new ArrayList<>();
        for (int point = 0; point < drawn.size(); point++) {
            places.add(point);
        }
        places.sort(Comparator.comparingDouble(costs::get));
        int first = places.getFirst();
        if (costs.get(first) < leastCost) {
            leastCost = costs.get(first);
            best = drawn.get(first);
        }
        move(places.subList(0, options.elite()).stream().map(drawn::get).toList());
        round++;
    }

    /** The point that cost least so far; the start before any did. */
    public double[] best() {
        return best.clone();
    }

    /** What it cost; infinite before any round. */
    public double leastCost() {
        return leastCost;
    }

    private double[] tried(double[] values) {
        double[] tried = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            tried[i] = ranges.get(i).tried(values[i]);
        }
        return tried;
    }

    private void move(List<double[]> elite) {
        double left = StrictMath.max(0, 1 - (round + 1.0) / options.rounds());
        for (int i = 0; i < mean.length; i++) {
            double sum = 0;
            for (double[] point : elite) {
                sum += point[i];
            }
            mean[i] = sum / elite.size();
            double squares = 0;
            for (double[] point : elite) {
                squares += (point[i] - mean[i]) * (point[i] - mean[i]);
            }
            double width = ranges.get(i).high() - ranges.get(i).low();
            spread[i] = StrictMath.sqrt(squares / elite.size()) + ADDED * left * width;
        }
    }
}
