package io.berth.core.plan;

import io.berth.core.cluster.Shape;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.plan.backfill.Reservation;
import io.berth.core.plan.queue.WaitingShapes;
import io.berth.core.plan.room.JobRoom;
import io.berth.core.plan.room.Misfits;
import io.berth.core.plan.room.OpenNodes;
import io.berth.core.plan.room.Scratch;
import io.berth.core.policy.device.Offer;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** Looks for room for the jobs of a pass, one after the other, and keeps in mind what did not fit. */
record RoomSearch(
        State state,
        JobRoom room,
        Scratch scratch,
        WaitingShapes shapes,
        Reservation reservation,
        OpenNodes open,
        Misfits misfits) {
    RoomSearch(State state, JobRoom room, WaitingShapes shapes, Reservation reservation, Reservation.Parts parts) {
        this(state, room, parts.scratch(), shapes, reservation, parts.open(), new Misfits(state.nodeTable()));
    }

    /** As {@link JobRoom#watch}. */
    void watch(JobRoom.Watcher watcher) {
        room.watch(watcher);
    }

    /** As {@link JobRoom#offers}. */
    List<Offer> offers(Job job) {
        return room.offers(job);
    }

    /** As {@link JobRoom#offer}. */
    Offer offer(Job job, int node) {
        return room.offer(job, node);
    }

    /** A pass begins. */
    void begin() {
        misfits.begin(state.shapes().gangs());
    }

    /** What is free is not what it was thought to be. */
    void forget() {
        misfits.forget();
    }

    /** As {@link Misfits#shrank}. */
    boolean shrank() {
        return misfits.shrank();
    }

    /** As {@link Misfits#whyNever}. */
    @Nullable
    Reason whyNever(Job job) {
        return misfits.whyNever(job);
    }

    /** Takes room where the strategy places the tasks, or for none. */
    boolean take(Job job) {
        return take(job, _ -> false);
    }

    /** As {@link JobRoom#take(Job, IntPredicate)}. */
    boolean take(Job job, IntPredicate withholds) {
        open.enter(job);
        long before = misfits.releases();
        return taken(room.take(job, withholds), before);
    }

    /** As {@link JobRoom#takeMore(Job, int[], IntPredicate)}. */
    void takeMore(Job job, int @Nullable [] among, IntPredicate stands) {
        open.enter(job);
        long before = misfits.releases();
        room.takeMore(job, among, stands);
        taken(true, before);
    }

    /** As {@link JobRoom#takeOneMore}. */
    boolean takeOneMore(Job job, int @Nullable [] among, IntPredicate taken) {
        open.enter(job);
        long before = misfits.releases();
        return taken(room.takeOneMore(job, among, taken), before);
    }

    /** As {@link JobRoom#takeAt}. */
    boolean takeAt(Job job, List<Placement> placements) {
        open.enter(job);
        long before = misfits.releases();
        return taken(room.takeAt(job, placements), before);
    }

    /** Tasks that are placed may be those that others wait for, as rules between tasks say: all are looked at again then. */
    private boolean taken(boolean taken, long releasesBefore) {
        if (taken && misfits.releases() != releasesBefore) {
            misfits.forgetBeside();
            shapes.reopen();
        }
        return taken;
    }

    /**
     * True where rules between tasks keep the job from room that there is. When others come or go that it waits for, nobody knows: it is
     * promised nothing, and nobody waits for it.
     */
    boolean waitsForOthers(Job job) {
        if (job.gang().alone()) {
            return false;
        }
        boolean kept = job.gang().hasOwn();
        for (int group = 0; group < job.gang().groups(); group++) {
            Shape shape = job.gang().shape(group);
            long slots = 0;
            for (int node = 0; node < state.nodes().count(); node++) {
                int here = state.nodeTable().slots(shape, node);
                slots += here;
                kept |= here > 0 && !state.nodeTable().peersAllow(shape, node);
            }
            // Its own tasks may be those that keep the others away, once they are placed.
            kept |= job.leastTasks() > 1 && shape.peers().ruled();
            if (slots < job.spec().groups().get(group).min()) {
                return false;
            }
        }
        return kept;
    }

    /** True where there is room for the job now if it were alone; takes none. */
    boolean hasRoom(Job job) {
        if (misfits.whyNever(job) != null || knownNotToFit(job)) {
            return false;
        }
        open.enter(job);
        boolean free = room.free(job);
        if (!free) {
            noRoom(job);
        }
        return free;
    }

    /** Takes room for all tasks beside what is promised, or for none. */
    boolean fits(Job job, boolean preempts) {
        open.enter(job);
        if (!preempts && knownNotToFit(job)) {
            return false;
        }
        return reservation.holder() == null ? fitsNow(job, preempts) : fitsBeside(job, preempts);
    }

    /** Those of a shape that does not fit are looked at none the less where they may preempt. */
    private boolean fitsNow(Job job, boolean preempts) {
        if (preempts && misfits.known(job)) {
            return false;
        }
        if (take(job)) {
            return true;
        }
        if (preempts && !open.closes()) {
            misfits.add(job);
        } else if (!preempts) {
            noRoom(job);
        }
        return false;
    }

    /** The same for a job that must not delay the one that room is promised to. */
    private boolean fitsBeside(Job job, boolean preempts) {
        if (reservation.goneBy(Nanos.after(state.nowNanos(), job.longestNanos(state.nowNanos())))) {
            reservation.relax();
            return fitsNow(job, preempts);
        }
        if (misfits.knownBeside(job)) {
            return false;
        }
        reservation.restrict();
        int first = scratch.checkpoint();
        if (!take(job)) {
            if (open.closes()) {
                return false;
            }
            misfits.addBeside(job);
            if (job.uniform() && job.gang().fewerFit()) {
                shapes.cannotStart(job.gang().id(), job.leastTasks(), reservation.leftNanos(state.nowNanos()));
            }
            return false;
        }
        for (int step = first; step < scratch.checkpoint(); step++) {
            reservation.takeBeside(scratch.shape(step), scratch.node(step), scratch.grant(step));
        }
        return true;
    }

    /** What has no room on the nodes that are open to one job may have some on others. */
    private void noRoom(Job job) {
        if (open.closes()) {
            return;
        }
        misfits.add(job);
        // Of several groups one may find room where an equal one, earlier in the pass, found none.
        if (job.uniform() && job.gang().fewerFit()) {
            shapes.cannotStart(job.gang().id(), job.leastTasks());
        }
    }

    private boolean knownNotToFit(Job job) {
        boolean known = misfits.known(job);
        if (known && job.gang().fewerFit()) {
            shapes.cannotStart(job.gang().id(), misfits.tasks(job));
        }
        return known;
    }
}
