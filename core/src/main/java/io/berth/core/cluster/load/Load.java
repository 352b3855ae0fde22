package io.berth.core.cluster.load;

import java.util.Arrays;
import java.util.List;

/** What was measured of a node. Where nothing is said of a span, the nearest of which something is said stands for it. */
public final class Load {
    /** Stands for what nobody measured. */
    public static final long UNKNOWN = -1;

    /** Nothing was measured. */
    public static final Load NONE = new Load(List.of());

    private static final int OF_SPAN = Measure.COUNT * Statistic.COUNT;

    private final List<LoadFigure> figures;
    /** By span, measure, statistic: policies ask for every node and shape. */
    private final long[] values;

    /** @param figures each span and measure once; of one that comes twice the last counts */
    public Load(List<LoadFigure> figures) {
        this.figures = List.copyOf(figures);
        this.values = new long[figures.isEmpty() ? 0 : Span.COUNT * OF_SPAN];
        Arrays.fill(values, UNKNOWN);
        for (LoadFigure figure : figures) {
            for (Statistic statistic : Statistic.values()) {
                values[at(figure.span().ordinal(), figure.measure(), statistic)] = figure.value(statistic);
            }
        }
        for (int span = 1; values.length > 0 && span < Span.COUNT; span++) {
            fill(span, span - 1);
            fill(Span.COUNT - 1 - span, Span.COUNT - span);
        }
    }

    private void fill(int span, int from) {
        for (int i = 0; i < OF_SPAN; i++) {
            int at = span * OF_SPAN + i;
            values[at] = values[at] == UNKNOWN ? values[from * OF_SPAN + i] : values[at];
        }
    }

    private static int at(int span, Measure measure, Statistic statistic) {
        return span * OF_SPAN + measure.ordinal() * Statistic.COUNT + statistic.ordinal();
    }

    /** What was measured, as it was told. */
    public List<LoadFigure> figures() {
        return figures;
    }

    /** One value in the unit of the measure; {@link #UNKNOWN} where nobody measured it. */
    public long value(Span span, Measure measure, Statistic statistic) {
        return values.length == 0 ? UNKNOWN : values[at(span.ordinal(), measure, statistic)];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Load load && figures.equals(load.figures);
    }

    @Override
    public int hashCode() {
        return figures.hashCode();
    }

    @Override
    public String toString() {
        return figures.toString();
    }
}
