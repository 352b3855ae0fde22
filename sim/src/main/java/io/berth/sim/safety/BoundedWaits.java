package io.berth.sim.safety;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.plan.queue.Pressing;
import io.berth.core.plan.room.GroupPlaces;
import io.berth.core.policy.bound.WaitBound;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sees that a bound on waiting is kept, as far as it promises anything (decision 95): of the jobs that press and that the cluster could hold, the
 * one that has pressed longest starts when all those have ended that ran when it became the first, and by when that was expected, however
 * many came since: who is gone by the moment that it was promised may start even where that comes sooner than anybody knew. From that
 * follows how long anybody waits: as often as there are jobs before it, and once more, the longest time that a job runs.
 *
 * <p>Not looked at are jobs behind one that rules between tasks may keep from room, states with declared queues or pools, which have rights of their own, and jobs of best effort. A wait is measured anew where the world changes
 * what may run where (nodes that come, go or drain, what others use, other strategies, what people want of jobs), and whoever runs
 * longer than was expected of him when he started is waited for.
 */
public final class BoundedWaits {
    private final Function<State, WaitBound> bounds;
    /** When each job that holds room should have ended by what was expected when it started, by the number of that decision. */
    private final TreeMap<Long, Long> ends = new TreeMap<>();

    /** The decisions by which those started that ran when the first became that. */
    private final TreeSet<Long> ran = new TreeSet<>();
    /** By when these were expected to have ended, as far as anybody knew. */
    private long promisedNanos;

    private long first;
    private long sinceNanos;
    private long longestNanos;
    private long waits;
    private long checks;

    /** @param bounds which bound holds in a state */
    public BoundedWaits(Function<State, WaitBound> bounds) {
        this.bounds = bounds;
    }

    /** The longest that a job was the first, nanoseconds. */
    public long longestNanos() {
        return longestNanos;
    }

    /** How often a job became the first, or was measured anew. */
    public long waits() {
        return waits;
    }

    /** How often the first was looked at again. */
    public long checks() {
        return checks;
    }

    /** Looks at {@code frame}, which is applied. */
    public void see(Frame frame, State state) {
        remember(state);
        WaitBound bound = bounds.apply(state);
        boolean shared = state.queues().any() || state.pools().any();
        Job next = bound.any() && !shared ? first(bound, state) : null;
        boolean anew = next == null
                || next.id() != first
                || frame.events().stream().anyMatch(BoundedWaits::disturbs)
                || stops(frame.plan());
        if (next == null) {
            first = 0;
        } else if (anew) {
            waits++;
            first = next.id();
            sinceNanos = frame.atNanos();
            ran.clear();
            ran.addAll(ends.keySet());
            promisedNanos = lastEnd();
        } else if (frame.plan() != null) {
            check(next, frame);
        }
    }

    private static boolean stops(@Nullable Plan plan) {
        return plan != null && plan.decisions().stream().anyMatch(Decision.Stop.class::isInstance);
    }

    private long lastEnd() {
        long last = Long.MIN_VALUE;
        for (long end : ends.values()) {
            last = end == Nanos.NEVER ? last : StrictMath.max(last, end);
        }
        return last;
    }

    private void check(Job waiting, Frame frame) {
        checks++;
        longestNanos = StrictMath.max(longestNanos, frame.atNanos() - sinceNanos);
        if (frame.atNanos() < promisedNanos) {
            return;
        }
        for (var end : ends.entrySet()) {
            boolean late = end.getValue() <= frame.atNanos();
            if (late || ran.contains(end.getKey())) {
                return;
            }
        }
        throw new BrokenRule(
                Rule.BOUNDED_WAITS_END,
                frame.atNanos(),
                "job " + waiting.id() + " is first since " + Nanos.format(sinceNanos)
                        + ", all that ran then has ended, and it waits behind " + ends.size()
                        + " jobs that came later");
    }

    /** Who holds room, and until when that was expected as it started. */
    private void remember(State state) {
        TreeSet<Long> holding = new TreeSet<>();
        for (Job job : state.jobs()) {
            if (!job.waiting() && job.spec().kind() != JobKind.SERVICE) {
                holding.add(job.decision());
                ends.putIfAbsent(job.decision(), job.expectedEndNanos());
            }
        }
        ends.keySet().retainAll(holding);
    }

    private static boolean disturbs(Event event) {
        return switch (event) {
            case Event.JobSubmitted _,
                    Event.TaskStarting _,
                    Event.TaskStarted _,
                    Event.TaskStartFailed _,
                    Event.TaskEnded _,
                    Event.TaskMeasured _,
                    Event.ProgressReported _,
                    Event.MixExpected _,
                    Event.ClockJumped _,
                    Event.ClockSet _,
                    Event.Tick _ -> false;
            default -> true;
        };
    }

    /** The one that has pressed longest; null where there is none, or where it could not run even when all have ended but services. */
    private static @Nullable Job first(WaitBound bound, State state) {
        long now = state.nowNanos();
        List<Job> pressing = new ArrayList<>();
        for (Job job : state.jobs()) {
            boolean tried =
                    job.queued() && job.notBeforeNanos() <= now && job.deadlineNanos() > now && !job.bestEffort();
            if (tried && Pressing.moment(bound, job) <= now) {
                pressing.add(job);
            }
        }
        pressing.sort(Comparator.<Job>comparingLong(job -> Pressing.moment(bound, job))
                .thenComparingLong(Job::submitNanos)
                .thenComparingLong(Job::id));
        // Of one that rules between tasks or services keep from room nobody here knows whether room is kept for it.
        Job longest = pressing.isEmpty() ? null : pressing.getFirst();
        return longest != null && longest.gang().alone() && feasible(longest, state) ? longest : null;
    }

    /** True where there is room for it when all have ended but services. */
    private static boolean feasible(Job job, State state) {
        NodeTable nodes = state.nodeTable();
        TreeMap<Integer, NodeRow> rows = new TreeMap<>();
        for (Job other : state.jobs()) {
            boolean ends = !other.waiting() && other.spec().kind() != JobKind.SERVICE;
            for (int task = 0; ends && task < other.placedTasks(); task++) {
                if (other.holds(task)) {
                    rows.computeIfAbsent(other.node(task), nodes::row).give(other.shape(task), other.grant(task));
                }
            }
        }
        return !new GroupPlaces(job.gang(), job.spec(), nodes.count(), new GroupPlaces.Rows() {
                    @Override
                    public boolean takes(int node, Shape shape) {
                        return nodes.usable(node) && nodes.emptySlots(shape, node) > 0;
                    }

                    @Override
                    public NodeRow of(int node) {
                        return rows.containsKey(node) ? rows.get(node).copy() : nodes.row(node);
                    }
                })
                .places()
                .isEmpty();
    }
}
