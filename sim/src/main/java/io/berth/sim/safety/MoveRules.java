package io.berth.sim.safety;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.part.Move;
import io.berth.core.strategy.Consolidation;
import io.berth.core.strategy.Parameters;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.JobSpec;
import java.util.ArrayDeque;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Moves of jobs, from decisions alone: who is stopped so that another fits goes on where it stopped, has its new place in the same plan, and so has that other; whoever
 * has a place starts there or gives it up before; no more move within an hour, and nobody sooner after its start, than the strategy in force allows.
 */
final class MoveRules {
    private static final long ALWAYS = Long.MIN_VALUE / 2;

    private final SortedMap<Long, JobSpec> jobs;
    private final @Nullable Consolidation planted;
    private Consolidation how;
    private final ArrayDeque<Long> moved = new ArrayDeque<>();
    private final TreeMap<Long, Long> started = new TreeMap<>();
    private final TreeMap<Long, Decision.Move> places = new TreeMap<>();

    /**
     * Where jobs move as {@code first} says until another strategy is in force.
     *
     * @param jobs all that live
     * @param planted how they move instead, whatever strategy is in force; null for as that says
     */
    MoveRules(SortedMap<Long, JobSpec> jobs, Consolidation first, @Nullable Consolidation planted) {
        this.jobs = jobs;
        this.planted = planted;
        this.how = planted == null ? first : planted;
    }

    /** {@code frame} is the next one; what it says of jobs is known. */
    void see(Frame frame) {
        for (Event event : frame.events()) {
            if (event instanceof Event.StrategyChanged(StrategySpec strategy)) {
                how = planted == null ? of(strategy) : planted;
                places.clear();
            } else if (event instanceof Event.NodeJoined || event instanceof Event.NodeChanged) {
                places.values().removeIf(place -> place.forJob() == Move.IN_TURN);
            }
        }
        places.keySet().retainAll(jobs.keySet());
        if (frame.plan() == null) {
            return;
        }
        TreeSet<Long> stopped = new TreeSet<>();
        TreeMap<Long, Decision.Move> moves = new TreeMap<>();
        for (Decision decision : frame.plan().decisions()) {
            switch (decision) {
                case Decision.Start start -> starts(start, frame.atNanos());
                case Decision.Stop stop when stop.reason() == Reason.MOVED -> stopped.add(stop.job());
                case Decision.Move move -> keeps(move, moves);
                default -> {}
            }
        }
        stopped.forEach(job -> check(job, moves, frame.atNanos()));
        demand(
                stopped.isEmpty() || moved.size() <= how.mostMoves(),
                Rule.MOVES_KEEP_THEIR_BUDGET,
                frame.atNanos(),
                moved.size() + " jobs moved within an hour, more than " + how.mostMoves());
    }

    private void starts(Decision.Start start, long now) {
        Decision.Move place = places.remove(start.job());
        demand(
                place == null || place.placements().equals(start.placements()),
                Rule.MOVES_ARE_WHOLE,
                now,
                start + " is not where it was to go, as " + place + " says");
        started.put(start.job(), now);
    }

    private void keeps(Decision.Move move, TreeMap<Long, Decision.Move> moves) {
        if (move.placements().isEmpty()) {
            places.remove(move.job());
        } else {
            moves.put(move.job(), move);
            places.put(move.job(), move);
        }
    }

    private void check(long job, TreeMap<Long, Decision.Move> moves, long now) {
        JobSpec spec = jobs.get(job);
        demand(
                spec != null
                        && spec.terms().interruption().resumes()
                        && !spec.terms().always(),
                Rule.ONLY_THOSE_MOVE_THAT_GO_ON,
                now,
                "job " + job + " is stopped to move, and would begin anew");
        Decision.Move place = moves.get(job);
        demand(
                place != null && place.forJob() != job && moves.containsKey(place.forJob()),
                Rule.MOVES_ARE_WHOLE,
                now,
                "job " + job + " is stopped to move, and has no place, or the job that it moves for has none");
        long since = now - started.getOrDefault(job, ALWAYS);
        demand(
                since >= how.sparing().runNanos(),
                Rule.MOVES_KEEP_THEIR_BUDGET,
                now,
                "job " + job + " moves " + Nanos.format(since) + " after its start");
        while (!moved.isEmpty() && Nanos.after(moved.getFirst(), Nanos.HOUR) <= now) {
            moved.removeFirst();
        }
        moved.add(now);
    }

    private static void demand(boolean holds, Rule rule, long now, String broken) {
        if (!holds) {
            throw new BrokenRule(rule, now, broken);
        }
    }

    /** How jobs move under {@code strategy}. */
    static Consolidation of(StrategySpec strategy) {
        PolicySpec part = strategy.policy(PolicyKind.CONSOLIDATE);
        return part.equals(PolicyKind.CONSOLIDATE.fallback())
                ? Consolidation.NONE
                : Consolidation.of(new Parameters(part.name(), Consolidation.PARAMETERS, part.parameters()));
    }
}
