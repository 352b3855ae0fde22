package io.berth.core.dispatch.predict;

import io.berth.core.time.Chance;
import org.jspecify.annotations.Nullable;

/**
 * How long answers will be, from those before them: a range that holds four in five, a median and a mean.
 *
 * <p>Goals: expected work of requests whose answers nobody knows, and how far it may be wrong. Constraints: no clock; memory is fixed; a
 * request costs some table look-ups and binary searches. Algorithm: answers are counted by kinds, from all of them to those of one
 * model, tenant, size and limit; of each kind the latest lengths are kept ({@link LengthWindow}), so that it follows the load. A kind
 * says something once it has {@value #FEW} answers. Of those that do, that grain of kinds is asked which has missed least lately against
 * what is said of all answers, for finer is not always better: its answers are fewer and older. Where the range held more or fewer than
 * it should have, its ends are moved outwards or inwards for the next.
 *
 * <p>Kinds of sizes and limits are bands: four to an octave. No answer is longer than its limit.
 *
 * <p>Source: order statistics as prediction bounds: Wilks, Determination of sample sizes for setting tolerance limits, 1941; ends that
 * follow what they held: Gibbs and Candès, Adaptive conformal inference under distribution shift, NeurIPS 2021.
 */
public final class LengthForecast {
    /** Answers that a kind needs before it is asked. */
    static final int FEW = 20;

    private static final int LENGTHS = 256;
    private static final int KINDS = 1024;
    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;
    /** How far one answer moves an end of the range, in parts of all answers. */
    private static final double GAIN = 0.005;
    /** No end is moved further than so. */
    private static final double LEAST = 0.01;

    private static final double MOST = 0.4;
    /** Over so many answers goes what a grain has missed. */
    private static final double MANY = 500;
    /** Before anything is known the range ends so many times as far as the guess. */
    private static final double WIDE = 8;

    private static final int ALL = 0;
    private static final int MODEL = 1;
    private static final int TENANT = 2;
    private static final int SIZE = 4;
    private static final int LIMIT = 8;
    private static final int[] GRAINS = {
        ALL,
        MODEL,
        MODEL | LIMIT,
        MODEL | SIZE,
        MODEL | TENANT,
        MODEL | SIZE | LIMIT,
        MODEL | TENANT | LIMIT,
        MODEL | TENANT | SIZE | LIMIT
    };

    private final LengthRange guess;
    private final LengthWindows windows = new LengthWindows(KINDS, LENGTHS);
    private final LengthWindow all = new LengthWindow(LENGTHS);
    /** By grain: what it missed over what {@link #all} missed of the same answers, both as means. */
    private final double[] missed = new double[GRAINS.length];

    private final double[] missedByAll = new double[GRAINS.length];
    private final long[] judged = new long[GRAINS.length];
    private double low = LOW;
    private double high = HIGH;

    /**
     * What is known of a request when it comes.
     *
     * @param model its number, or any number that stands for it
     * @param tenant whose it is
     * @param size how much is asked, such as the length of the prompt; 0 where that is not known
     * @param most the longest answer that it may have; 0 for no limit
     */
    public record Asked(int model, int tenant, long size, long most) {
        /** One of which nothing is known. */
        public static final Asked NOTHING = new Asked(0, 0, 0, 0);
    }

    /** @param guess the length that is expected before anything is known */
    public LengthForecast(double guess) {
        if (!(guess > 0)) {
            throw new IllegalArgumentException("The first guess must be above 0, not (" + guess + ").");
        }
        this.guess = new LengthRange(0, guess, WIDE * guess, guess);
    }

    /** The length of the answer to a request. */
    public LengthRange expect(Asked asked) {
        LengthWindow window = best(asked);
        return window.count() == 0 ? guess.atMost(asked.most) : range(window).atMost(asked.most);
    }

    /** The answer to a request is there, and was {@code length}. */
    public void answered(Asked asked, double length) {
        if (all.count() > 0) {
            judge(asked, length);
        }
        all.add(length);
        for (int grain = 1; grain < GRAINS.length; grain++) {
            windows.make(hash(asked, GRAINS[grain])).add(length);
        }
    }

    private LengthRange range(LengthWindow window) {
        return new LengthRange(window.quantile(low), window.quantile(0.5), window.quantile(high), window.mean());
    }

    private LengthWindow best(Asked asked) {
        LengthWindow best = all;
        double least = 1;
        for (int grain = 1; grain < GRAINS.length; grain++) {
            LengthWindow window = known(asked, grain);
            if (window != null && missed[grain] < least * missedByAll[grain]) {
                best = window;
                least = missed[grain] / missedByAll[grain];
            }
        }
        return best;
    }

    /** The window of a grain that has enough answers to be asked; null where it has not. */
    private @Nullable LengthWindow known(Asked asked, int grain) {
        LengthWindow window = windows.find(hash(asked, GRAINS[grain]));
        return window == null || window.count() < FEW ? null : window;
    }

    /** What was said of an answer before it was there, against what it is. */
    private void judge(Asked asked, double length) {
        LengthRange told = expect(asked);
        low = StrictMath.clamp(low + GAIN * (LOW - (length < told.low() ? 1 : 0)), LEAST, MOST);
        high = StrictMath.clamp(high + GAIN * (HIGH - (length <= told.high() ? 1 : 0)), 1 - MOST, 1 - LEAST);
        double byAll = StrictMath.abs(length - capped(all, asked.most));
        for (int grain = 1; grain < GRAINS.length; grain++) {
            LengthWindow window = known(asked, grain);
            if (window != null) {
                double part = 1 / StrictMath.min((double) ++judged[grain], MANY);
                missed[grain] += part * (StrictMath.abs(length - capped(window, asked.most)) - missed[grain]);
                missedByAll[grain] += part * (byAll - missedByAll[grain]);
            }
        }
    }

    private static double capped(LengthWindow window, long most) {
        double median = window.quantile(0.5);
        return most > 0 ? StrictMath.min(median, (double) most) : median;
    }

    private static long hash(Asked asked, int grain) {
        long hash = grain;
        hash = mix(hash, (grain & MODEL) == 0 ? 0 : asked.model);
        hash = mix(hash, (grain & TENANT) == 0 ? 0 : asked.tenant);
        hash = mix(hash, (grain & SIZE) == 0 ? 0 : band(asked.size));
        return mix(hash, (grain & LIMIT) == 0 ? 0 : band(asked.most));
    }

    /** Four to an octave; 0 for 0. */
    private static long band(long value) {
        int octave = Long.SIZE - 1 - Long.numberOfLeadingZeros(value);
        if (octave < 2) {
            return StrictMath.max(0, value);
        }
        return 4L * octave + (value >>> octave - 2 & 3);
    }

    private static long mix(long hash, long value) {
        return Chance.mix(hash ^ Chance.mix(value));
    }
}
