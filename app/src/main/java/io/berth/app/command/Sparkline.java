package io.berth.app.command;

import java.util.List;

/** A curve in one line of text: eight heights, the lowest for the least value. */
public final class Sparkline {
    private static final String HEIGHTS = "▁▂▃▄▅▆▇█";

    private Sparkline() {}

    /** At most {@code width} characters: each is the mean of a stretch of {@code values}; a stretch without a number is a cross. */
    public static String of(List<Double> values, int width) {
        int columns = Math.min(width, values.size());
        double least = values.stream()
                .filter(Double::isFinite)
                .mapToDouble(value -> value)
                .min()
                .orElse(0);
        double most = values.stream()
                .filter(Double::isFinite)
                .mapToDouble(value -> value)
                .max()
                .orElse(0);
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < columns; column++) {
            int from = column * values.size() / columns;
            int to = Math.max(from + 1, (column + 1) * values.size() / columns);
            double mean = values.subList(from, to).stream()
                    .filter(Double::isFinite)
                    .mapToDouble(value -> value)
                    .average()
                    .orElse(Double.NaN);
            line.append(character(mean, least, most));
        }
        return line.toString();
    }

    private static char character(double value, double least, double most) {
        if (Double.isNaN(value)) {
            return '×';
        }
        int highest = HEIGHTS.length() - 1;
        double share = most > least ? (value - least) / (most - least) : 0;
        return HEIGHTS.charAt((int) Math.round(share * (double) highest));
    }
}
