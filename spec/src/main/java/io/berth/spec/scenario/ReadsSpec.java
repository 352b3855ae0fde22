package io.berth.spec.scenario;

/**
 * Which data sets generated jobs read: one each.
 *
 * @param share of the jobs that read one, 0 to 1
 * @param skew how much more often the first are read than the last: the k-th as 1/k to this power (Zipf); 0 for all alike
 */
public record ReadsSpec(double share, double skew) {
    /** No job reads any. */
    public static final ReadsSpec NONE = new ReadsSpec(0, 0);
}
