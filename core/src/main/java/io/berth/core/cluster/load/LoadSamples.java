package io.berth.core.cluster.load;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Samples of what one node does, and what they are over spans of time. Whoever measures keeps one for each node: this machine's sampler,
 * those that ask a cluster, and the emulated world.
 */
public final class LoadSamples {
    /** One in five seconds for half an hour; of more the oldest go. */
    private static final int MOST = 360;

    private final List<Span> spans;
    private final ArrayDeque<Sample> samples = new ArrayDeque<>();

    private record Sample(long nanos, long[] values) {}

    /** @param spans those that are told of */
    public LoadSamples(List<Span> spans) {
        this.spans = List.copyOf(spans);
    }

    /** @param values by {@link Measure}, {@link Load#UNKNOWN} where nothing is known; not to be changed later */
    public void add(long nanos, long[] values) {
        if (!samples.isEmpty() && nanos < samples.getLast().nanos) {
            samples.clear();
        }
        samples.add(new Sample(nanos, values));
        long longest = spans.getLast().nanos();
        while (samples.size() > MOST || samples.getFirst().nanos <= nanos - longest) {
            samples.removeFirst();
        }
    }

    /** What they are at the moment of the last. */
    public Load load() {
        List<LoadFigure> figures = new ArrayList<>();
        if (samples.isEmpty()) {
            return Load.NONE;
        }
        for (Span span : spans) {
            long from = samples.getLast().nanos - span.nanos();
            for (Measure measure : Measure.values()) {
                long[] values = values(measure, from);
                if (values.length > 0) {
                    figures.add(new LoadFigure(span, measure, statistics(values)));
                }
            }
        }
        return new Load(figures);
    }

    private long[] values(Measure measure, long from) {
        long[] values = new long[samples.size()];
        int count = 0;
        for (Sample sample : samples) {
            long value = sample.values[measure.ordinal()];
            if (sample.nanos > from && value != Load.UNKNOWN) {
                values[count++] = value;
            }
        }
        return Arrays.copyOf(values, count);
    }

    /** By nearest rank: the smallest sample that so many are not above. */
    private static List<Long> statistics(long[] values) {
        Arrays.sort(values);
        double sum = 0;
        for (long value : values) {
            sum += value;
        }
        return List.of(
                StrictMath.round(sum / values.length),
                rank(values, 50),
                rank(values, 90),
                rank(values, 95),
                rank(values, 99));
    }

    private static long rank(long[] sorted, int percent) {
        return sorted[(sorted.length * percent + 99) / 100 - 1];
    }
}
