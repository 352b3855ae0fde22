package io.berth.sim.adaptive;

import io.berth.sim.portfolio.Gain;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What several looks on end say of each strategy beside the one in force. A single look is of a few hours, which differ by more than
 * strategies do; so its draws are put together with those of the looks before it, back to the last at which the strategy was no better, or
 * to that of the oldest work that is looked at.
 *
 * <p>Source: to begin anew where what is summed falls below zero is the rule of cumulative sums (Page, Continuous inspection schemes,
 * Biometrika 41, 1954), which is quick to see a shift.
 */
final class Evidence {
    private final long spanNanos;
    private final List<ArrayDeque<Seen>> looks = new ArrayList<>();

    /** The gains of the draws of one look. */
    private record Seen(long atNanos, double[] gains) {}

    /**
     * Nothing is known.
     *
     * @param strategies how many there are
     * @param spanNanos how old a look may be
     */
    Evidence(int strategies, long spanNanos) {
        this.spanNanos = spanNanos;
        for (int place = 0; place < strategies; place++) {
            looks.add(new ArrayDeque<>());
        }
    }

    /** Another strategy is in force: what was said against the one before says nothing of it. */
    void clear() {
        looks.forEach(ArrayDeque::clear);
    }

    /** At {@code nowNanos} the draws of {@code place} gained so much. */
    void add(int place, long nowNanos, double[] gains) {
        ArrayDeque<Seen> seen = looks.get(place);
        if (gains.length == 0) {
            return;
        }
        if (!(mean(gains) > 0)) {
            seen.clear();
            return;
        }
        seen.addLast(new Seen(nowNanos, gains));
        while (seen.getFirst().atNanos < nowNanos - spanNanos) {
            seen.removeFirst();
        }
    }

    private static double mean(double[] gains) {
        double sum = 0;
        for (double gain : gains) {
            sum += gain;
        }
        return sum / gains.length;
    }

    /** How many looks on end {@code place} was better. */
    int looks(int place) {
        return looks.get(place).size();
    }

    /** By how much in the last of them; 0 where there is none. */
    double last(int place) {
        ArrayDeque<Seen> seen = looks.get(place);
        return seen.isEmpty() ? 0 : mean(seen.getLast().gains);
    }

    /** By how much in all of them, with the interval of the mean of all their draws. */
    Gain gain(int place) {
        return Gain.of(
                looks.get(place).stream()
                        .flatMapToDouble(seen -> Arrays.stream(seen.gains))
                        .toArray(),
                false);
    }
}
