package io.berth.core.plan;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.pace.Pace;
import io.berth.core.plan.backfill.Reservation;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.backfill.StartingJob;
import io.berth.core.plan.index.PlacementTurn;
import io.berth.core.plan.queue.WaitingQueue;
import io.berth.core.plan.room.OpenNodes;
import io.berth.core.plan.room.Scratch;
import io.berth.core.plan.trace.Trace;
import io.berth.core.policy.Filter;
import io.berth.core.policy.Slot;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.Move;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The plan in the making, and why jobs are passed over where somebody asks. Its decisions are numbered as they come. */
final class Draft {
    private static final Integer[] ALL = {};

    private final State state;
    private final WaitingQueue queue;
    private final Scratch scratch;
    private final RunningTasks running;
    private final OpenNodes open;
    private final List<Decision> decisions = new ArrayList<>();
    /** Told why jobs are passed over; null for nobody. */
    private @Nullable Trace trace;

    /** @param parts what the stages take room in */
    Draft(State state, WaitingQueue queue, Reservation.Parts parts) {
        this.state = state;
        this.queue = queue;
        this.scratch = parts.scratch();
        this.running = parts.running();
        this.open = parts.open();
    }

    /** Tells {@code newTrace} of each job from now on; null for nobody. */
    void trace(@Nullable Trace newTrace) {
        trace = newTrace;
    }

    /** A pass begins in which {@code filter} says which nodes may take a task. */
    void begin(Filter filter) {
        decisions.clear();
        if (trace != null) {
            trace.begin(filter);
        }
    }

    /** True where somebody is told why jobs are passed over: every waiting job is come to then. */
    boolean traced() {
        return trace != null;
    }

    /** As {@link Trace#tellsOf}. */
    boolean tellsOf(Job job) {
        return trace != null && trace.tellsOf(job);
    }

    /** As {@link Trace#comesTo}. */
    void comesTo(Job job) {
        if (trace != null) {
            open.enter(job);
            trace.comesTo(job);
        }
    }

    /** Passes over a job that was come to. */
    void passedOver(Job job, Reason reason) {
        if (trace != null) {
            trace.passedOver(job.id(), reason);
        }
    }

    /** Passes over a job for which others stop; the scratch holds its room from step {@code first} on. */
    void makesRoom(Job job, int first) {
        if (trace == null) {
            return;
        }
        TreeMap<Integer, Integer> nodes = new TreeMap<>();
        for (int step = first; step < scratch.checkpoint(); step++) {
            if (scratch.took(step)) {
                nodes.put(scratch.task(step), scratch.node(step));
            }
        }
        trace.makesRoom(job.id(), nodes);
    }

    /** Passes over a job that nobody looks at more closely. */
    void passOver(Job job, Reason reason) {
        comesTo(job);
        passedOver(job, reason);
    }

    /** Passes over a job that was come to and has no room; {@code promised} where room is kept for others. */
    void noRoom(Job job, boolean promised) {
        if (trace != null) {
            trace.noRoom(job, promised);
        }
    }

    /** How many decisions there are so far. */
    int size() {
        return decisions.size();
    }

    /** The jobs that it stops so far. */
    List<Long> stopped() {
        List<Long> stopped = new ArrayList<>();
        for (Decision decision : decisions) {
            if (decision instanceof Decision.Stop stop) {
                stopped.add(stop.job());
            }
        }
        return stopped;
    }

    /** {@code node} belongs to {@code pool} from now on; to none where that is empty. */
    void grantNode(int node, String pool) {
        decisions.add(new Decision.GrantNode(nextId(), node, pool));
    }

    void stop(long job, Reason reason) {
        decisions.add(new Decision.Stop(nextId(), job, reason));
    }

    /** Tasks {@code tasks} of {@code job}, which goes on, make room for another. */
    void shrink(long job, List<Integer> tasks) {
        decisions.add(new Decision.Shrink(nextId(), job, tasks.stream().sorted().toList(), Reason.SHRUNK));
    }

    /** {@code job}, which runs, gets no more of its tasks; {@code reason} null where there is no room that it may have. */
    void keepsSize(Job job, @Nullable Reason reason) {
        if (trace != null && reason == null) {
            trace.noRoomForMore(job);
        } else if (trace != null && reason != null) {
            trace.keepsSize(job, reason);
        }
    }

    /** Further tasks of {@code job}, which runs, start on the room that the scratch holds for them from step {@code first} on. */
    void grow(Job job, int first) {
        grow(job, List.of(stepsByTask(first, scratch.checkpoint() - first)));
    }

    /** The same on {@code steps} of the scratch, by rising number of their tasks. */
    void grow(Job job, List<Integer> steps) {
        List<Placement> placements = new ArrayList<>();
        List<Integer> tasks = new ArrayList<>();
        for (int step : steps) {
            placements.add(new Placement(scratch.node(step), scratch.grant(step)));
            tasks.add(scratch.task(step));
        }
        decisions.add(new Decision.Grow(nextId(), job.id(), placements, tasks));
    }

    /** Starts {@code job} on the room that the scratch holds for its tasks from step {@code first} on. */
    Decision.Start start(Job job, int first) {
        int count = scratch.checkpoint() - first;
        Placement[] placements = new Placement[count];
        Integer[] tasks = job.uniform() ? ALL : stepsByTask(first, count);
        for (int i = 0; i < count; i++) {
            int step = tasks.length == 0 ? first + i : tasks[i];
            placements[i] = new Placement(scratch.node(step), scratch.grant(step));
        }
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = scratch.task(tasks[i]);
        }
        queue.dispose(job);
        if (trace != null) {
            trace.starts(job.id());
        }
        List<Placement> made = count == 1 ? List.of(placements[0]) : List.of(placements);
        running.starts(new StartingJob(job, first, count, end(job, made)));
        Decision.Start start = new Decision.Start(nextId(), job.id(), made, Arrays.asList(tasks));
        decisions.add(start);
        return start;
    }

    /** When {@code job} is expected to end that starts at {@code placements} now. */
    private long end(Job job, List<Placement> placements) {
        long now = state.nowNanos();
        return Nanos.after(now, job.remainingNanos(now, Pace.expected(job.spec(), placements, state.nodeTable())));
    }

    /** The steps from {@code first} on in the order of the tasks that they took room for. */
    private Integer[] stepsByTask(int first, int count) {
        Integer[] steps = new Integer[count];
        Arrays.setAll(steps, i -> first + i);
        Arrays.sort(steps, Comparator.comparingInt(scratch::task));
        return steps;
    }

    /** Turns away one that is in the queue and may still be looked at in this pass. */
    void reject(Job job, Reason reason) {
        queue.dispose(job);
        reject(job.id(), reason);
    }

    void reject(long job, Reason reason) {
        decisions.add(new Decision.Reject(nextId(), job, reason));
        if (trace != null) {
            trace.passedOver(job, reason);
        }
    }

    void promise(Job job, long atNanos, List<Placement> placements) {
        decisions.add(new Decision.Promise(nextId(), job.id(), atNanos, placements));
        reserved(job, atNanos, List.of());
    }

    /** Room on {@code nodes} is kept for {@code job}, and will be there from {@code atNanos} on. */
    void reserved(Job job, long atNanos, List<Integer> nodes) {
        if (trace != null) {
            trace.promised(job.id(), atNanos, nodes);
        }
    }

    /** Where {@code job} goes next; nowhere in particular where {@code move} names no places. */
    void move(long job, Move move) {
        decisions.add(new Decision.Move(nextId(), job, move.forJob(), move.placements()));
    }

    /** What a stage keeps for the next passes. */
    void remember(Slot slot, List<Long> values) {
        decisions.add(new Decision.Remember(nextId(), slot.name(), slot.version(), values));
    }

    void planWindow(List<Long> jobs, long untilNanos) {
        decisions.add(new Decision.PlanWindow(nextId(), jobs, untilNanos));
    }

    /** What policies keep of this pass. */
    void remember(PlacementTurn turn) {
        turn.remember(nextId(), decisions);
    }

    Plan plan(long pass) {
        return new Plan(pass, decisions.size() == 1 ? List.of(decisions.getFirst()) : decisions);
    }

    private long nextId() {
        return state.decisions() + decisions.size() + 1;
    }
}
