package io.berth.spec.scenario;

/**
 * Which generated jobs can do with fewer tasks than all.
 *
 * @param share of the jobs of several tasks, 0 to 1
 * @param fewest the fewest tasks of such a job over all of its tasks, 0 to 1; rounded up, and at least one task
 * @param serial of the work of one task, the part at most that more tasks do not divide, 0 to 1
 */
public record ElasticSpec(double share, double fewest, double serial) {
    /** All tasks of a job start together. */
    public static final ElasticSpec NONE = new ElasticSpec(0, 0, 0);
}
