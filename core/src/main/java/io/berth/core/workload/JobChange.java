package io.berth.core.workload;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What becomes otherwise with a job that was handed in; null for what stays.
 *
 * @param queue only of a job that waits
 * @param timeLimitNanos above 0, {@link io.berth.core.time.Nanos#NEVER} for none; of a job that runs it counts from its start
 * @param labels what is said of each of its tasks
 * @param tasks how many tasks it has, only of a job of one group that waits; one that may start with fewer may do so still
 * @param demand what each of its tasks needs, all of it; likewise
 */
public record JobChange(
        @Nullable String queue,
        @Nullable Integer priority,
        @Nullable Long timeLimitNanos,
        @Nullable List<Label> labels,
        @Nullable Integer tasks,
        @Nullable Demand demand) {
    public JobChange {
        if (tasks != null && tasks < 1) {
            throw new IllegalArgumentException("The tasks (" + tasks + ") of a job must be at least 1.");
        }
        if (timeLimitNanos != null && timeLimitNanos <= 0) {
            throw new IllegalArgumentException("The time limit (" + timeLimitNanos + ") of a job must be above 0.");
        }
    }

    /** A change of which tasks hear nothing. */
    public JobChange(@Nullable String queue, @Nullable Integer priority, @Nullable Long timeLimitNanos) {
        this(queue, priority, timeLimitNanos, null, null, null);
    }

    /** Only what is said of its tasks. */
    public static JobChange ofLabels(List<Label> labels) {
        return new JobChange(null, null, null, labels, null, null);
    }

    /** Only how urgent it is. */
    public static JobChange ofPriority(int priority) {
        return new JobChange(null, priority, null);
    }

    /** Only how many tasks it has. */
    public static JobChange ofTasks(int tasks) {
        return new JobChange(null, null, null, null, tasks, null);
    }

    /** Only what each of its tasks needs. */
    public static JobChange ofDemand(Demand demand) {
        return new JobChange(null, null, null, null, null, demand);
    }

    /** True where all stays. */
    public boolean isNothing() {
        return queue == null && priority == null && timeLimitNanos == null && labels == null && !resizes();
    }

    /** True where it changes what its tasks are, which only a job of one group that waits can have. */
    public boolean resizes() {
        return tasks != null || demand != null;
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
        if (waits && spec.uniform() && resizes()) {
            changed = changed.withFirst(resized(changed.groups().getFirst()));
        }
        return timeLimitNanos == null ? changed : limited(changed, timeLimitNanos);
    }

    private TaskGroup resized(TaskGroup group) {
        Demand needs = demand;
        TaskGroup changed = needs == null ? group : group.withDemand(needs);
        Integer many = tasks;
        return many == null
                ? changed
                : changed.withTasks(group.elastic() ? StrictMath.min(group.min(), many) : many, many);
    }

    /** No estimate is longer than the limit, and one that was as long goes with it. */
    private static JobSpec limited(JobSpec spec, long limit) {
        boolean goesWithIt = spec.estimateNanos() >= spec.terms().timeLimitNanos();
        long estimate = goesWithIt ? limit : StrictMath.min(limit, spec.estimateNanos());
        return spec.withEstimate(estimate).withTerms(spec.terms().withTimeLimit(limit));
    }
}
