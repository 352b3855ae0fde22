package io.berth.core.plan;

import io.berth.core.decision.Placement;
import io.berth.core.decision.Reason;
import io.berth.core.plan.preempt.Preempter;
import io.berth.core.plan.room.Scratch;
import io.berth.core.state.Job;
import io.berth.core.state.part.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sees that jobs which move get their new places, and the job that they move for its own, before anybody else: it takes the room in the scratch of each
 * pass, from the one that decided the moves until the job starts there. Where a place is gone, its job waits as any other. And keeps places for
 * jobs that others stop for, which take them when they come to their turn.
 */
final class Moving {
    private final Pass pass;

    Moving(Pass pass) {
        this.pass = pass;
    }

    /** Takes the places, and starts who has come to his; what is being stopped counts as gone already. */
    void hold(Preempter preempter) {
        if (pass.state().moves().isEmpty()) {
            return;
        }
        for (Map.Entry<Long, Move> entry : inOrder()) {
            Job job = pass.state().job(entry.getKey());
            if (job != null && !entry.getValue().inTurn()) {
                hold(job, entry.getValue(), preempter);
            }
        }
    }

    /** Those first that others move for: what these give back is theirs. */
    private List<Map.Entry<Long, Move>> inOrder() {
        List<Map.Entry<Long, Move>> all = new ArrayList<>(pass.state().moves().entrySet());
        all.sort((one, other) -> Boolean.compare(
                one.getValue().forJob() != one.getKey(), other.getValue().forJob() != other.getKey()));
        return all;
    }

    private void hold(Job job, Move move, Preempter preempter) {
        int first = pass.scratch().checkpoint();
        boolean waits = job.queued();
        boolean comes = waits || !job.waiting() && preempter.stops(job);
        boolean may = comes && (!waits || pass.book().refuses(job) == null) && !(waits && pass.patienceOver(job));
        if (!may || !pass.search().takeAt(job, move.placements())) {
            pass.draft().move(job.id(), new Move(move.forJob(), List.of()));
            return;
        }
        if (waits) {
            pass.draft().comesTo(job);
        }
        if (waits && !pass.rests(job) && preempter.free(first) && pass.book().free(job, pass.scratch(), first)) {
            pass.book().starts(job, pass.scratch(), first);
            pass.draft().start(job, first);
            return;
        }
        pass.book().waits(job, pass.scratch(), first);
        if (waits) {
            pass.queue().dispose(job);
            tell(job, move, first);
        }
    }

    /** True where {@code job} took the room that is kept for it. */
    boolean takesKept(Job job) {
        Move move = pass.state().moves().get(job.id());
        if (move == null || !move.inTurn()) {
            return false;
        }
        boolean takes = pass.search().takeAt(job, move.placements());
        if (!takes) {
            pass.draft().move(job.id(), new Move(move.forJob(), List.of()));
        }
        return takes;
    }

    /**
     * Keeps for {@code job}, which others stop for, what the scratch took for it from step {@code first} on, behind what these give: it takes the same
     * in the next passes, when it comes to its turn.
     */
    void keep(Job job, int first) {
        Scratch scratch = pass.scratch();
        TreeMap<Integer, Placement> places = new TreeMap<>();
        for (int step = first; step < scratch.checkpoint(); step++) {
            if (scratch.took(step)) {
                // Those that need not stop after all, and others, took theirs behind it.
                places.putIfAbsent(scratch.task(step), new Placement(scratch.node(step), scratch.grant(step)));
            }
        }
        List<Placement> least = new ArrayList<>();
        for (int i = 0; i < job.leastTasks(); i++) {
            least.add(places.get(job.spec().leastTask(i)));
        }
        Move move = new Move(Move.IN_TURN, least);
        if (!move.equals(pass.state().moves().get(job.id()))) {
            pass.draft().move(job.id(), move);
        }
    }

    private void tell(Job job, Move move, int first) {
        if (pass.rests(job)) {
            pass.draft().passedOver(job, Reason.BACK_OFF);
        } else if (move.forJob() == job.id()) {
            pass.draft().makesRoom(job, first);
        } else {
            pass.draft().passedOver(job, Reason.MOVED);
        }
    }
}
