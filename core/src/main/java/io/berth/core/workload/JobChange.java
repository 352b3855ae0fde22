package io.berth.core.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes otherwise with a job that was handed in; null for what stays.
 *
 * @param queue only of a job that waits
 * @param timeLimitNanos above 0, {@link io.berth.core.time.Nanos#NEVER} for none; of a job that runs it counts from its start
 * @param labels what is said of each of its tasks
 */
public record JobChange(
        @Nullable String queue,
        @Nullable Integer priority,
        @Nullable Long timeLimitNanos,
        @Nullable List<Label> labels) {
    public JobChange {
        if (timeLimitNanos != null && timeLimitNanos <= 0) {
            throw new IllegalArgumentException("The time limit (" + timeLimitNanos + ") of a job must be above 0.");
        }
    }

    /** A change of which tasks hear nothing. */
    public JobChange(@Nullable String queue, @Nullable Integer priority, @Nullable Long timeLimitNanos) {
        this(queue, priority, timeLimitNanos, null);
    }

    /** Only what is said of its tasks. */
    public static JobChange ofLabels(List<Label> labels) {
        return new JobChange(null, null, null, labels);
    }

    /** True where all stays. */
    public boolean isNothing() {
        return queue == null && priority == null && timeLimitNanos == null && labels == null;
    }

    /**
     * A job of {@code spec} from then on.
     *
     * @param waits false where it holds room, which is counted for its queue
     */
    public JobSpec applied(JobSpec spec, boolean waits) {
        JobSpec changed = queue == null || !waits ? spec : spec.withQueue(queue);
        changed = priority == null ? changed : changed.withPriority(priority);
        List<Label> said = labels;
        changed = said == null ? changed : changed.withEach(group -> group.withLabels(said));
        return timeLimitNanos == null ? changed : limited(changed, timeLimitNanos);
    }

    /** No estimate is longer than the limit, and one that was as long goes with it. */
    private static JobSpec limited(JobSpec spec, long limit) {
        boolean goesWithIt = spec.estimateNanos() >= spec.terms().timeLimitNanos();
        long estimate = goesWithIt ? limit : StrictMath.min(limit, spec.estimateNanos());
        return spec.withEstimate(estimate).withTerms(spec.terms().withTimeLimit(limit));
    }
}
