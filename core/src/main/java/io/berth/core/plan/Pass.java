package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Reason;
import io.berth.core.plan.backfill.Reservation;
import io.berth.core.plan.backfill.RunningTasks;
import io.berth.core.plan.queue.JobMarks;
import io.berth.core.plan.queue.QueueBook;
import io.berth.core.plan.queue.WaitingQueue;
import io.berth.core.plan.resize.ElasticJobs;
import io.berth.core.plan.room.OpenNodes;
import io.berth.core.plan.room.Scratch;
import io.berth.core.spare.SpareRoom;
import io.berth.core.state.Job;
import io.berth.core.state.State;

/** What the stages of a pass share. */
record Pass(
        State state,
        JobMarks marks,
        WaitingQueue queue,
        Scratch scratch,
        RunningTasks running,
        RoomSearch search,
        Draft draft,
        QueueBook book,
        ElasticJobs elastic,
        OpenNodes open) {
    /** What room is taken in and promised. */
    Reservation.Parts parts() {
        return new Reservation.Parts(state.nodeTable(), scratch, running, open);
    }

    long nowNanos() {
        return state.nowNanos();
    }

    /** What best-effort tasks may have of the nodes as the scratch has them now. */
    SpareRoom spareRoom() {
        return new SpareRoom(state.nodeTable(), state.nowNanos());
    }

    /** True where {@code job} is not tried yet: a start of it failed not long ago. */
    boolean rests(Job job) {
        return job.notBeforeNanos() > state.nowNanos();
    }

    boolean patienceOver(Job job) {
        return job.deadlineNanos() <= state.nowNanos();
    }

    /** True where {@code strategy} has queues take turns, and there are some. */
    boolean takesTurns(Strategy strategy) {
        return state.queues().any() && strategy.sharing().takesTurns();
    }

    /** The walk through the queue is over; those that it did not come to wait behind those that it did. */
    void passOverRest() {
        if (!draft.traced()) {
            return;
        }
        for (Job job : queue.all()) {
            if (!draft.tellsOf(job)) {
                draft.passOver(job, rests(job) ? Reason.BACK_OFF : Reason.BEHIND_HEAD);
            }
        }
    }
}
