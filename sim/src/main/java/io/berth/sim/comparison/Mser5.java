package io.berth.sim.comparison;

/**
 * Where a series settles after its begin: MSER-5, the marginal standard error rule on means of batches of five.
 *
 * <p>Of k batch means the first d are left out for which Σ (Y_i − Ȳ)² / (k − d)², over the k − d that are left, is least: what
 * leaving out a biased begin gains in deviation against what it loses in length. Of equal ones the smallest d; never more than
 * half, since the last few of any series happen to be alike. A best d at that limit says that the series is too short, or has no
 * steady state.
 *
 * <p>Ten waits of 100 s, then forty that go between 0 and 2 s: the first two batches are left out.
 *
 * <p>Source: White, An effective truncation heuristic for bias reduction in simulation output, Simulation 69(6), 1997; batches of
 * five: Spratt, An evaluation of contemporary heuristics for the startup problem, master's thesis, University of Virginia, 1998;
 * the half: White, Cobb and Spratt, A comparison of five steady-state truncation heuristics for simulation, WSC 2000.
 */
public final class Mser5 {
    private static final int BATCH = 5;

    private Mser5() {}

    /**
     * What to leave out.
     *
     * @param observations how many, from the first on
     * @param settled false where no cut within the first half is better than that half, or there are too few to tell
     */
    public record Cut(int observations, boolean settled) {}

    /** The cut of {@code series}, which is in order; what is left over after the last whole batch does not count. */
    public static Cut of(double[] series) {
        double[] means = new double[series.length / BATCH];
        for (int batch = 0; batch < means.length; batch++) {
            means[batch] = batchMean(series, batch);
        }
        Cut cut = ofMeans(means);
        return new Cut(cut.observations() * BATCH, cut.settled());
    }

    /** The cut of a series that is means of batches already. */
    public static Cut ofMeans(double[] means) {
        int batches = means.length;
        int most = batches / 2;
        double mean = 0;
        double squares = 0;
        double least = Double.POSITIVE_INFINITY;
        int best = 0;
        // From the end, so that each step adds one batch to those that are left (Welford's update).
        for (int first = batches - 1; first >= 0; first--) {
            int left = batches - first;
            double batch = means[first];
            double off = batch - mean;
            mean += off / left;
            squares += off * (batch - mean);
            double error = squares / ((double) left * left);
            if (first <= most && error <= least) {
                least = error;
                best = first;
            }
        }
        return new Cut(best, best < most);
    }

    private static double batchMean(double[] series, int batch) {
        double sum = 0;
        for (int i = 0; i < BATCH; i++) {
            sum += series[batch * BATCH + i];
        }
        return sum / BATCH;
    }
}
