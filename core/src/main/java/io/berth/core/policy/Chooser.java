package io.berth.core.policy;

/**
 * An order that looks at all waiting jobs to say which is tried next, such as one that was learnt.
 *
 * <p>Within a pass it is asked anew after each job that was tried, started or not, so that it sees the room the pass has already
 * given away. What comes of a job that is tried is the backfill's: with none, the first that does not fit ends the pass; with easy, it
 * is promised room; with conservative, every job is promised room in the order of the choices.
 *
 * <p>It does not go with preemption, which must compare a waiting job with a running one. Where an order must be known without
 * a choice, such as that of rejections, jobs go by {@link #keyed}: first come first.
 *
 * <p>Cost: a pass asks once per job that it tries; what the policy does with the others of {@link Waiting} is its own.
 */
@FunctionalInterface
public non-sealed interface Chooser extends Order {
    /** Answered by {@link #choose} to leave the rest for later passes. */
    int NONE = -1;

    /**
     * The job to be tried next, from 0 to less than {@link Waiting#size()}; or {@link #NONE}: the rest waits for the next pass, which
     * comes when something happens. With conservative backfill, where each job has its turn, the rest then goes first come first.
     *
     * <p>A function of {@code waiting} alone, which must not be kept.
     */
    int choose(Waiting waiting);

    @Override
    default KeyedOrder keyed() {
        return KeyedOrder.BY_SUBMISSION;
    }
}
