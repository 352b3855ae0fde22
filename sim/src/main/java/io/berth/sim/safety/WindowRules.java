package io.berth.sim.safety;

import io.berth.core.cluster.Nodes;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.policy.window.QueueCap;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Windows of the queue, from decisions alone: of those that were planned together, no queue with a cap gets more than that in one pass. A job that
 * asks for more than the cap counts as all of it.
 */
final class WindowRules {
    private final SortedMap<Long, JobSpec> jobs;
    private final TreeSet<Long> together = new TreeSet<>();
    private List<QueueCap> caps;

    /**
     * By {@code first} until other caps are in force.
     *
     * @param jobs all that live
     */
    WindowRules(SortedMap<Long, JobSpec> jobs, List<QueueCap> first) {
        this.jobs = jobs;
        this.caps = first;
    }

    /** What {@code strategy} says that queues may get of a window. */
    static List<QueueCap> of(StrategySpec strategy) {
        for (PolicySpec policy : strategy.policies(PolicyKind.PLAN)) {
            return QueueCap.parse(policy.parameters().getOrDefault("caps", ""));
        }
        return List.of();
    }

    /** {@code frame} is the next one, which made {@code state} of the one before; what it says of jobs is known. */
    void see(Frame frame, State state) {
        for (Event event : frame.events()) {
            if (event instanceof Event.StrategyChanged(StrategySpec strategy)) {
                caps = of(strategy);
                together.clear();
            }
        }
        if (frame.plan() == null) {
            return;
        }
        List<Decision> decisions = frame.plan().decisions();
        long free = caps.isEmpty() ? 0 : freeBefore(decisions, state.nodes());
        for (QueueCap cap : caps) {
            long most = cap.of(free);
            long given = given(cap.queue(), most, decisions, state);
            if (given > most) {
                throw new BrokenRule(
                        Rule.WINDOWS_KEEP_THEIR_CAPS,
                        frame.atNanos(),
                        "the queue " + cap.queue() + " got " + given + " thousandths of a GPU of a window, more than "
                                + most);
            }
        }
        for (Decision decision : decisions) {
            if (decision instanceof Decision.PlanWindow window) {
                together.clear();
                together.addAll(window.jobs());
            }
        }
    }

    /** What jobs of the window got that are in {@code queue} or below it, each {@code most} at most. */
    private long given(String queue, long most, List<Decision> decisions, State state) {
        long given = 0;
        for (Decision decision : decisions) {
            JobSpec job = decision instanceof Decision.Start start && together.contains(start.job())
                    ? jobs.get(start.job())
                    : null;
            if (job != null && state.queues().tree().among(job.queue(), List.of(queue))) {
                given += StrictMath.min(most, milli(job, job.leastTasks()));
            }
        }
        return given;
    }

    /** What was free before tasks started. */
    private long freeBefore(List<Decision> decisions, Nodes nodes) {
        long free = 0;
        for (int node = 0; node < nodes.count(); node++) {
            free += nodes.usable(node) ? nodes.totalFreeMilli(node) : 0;
        }
        for (Decision decision : decisions) {
            free += switch (decision) {
                case Decision.Start start ->
                    milli(jobs.get(start.job()), start.placements().size());
                case Decision.Grow grow ->
                    milli(jobs.get(grow.job()), grow.placements().size());
                default -> 0;
            };
        }
        return free;
    }

    private static long milli(@Nullable JobSpec job, int tasks) {
        if (job == null) {
            return 0;
        }
        return job.uniform() ? (long) tasks * job.demand().totalGpuMilli() : job.total(Demand::totalGpuMilli);
    }
}
