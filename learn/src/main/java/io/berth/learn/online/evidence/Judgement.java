package io.berth.learn.online.evidence;

import io.berth.sim.comparison.Difference;
import java.util.Locale;

/**
 * What one judge says of a candidate against the strategy in force.
 *
 * @param verdict what follows
 * @param mean by how much the candidate is better, in the judge's unit; below 0 for worse; NaN where it cannot tell, so also the rest
 * @param low end of the 95 % interval
 * @param high end of it
 * @param p how likely a difference as large is by chance, two-sided
 * @param units jobs or choices that were looked at
 * @param support those of them that tell the two apart
 */
public record Judgement(Verdict verdict, double mean, double low, double high, double p, int units, int support) {
    /** What a judge may say. Only {@link #BETTER} of all judges promotes. */
    public enum Verdict {
        BETTER,
        WORSE,
        /** Better with the jobs that there were, and far worse with others than an order that knows none. */
        NARROW,
        NO_REAL_DIFFERENCE,
        CANNOT_TELL
    }

    public static Judgement cannotTell(int units, int support) {
        return new Judgement(Verdict.CANNOT_TELL, Double.NaN, Double.NaN, Double.NaN, Double.NaN, units, support);
    }

    /** Of {@code gain}, by how much the candidate was better, which is real where its p is below {@code alpha}. */
    public static Judgement of(Difference gain, double alpha, int support) {
        boolean real = gain.p() < alpha && gain.mean() != 0;
        Verdict verdict = !real ? Verdict.NO_REAL_DIFFERENCE : gain.mean() > 0 ? Verdict.BETTER : Verdict.WORSE;
        return new Judgement(verdict, gain.mean(), gain.low(), gain.high(), gain.p(), gain.pairs(), support);
    }

    /** The same figures of one that is helpless with other jobs. */
    public Judgement narrow() {
        return new Judgement(Verdict.NARROW, mean, low, high, p, units, support);
    }

    /** For people: {@code better: gain 0.443 (0.283 to 0.567; p 0.00035), 300 looked at}. */
    @Override
    public String toString() {
        String words = verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String gain = Double.isNaN(mean)
                ? ""
                : String.format(Locale.ROOT, ": gain %.3f (%.3f to %.3f; p %.2g)", mean, low, high, p);
        return words + gain + ", " + units + " looked at";
    }
}
