package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Placement;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.preempt.Preempter.Placing;
import io.berth.core.plan.room.Scratch;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.Consolidation;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds running jobs that move so that a waiting one fits: those whose moves cost least free its room, it takes that, and each of them that does not get its old
 * place back has another, all of it in the scratch and in one plan. A job moves as a whole.
 */
public final class MoveSearch {
    /** Of so many nodes more than are needed it is worked out what it costs to free them. */
    private static final int MORE_NODES = 64;

    /** Where a job that should move has no other place, it stays, and others are looked for, so often. */
    private static final int MOST_ROUNDS = 6;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final State state;
    private final NodeTable nodes;
    private final RunningTasks running;
    private final Scratch scratch;
    private final Preempter preempter;
    private Consolidation how = Consolidation.NONE;

    /**
     * A job that waits, and those that move so that it fits; the scratch has their new places.
     *
     * @param placements of the tasks of the waiting job that must start together
     * @param moved where the tasks of each go that moves, dearest first
     * @param costMilli what the moves cost: milliseconds times thousandths of devices
     */
    public record Found(
            Job job, List<Placement> placements, SequencedMap<Job, List<Placement>> moved, long costMilli) {}

    /** A node on which room can be had. */
    private record Site(int node, int lacks) {}

    /** For the jobs of {@code state} that hold room; {@code preempter} knows which of them are being stopped. */
    public MoveSearch(State state, RunningTasks running, Scratch scratch, Preempter preempter) {
        this.state = state;
        this.nodes = state.nodeTable();
        this.running = running;
        this.scratch = scratch;
        this.preempter = preempter;
    }

    /** {@code how} jobs move from now on. */
    public void follow(Consolidation consolidation) {
        how = consolidation;
    }

    /** True where room for {@code job} may be made at all: all its tasks are alike, as many as start, and no rules between tasks matter. */
    public static boolean fits(Job job) {
        return job.uniform()
                && job.gang().alone()
                && job.leastTasks() == job.mostTasks()
                && !job.bestEffort()
                && job.shape().demand().gpus() > 0;
    }

    /** True where somebody holds room who may be moved now, or later. */
    public boolean any() {
        for (int node = 0; node < nodes.count(); node++) {
            for (int i = 0; i < running.tasksOn(node); i++) {
                if (everMovable(running.jobOn(node, i))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean everMovable(Job job) {
        return job.spec().terms().interruption().resumes()
                && job.spec().terms().interruption().unit().isEmpty()
                && !job.spec().terms().always()
                && job.leastTasks() == job.mostTasks()
                && job.gang().alone()
                && job.spec().patienceNanos() == Nanos.NEVER
                && !job.bestEffort();
    }

    /** True where {@code job} may be moved now. */
    private boolean movable(Job job) {
        return everMovable(job)
                && job.startNanos() >= 0
                && !preempter.stops(job)
                && !how.sparing().spares(job.startNanos(), state.nowNanos())
                && whole(job);
    }

    /** True where none of its tasks has ended. */
    private static boolean whole(Job job) {
        for (int task = 0; task < job.placedTasks(); task++) {
            if (!job.holds(task)) {
                return false;
            }
        }
        return true;
    }

    /** What it costs to move {@code job}: milliseconds in which it does no new work, times thousandths of devices. */
    public long costMilli(Job job) {
        long lost = how.pauseNanos() + job.unsavedNanos(state.nowNanos());
        return lost / NANOS_PER_MILLI * StrictMath.max(1, job.total(Demand::totalGpuMilli));
    }

    /**
     * Finds that for {@code job}, which does not fit; null where nothing is found, and the scratch is as it was then.
     *
     * @param placing takes room for a job in the scratch as the strategy would
     * @param turnsTo told for whom room is looked for before nodes are looked at
     */
    public @Nullable Found find(Job job, Placing placing, Consumer<Job> turnsTo) {
        Set<Job> stay = new TreeSet<>(Comparator.comparingLong(Job::id));
        for (int round = 0; round < MOST_ROUNDS; round++) {
            turnsTo.accept(job);
            Set<Job> picked = cheapest(job, stay);
            if (picked.isEmpty()) {
                return null;
            }
            int checkpoint = scratch.checkpoint();
            SequencedMap<Job, List<Placement>> moved = new LinkedHashMap<>();
            picked.forEach(scratch::release);
            int first = scratch.checkpoint();
            if (!placing.place(job)) {
                // There is room by count, and the policies do not take it.
                scratch.rollback(checkpoint);
                return null;
            }
            List<Placement> own = placements(first);
            Job stuck = settle(picked, placing, moved);
            if (stuck == null && !moved.isEmpty() && preempter.allowed(moved.sequencedKeySet())) {
                return new Found(
                        job,
                        own,
                        moved,
                        moved.keySet().stream().mapToLong(this::costMilli).sum());
            }
            scratch.rollback(checkpoint);
            if (stuck == null) {
                return null;
            }
            stay.add(stuck);
        }
        return null;
    }

    /** Those get their place back who can, the dearest first; the others get another, the largest first. The first that gets none, else null. */
    private @Nullable Job settle(Set<Job> picked, Placing placing, SequencedMap<Job, List<Placement>> moved) {
        List<Job> move = new ArrayList<>();
        picked.stream()
                .sorted(Comparator.comparingLong(this::costMilli).reversed().thenComparingLong(Job::id))
                .filter(job -> !takesBack(job))
                .forEach(move::add);
        move.sort(Comparator.<Job>comparingLong(job -> -job.total(Demand::totalGpuMilli))
                .thenComparingLong(Job::id));
        for (Job job : move) {
            int first = scratch.checkpoint();
            if (!placing.place(job)) {
                return job;
            }
            moved.put(job, placements(first));
        }
        return null;
    }

    private boolean takesBack(Job job) {
        int checkpoint = scratch.checkpoint();
        boolean back = preempter.takesBack(job);
        if (!back) {
            scratch.rollback(checkpoint);
        }
        return back;
    }

    /** What the scratch took from step {@code first} on, by task. */
    private List<Placement> placements(int first) {
        Placement[] placements = new Placement[scratch.checkpoint() - first];
        for (int step = first; step < scratch.checkpoint(); step++) {
            placements[scratch.task(step)] = new Placement(scratch.node(step), scratch.grant(step));
        }
        return Arrays.asList(placements);
    }

    /** The jobs whose moves cost least of those that free the room, but for {@code stay}; empty where none do. */
    private Set<Job> cheapest(Job job, Set<Job> stay) {
        int need = job.leastTasks();
        List<Site> sites = new ArrayList<>();
        for (int node = 0; node < nodes.count(); node++) {
            if (nodes.usable(node) && nodes.emptySlots(job.shape(), node) > 0) {
                need -= nodes.slots(job.shape(), node);
                sites.add(new Site(node, job.shape().gpus() - nodes.row(node).idleGpus()));
            }
        }
        if (need <= 0) {
            return Collections.emptySet();
        }
        sites.sort(Comparator.comparingInt(Site::lacks).thenComparingInt(Site::node));
        List<NodeLosses> losses = losses(job.shape(), sites, stay, 2 * need + MORE_NODES);
        return losses.isEmpty() ? Collections.emptySet() : Knapsack.cheapest(losses, need);
    }

    /** What it costs to free the first of {@code sites} on which somebody may be moved, {@code most} of them: to look at all takes long. */
    private List<NodeLosses> losses(Shape shape, List<Site> sites, Set<Job> stay, int most) {
        List<NodeLosses> losses = new ArrayList<>();
        for (Site site : sites) {
            if (losses.size() == most) {
                break;
            }
            Set<Job> movable = movable(site.node, stay);
            if (!movable.isEmpty()) {
                NodeLosses here = new NodeLosses(nodes.row(site.node), shape);
                movable.forEach(job -> here.add(Collections.singleton(job), site.node, costMilli(job)));
                losses.add(here);
            }
        }
        return losses;
    }

    private Set<Job> movable(int node, Set<Job> stay) {
        Set<Job> movable = new LinkedHashSet<>();
        for (int i = 0; i < running.tasksOn(node); i++) {
            Job job = running.jobOn(node, i);
            if (!stay.contains(job) && !movable.contains(job) && movable(job)) {
                movable.add(job);
            }
        }
        return movable;
    }
}
