package io.berth.console.series;

import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** All figures of one stretch of time; it never changes. A row has a value for each {@link Figure}, NaN for what is not known. */
public final class Sample {
    /** More queues, or owners, are told together, or a name for each job would fill the disk. */
    static final int MOST_PARTS = 50;

    /** What they are called together. */
    public static final String OTHERS = "*";

    private static final int GPUS = Figure.GPUS_ALLOCATED.ordinal();
    private static final int RUNNING = Figure.JOBS_RUNNING.ordinal();
    private static final int WAITING = Figure.JOBS_WAITING.ordinal();

    private final long second;
    private final double[] all;
    private final SortedMap<String, double[]> queues;
    private final SortedMap<String, double[]> owners;

    /** @param second when its stretch began, seconds of Berth's time */
    Sample(long second, double[] all, SortedMap<String, double[]> queues, SortedMap<String, double[]> owners) {
        this.second = second;
        this.all = all;
        this.queues = bounded(queues);
        this.owners = bounded(owners);
    }

    /** A row of nothing. */
    static double[] row() {
        double[] row = new double[Figure.count()];
        for (int i = 0; i < row.length; i++) {
            boolean unknown = Figure.of(i).kind() == Figure.Kind.MEASURED;
            row[i] = unknown ? Double.NaN : 0;
        }
        return row;
    }

    /** When its stretch began, seconds of Berth's time. */
    public long second() {
        return second;
    }

    /** The whole. */
    public double[] all() {
        return all;
    }

    /** By queue. */
    public SortedMap<String, double[]> queues() {
        return queues;
    }

    /** By owner. */
    public SortedMap<String, double[]> owners() {
        return owners;
    }

    /** The same at another time. */
    Sample at(long newSecond) {
        return new Sample(newSecond, all, queues, owners);
    }

    /** {@code parts} as one, which began at {@code second}. */
    static Sample merge(long second, List<Sample> parts) {
        double[] all = merge(parts.stream().map(Sample::all).toList(), parts.size());
        return new Sample(second, all, merged(parts, Sample::queues), merged(parts, Sample::owners));
    }

    private static SortedMap<String, double[]> merged(
            List<Sample> parts, Function<Sample, SortedMap<String, double[]>> by) {
        TreeSet<String> names = new TreeSet<>();
        parts.forEach(part -> names.addAll(by.apply(part).keySet()));
        SortedMap<String, double[]> merged = new TreeMap<>();
        for (String name : names) {
            List<double[]> rows = parts.stream()
                    .map(part -> by.apply(part).get(name))
                    .filter(row -> row != null)
                    .toList();
            merged.put(name, merge(rows, parts.size()));
        }
        return merged;
    }

    /** @param count of samples, those without a row of this name included: there it held nothing */
    private static double[] merge(List<double[]> rows, int count) {
        double[] merged = new double[Figure.count()];
        for (int i = 0; i < merged.length; i++) {
            double sum = 0;
            int known = 0;
            for (double[] row : rows) {
                if (!Double.isNaN(row[i])) {
                    sum += row[i];
                    known++;
                }
            }
            merged[i] = switch (Figure.of(i).kind()) {
                case SUM -> sum;
                case MEAN -> sum / count;
                case MEASURED -> known == 0 ? Double.NaN : sum / known;
            };
        }
        return merged;
    }

    private static SortedMap<String, double[]> bounded(SortedMap<String, double[]> parts) {
        if (parts.size() <= MOST_PARTS) {
            return Collections.unmodifiableSortedMap(parts);
        }
        Comparator<Map.Entry<String, double[]>> most = Comparator.comparingDouble(part -> -part.getValue()[GPUS]);
        most = most.thenComparingDouble(part -> -part.getValue()[RUNNING])
                .thenComparingDouble(part -> -part.getValue()[WAITING])
                .thenComparing(Map.Entry::getKey);
        List<Map.Entry<String, double[]>> order =
                parts.entrySet().stream().sorted(most).toList();
        SortedMap<String, double[]> kept = new TreeMap<>();
        double[] others = row();
        for (int i = 0; i < order.size(); i++) {
            Map.Entry<String, double[]> part = order.get(i);
            if (i < MOST_PARTS - 1 && !part.getKey().equals(OTHERS)) {
                kept.put(part.getKey(), part.getValue());
            } else {
                add(others, part.getValue());
            }
        }
        kept.put(OTHERS, others);
        return Collections.unmodifiableSortedMap(kept);
    }

    /** Adds {@code more} to {@code sum}; what is known of one only is what is known of both. */
    public static void add(double[] sum, double[] more) {
        for (int i = 0; i < sum.length; i++) {
            if (Double.isNaN(sum[i])) {
                sum[i] = more[i];
            } else if (!Double.isNaN(more[i])) {
                sum[i] += more[i];
            }
        }
    }

    @Override
    public String toString() {
        return second + " " + Arrays.toString(all) + " " + queues.keySet() + " " + owners.keySet();
    }
}
