package io.berth.core.series;

import io.berth.core.series.model.Seasons;
import java.util.Arrays;

/**
 * Finds after how many steps a series repeats itself: the length by whose places most of the variation about the level is explained, where changes are
 * alike at that distance too. A series that only wanders is like its own past, its changes are not.
 */
public final class SeasonSearch {
    private static final int MOST_VALUES = 4096;

    /** So much of the variation is explained by a season. */
    private static final double LEAST_EXPLAINED = 0.3;

    /** And so much by a shorter one inside of it. */
    private static final double LEAST_INSIDE = 0.1;

    /** Multiples of a season explain as much as it does, but for chance. */
    private static final double CHANCE = 0.03;

    private static final double LEAST_LIKENESS = 0.1;

    private final double[] values;
    private final double[] sums;

    private SeasonSearch(double[] values) {
        this.values = values;
        this.sums = new double[values.length + 1];
        for (int i = 0; i < values.length; i++) {
            sums[i + 1] = sums[i] + values[i];
        }
    }

    /** The seasons of {@code values}, of each of which there are at least three; none where no length stands out. */
    public static Seasons find(double[] values) {
        int from = StrictMath.max(0, values.length - MOST_VALUES);
        return new SeasonSearch(Arrays.copyOfRange(values, from, values.length)).found();
    }

    private Seasons found() {
        double[] explained = new double[values.length / 3 + 1];
        double best = 0;
        for (int length = 2; length < explained.length; length++) {
            explained[length] = explained(length, length);
            best = StrictMath.max(best, explained[length]);
        }
        if (best < LEAST_EXPLAINED) {
            return Seasons.NONE;
        }
        int season = 2;
        while (explained[season] < best - CHANCE) {
            season++;
        }
        if (likeness(season) < StrictMath.max(LEAST_LIKENESS, 3 / StrictMath.sqrt(values.length))) {
            return Seasons.NONE;
        }
        return Seasons.of(inside(season), season);
    }

    /** The part of {@code season} by whose places most is explained; 1 where none explains enough. */
    private int inside(int season) {
        int inside = 1;
        double most = LEAST_INSIDE;
        for (int length = 2; length <= season / 2; length++) {
            double explained = season % length == 0 ? explained(length, season) : 0;
            inside = explained > most ? length : inside;
            most = StrictMath.max(most, explained);
        }
        return inside;
    }

    /** The part of the variation about a level over {@code window} steps that means by place explain, less what chance would. */
    private double explained(int length, int window) {
        int half = window / 2;
        int count = values.length - 2 * half;
        double[] places = new double[length];
        int[] counts = new int[length];
        double squares = 0;
        for (int i = half; i < values.length - half; i++) {
            double rest = values[i] - (sums[i + half + 1] - sums[i - half]) / (2 * half + 1);
            places[i % length] += rest;
            counts[i % length]++;
            squares += rest * rest;
        }
        double known = 0;
        for (int place = 0; place < length; place++) {
            known += counts[place] == 0 ? 0 : places[place] * places[place] / counts[place];
        }
        double left = squares - known;
        return squares == 0 || count <= length ? 0 : 1 - left / (count - length) / (squares / count);
    }

    /** How alike changes are to those {@code lag} steps before, 1 at most. */
    private double likeness(int lag) {
        double products = 0;
        double squares = 0;
        for (int i = 1; i < values.length; i++) {
            double change = values[i] - values[i - 1];
            squares += change * change;
            products += i > lag ? change * (values[i - lag] - values[i - lag - 1]) : 0;
        }
        int pairs = values.length - 1 - lag;
        return squares == 0 ? 0 : products / pairs / (squares / (values.length - 1));
    }
}
