package io.berth.core.cluster.load;

import java.util.List;

/**
 * What was measured of one thing over one span.
 *
 * @param values by {@link Statistic}, in the unit of the measure
 */
public record LoadFigure(Span span, Measure measure, List<Long> values) {
    public LoadFigure {
        values = List.copyOf(values);
        if (values.size() != Statistic.COUNT) {
            throw new IllegalArgumentException(
                    "A figure of a load has " + Statistic.COUNT + " values, not " + values.size() + ".");
        }
    }

    /** One of which only a mean is known, which stands for all. */
    public static LoadFigure flat(Span span, Measure measure, long value) {
        return new LoadFigure(span, measure, List.of(value, value, value, value, value));
    }

    public long value(Statistic statistic) {
        return values.get(statistic.ordinal());
    }
}
