package io.berth.core.cluster.load;

import java.util.List;

/**
 * Above which share of a node no new task comes to it, and below which one tasks come again.
 *
 * @param statistic what is looked at
 * @param span over which time
 * @param highMilli by {@link Measure}, thousandths of what the node has; 0 for no threshold
 * @param lowMilli the same, never above
 */
public record Thresholds(Statistic statistic, Span span, List<Integer> highMilli, List<Integer> lowMilli) {
    /** Nothing is too much. */
    public static final Thresholds NONE = new Thresholds(
            Statistic.P95, Span.FIVE_MINUTES, List.of(0, 0, 0, 0, 0, 0, 0), List.of(0, 0, 0, 0, 0, 0, 0));

    public Thresholds {
        highMilli = List.copyOf(highMilli);
        lowMilli = List.copyOf(lowMilli);
    }

    /** True where there is any. */
    public boolean any() {
        return !equals(NONE) && highMilli.stream().anyMatch(high -> high > 0);
    }

    /** The bits of what is hot, where {@code before} were; {@code shares} are thousandths by measure, negative where unknown. */
    public int hot(int before, long[] shares) {
        int bits = 0;
        for (int i = 0; i < Measure.COUNT; i++) {
            boolean was = (before & 1 << i) != 0;
            int bound = was ? lowMilli.get(i) : highMilli.get(i);
            bits |= highMilli.get(i) > 0 && shares[i] > bound ? 1 << i : 0;
        }
        return bits;
    }
}
