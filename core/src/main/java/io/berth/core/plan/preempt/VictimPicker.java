package io.berth.core.plan.preempt;

import io.berth.core.state.Job;
import java.util.List;

/** Says which running jobs may make room for a pending one; {@link Preempter} stops those whose room is needed. */
public interface VictimPicker {
    /** A pass begins. @param units who makes room together in it */
    void begin(Units units);

    /**
     * Jobs without which {@code job} fits, which does not now; of those that hold more than it needs, the last are spared. Empty where
     * all that it may preempt do not hold enough. The list holds until the next is asked for.
     *
     * <p>For a job of several groups all that it may preempt, first whom it would stop first: as many are stopped as it needs.
     *
     * @param releases how often a pass began or room was made; where it stands still, room only became less
     */
    List<Job> pick(Job job, long releases);

    /**
     * Those that {@code job} may preempt, first whom it would stop first.
     *
     * @param most no more than these
     */
    List<Job> candidates(Job job, int most);
}
