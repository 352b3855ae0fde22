package io.berth.core.dispatch.split;

import java.util.LinkedHashMap;
import java.util.Map;

/** {@link CallTimes} of one kind. */
final class KindTimes {
    /** Over about so many calls. */
    private static final double MANY = 300;
    /** Before so many they say nothing. */
    private static final double FEW = 12;
    /** A call that took this many times more or less than expected is one that took so much. */
    private static final double MOST = 4;
    /** Where sizes differ less than this, what is fixed cannot be told from what each item takes. */
    private static final double SAME = 0.02;

    private static final double SLOWNESS_SHARE = 0.15;
    private static final int MOST_SERVERS = 1_024;

    private final Map<Integer, Double> slowness = new LinkedHashMap<>(16, 0.75f, true);
    private double calls;
    private double ones;
    private double items;
    private double squares;
    private double nanos;
    private double products;
    private double fixed;
    private double each;

    /** Whether what is fixed can be told from what an item takes. */
    boolean known() {
        return calls >= FEW && ones * squares - items * items > SAME * ones * squares;
    }

    /** Calls that were seen; those long ago count less. */
    double calls() {
        return calls;
    }

    /** What a call takes at {@code server} whatever it has. */
    double fixed(int server) {
        return slow(server) * fixed;
    }

    /** What an item takes there. */
    double each(int server) {
        return slow(server) * each;
    }

    double nanos(int server, int count) {
        return calls == 0 ? Double.NaN : slow(server) * (fixed + each * count);
    }

    void answered(int server, int count, double took) {
        double expected = fixed + each * count;
        boolean first = calls == 0;
        double seen = first
                ? took
                : StrictMath.clamp(took / slow(server), expected / MOST, StrictMath.max(1, expected * MOST));
        if (!first) {
            double ratio = slow(server) * seen / expected;
            double before = slowness.getOrDefault(server, ratio);
            slowness.put(server, before + SLOWNESS_SHARE * (ratio - before));
        } else {
            slowness.put(server, 1.0);
        }
        bound();
        learn(count, first ? took : took / slow(server), first ? took : expected);
    }

    private void learn(int count, double took, double expected) {
        double bounded = StrictMath.clamp(took, expected / MOST, expected * MOST);
        double weight = 1 / (expected * expected);
        double keep = 1 - 1 / MANY;
        calls = keep * calls + 1;
        ones = keep * ones + weight;
        items = keep * items + weight * count;
        squares = keep * squares + weight * count * count;
        nanos = keep * nanos + weight * bounded;
        products = keep * products + weight * bounded * count;
        solve();
    }

    private void solve() {
        double determinant = ones * squares - items * items;
        if (determinant <= SAME * ones * squares) {
            // All of about one size: as if nothing was fixed.
            fixed = 0;
            each = products / squares;
            return;
        }
        fixed = (squares * nanos - items * products) / determinant;
        each = (ones * products - items * nanos) / determinant;
        if (fixed < 0) {
            fixed = 0;
            each = products / squares;
        } else if (each < 0) {
            each = 0;
            fixed = nanos / ones;
        }
    }

    private double slow(int server) {
        Double known = slowness.get(server);
        if (known != null) {
            return known;
        }
        double sum = 0;
        for (double one : slowness.values()) {
            sum += one;
        }
        return slowness.isEmpty() ? 1 : sum / slowness.size();
    }

    private void bound() {
        if (slowness.size() > MOST_SERVERS) {
            slowness.remove(slowness.keySet().iterator().next());
        }
    }
}
