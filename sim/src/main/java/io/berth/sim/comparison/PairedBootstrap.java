package io.berth.sim.comparison;

import io.berth.core.time.Chance;
import java.util.Arrays;

/**
 * Whether the mean of paired differences is really not zero, by resampling them.
 *
 * <p>Algorithm: 10,000 times, blocks of consecutive differences are drawn with replacement until there are as many as before
 * (the last block is cut; blocks go around the end), and their mean is taken. The 95 % interval leaves out the same part of the
 * sorted means on either side: Φ(−√(u/(u − 1)) t) of them, with u blocks and t that of Student for u − 1 degrees of freedom. Of
 * many blocks that is 2.5 %; of few it is less, because their means lie too close together (expanded percentile interval). p is
 * twice the smaller part of the means on either side of zero, counting one more than were drawn. A difference is real where the
 * interval is on one side of zero and p is below 0.05. Blocks of one are the plain bootstrap, for independent pairs.
 *
 * <p>Worked example: the differences −1, −2, −3 give means from −3 to −1, none on the other side of zero, so p would be 2 /
 * 10,001. But three fair coins agree with probability 1/4, so that no p of three pairs is taken below 2^(1−3) = 0.25, and three
 * pairs settle nothing. Six can.
 *
 * <p>Source: Efron and Tibshirani, An Introduction to the Bootstrap, 1993, §8, §13.3 and §16.4; Künsch, The jackknife and the
 * bootstrap for general stationary observations, Annals of Statistics 17, 1989; Politis and Romano, A circular block-resampling
 * procedure for stationary data, 1992; few blocks: Hesterberg, What teachers should know about the bootstrap, The American
 * Statistician 69, 2015, §5.3; one more in p: Davison and Hinkley, Bootstrap Methods and their Application, 1997,
 * §4.2.
 */
public final class PairedBootstrap {
    /** Means drawn. */
    public static final int RESAMPLES = 10_000;

    private static final String STREAM = "paired-bootstrap";
    private static final long SEED = 1;
    private static final double SMALL = 1 - Interval.CONFIDENCE;

    private PairedBootstrap() {}

    /**
     * The difference that {@code differences} show.
     *
     * @param differences of each pair, all finite, at least one; neighbours are consecutive
     * @param block how many consecutive ones are drawn together, at least 1
     */
    public static Difference of(double[] differences, int block, Goal goal) {
        int pairs = differences.length;
        double[] sums = sums(differences);
        double mean = sums[pairs] / pairs;
        double[] means = means(sums, block);
        Arrays.sort(means);
        int blocks = (pairs + block - 1) / block;
        int left = StrictMath.max(1, (int) (tail(blocks) * RESAMPLES));
        double low = means[left - 1];
        double high = means[RESAMPLES - left];
        double least = chanceOfOneSign(blocks);
        double p = StrictMath.max(least, p(means));
        boolean none = low == 0 && high == 0;
        boolean real = p < SMALL && (low > 0 || high < 0);
        Verdict verdict = real ? goal.verdict(low > 0) : Verdict.NO_REAL_DIFFERENCE;
        return new Difference(
                mean, low, high, p, pairs, block, !none && least >= SMALL ? Verdict.TOO_FEW_PAIRS : verdict);
    }

    /** The part of the means that the interval leaves out on either side. */
    private static double tail(int blocks) {
        if (blocks < 2) {
            return 0;
        }
        double wider = StrictMath.sqrt(blocks / (blocks - 1.0)) * StudentT.quantile(Interval.CONFIDENCE, blocks - 1);
        return (1 - StudentT.within(wider, Integer.MAX_VALUE)) / 2;
    }

    /** The chance that {@code count} independent differences, each as likely above zero as below, all have one sign. */
    private static double chanceOfOneSign(int count) {
        return StrictMath.scalb(1.0, 1 - count);
    }

    private static double p(double[] sorted) {
        int below = 0;
        int above = 0;
        for (double mean : sorted) {
            below += mean <= 0 ? 1 : 0;
            above += mean >= 0 ? 1 : 0;
        }
        return StrictMath.min(1, 2.0 * (StrictMath.min(below, above) + 1) / (RESAMPLES + 1));
    }

    /** Sums of the first 0, 1, … differences. */
    private static double[] sums(double[] differences) {
        double[] sums = new double[differences.length + 1];
        for (int i = 0; i < differences.length; i++) {
            sums[i + 1] = sums[i] + differences[i];
        }
        return sums;
    }

    private static double[] means(double[] sums, int block) {
        int pairs = sums.length - 1;
        double[] means = new double[RESAMPLES];
        if (Arrays.stream(sums).allMatch(sum -> sum == 0)) {
            // So are the means of all that could be drawn.
            return means;
        }
        Chance stream = new Chance(SEED, STREAM, 0);
        for (int resample = 0; resample < RESAMPLES; resample++) {
            Chance chance = stream.inPass(resample);
            double sum = 0;
            for (int drawn = 0; drawn < pairs; drawn += block) {
                sum += sum(sums, chance.below(pairs), StrictMath.min(block, pairs - drawn));
            }
            means[resample] = sum / pairs;
        }
        return means;
    }

    /** The sum of {@code length} differences from {@code first} on, around the end. */
    private static double sum(double[] sums, int first, int length) {
        int pairs = sums.length - 1;
        int end = first + length;
        return end <= pairs ? sums[end] - sums[first] : sums[pairs] - sums[first] + sums[end - pairs];
    }
}
