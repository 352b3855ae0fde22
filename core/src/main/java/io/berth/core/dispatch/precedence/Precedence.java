package io.berth.core.dispatch.precedence;

import io.berth.core.dispatch.Refusal;
import io.berth.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Which requests wait for others to end, and whose turn it is. It has no clock; who holds it tells it what comes and ends, and takes
 * {@link #poll turns} afterwards.
 *
 * <pre>
 *  arrive ──▶ before it in its session, named and under way, or not there yet ──▶ waits ──▶ turn: goes on
 *                │ nothing of that                                                  │
 *                ├──────────────────────────────────────────────────────────────────┼──▶ turn: goes on
 *                └─ named and failed, a circle, too many wait ──▶ turn: refused ◀───┘ failed, not come, too long
 * </pre>
 *
 * <p>In a session an end is an end, however it came; of those that were named it must have been an answer. A name is that of the last
 * who came with it. Circles can only be closed by one whose name is waited for before it comes, so that is when they are looked for.
 */
public final class Precedence {
    private final PrecedenceSpec spec;
    private final Map<Long, Tied> present = new LinkedHashMap<>();
    /** By session: who came last of those under way. */
    private final Map<Session, Tied> last = new LinkedHashMap<>();
    /** By tenant. */
    private final TreeMap<Integer, Names> names = new TreeMap<>();

    private final TreeSet<Tied> waiting = new TreeSet<>();
    private final ArrayDeque<Turn> turns = new ArrayDeque<>();
    /** Those whose turn came to nothing, of whom others are to hear. */
    private final ArrayDeque<Tied> refused = new ArrayDeque<>();

    private record Session(int tenant, String name) {}

    public Precedence(PrecedenceSpec spec) {
        this.spec = spec;
    }

    /**
     * A request came; its turn is there afterwards, or it waits.
     *
     * @param giveUpNanos when nobody waits for it any more
     */
    public void arrive(long number, int tenant, Ties ties, long giveUpNanos, long nowNanos) {
        boolean inSession = spec.ordered() && !ties.session().isEmpty();
        if (!inSession && ties.name().isEmpty() && ties.after().isEmpty()) {
            turns.add(new Turn(number, null));
            return;
        }
        Tied tied = new Tied(number, tenant, ties);
        tied.giveUpNanos = StrictMath.min(giveUpNanos, Nanos.after(nowNanos, spec.waitNanos()));
        tied.unknownSinceNanos = nowNanos;
        Tied before = inSession ? last.get(new Session(tenant, ties.session())) : null;
        Refusal refusal = resolve(tied, before, nowNanos);
        if (refusal != null) {
            turns.add(new Turn(number, refusal));
            boolean comesAgain = refusal == Refusal.QUEUE_FULL;
            if (!comesAgain && !ties.name().isEmpty()) {
                refused.add(tied);
                link(tied);
            }
        } else {
            enter(tied, before, inSession);
        }
        settle(nowNanos);
    }

    /** Finds what {@code tied} named; why it may not wait for it, null where it may. */
    private @Nullable Refusal resolve(Tied tied, @Nullable Tied before, long nowNanos) {
        Names known = names(tied.tenant);
        for (String name : tied.ties.after()) {
            Tied live = known.live(name);
            Result end = live == null ? known.end(name, nowNanos) : null;
            if (name.equals(tied.ties.name())) {
                return Refusal.PREDECESSOR_CIRCLE;
            }
            if (end == Result.FAILED) {
                return Refusal.PREDECESSOR_FAILED;
            }
            if (live != null) {
                tied.on.add(live);
            } else if (end == null) {
                tied.unknown.add(name);
            }
        }
        boolean waits = before != null || !tied.free();
        if (waits && waiting.size() >= spec.waiting()) {
            return Refusal.QUEUE_FULL;
        }
        return closesCircle(tied, before) ? Refusal.PREDECESSOR_CIRCLE : null;
    }

    /** Whether somebody that {@code tied} would wait for waits for its name. */
    private boolean closesCircle(Tied tied, @Nullable Tied before) {
        Set<Tied> awaiting = names(tied.tenant).awaiting(tied.ties.name());
        if (awaiting.isEmpty()) {
            return false;
        }
        Set<Tied> seen = new LinkedHashSet<>();
        ArrayDeque<Tied> open = new ArrayDeque<>(tied.on);
        if (before != null) {
            open.add(before);
        }
        while (!open.isEmpty()) {
            Tied next = open.remove();
            if (awaiting.contains(next)) {
                return true;
            }
            if (seen.add(next)) {
                open.addAll(next.on);
                if (next.before != null) {
                    open.add(next.before);
                }
            }
        }
        return false;
    }

    private void enter(Tied tied, @Nullable Tied before, boolean inSession) {
        present.put(tied.number, tied);
        for (Tied predecessor : tied.on) {
            predecessor.dependents.add(tied);
        }
        for (String name : tied.unknown) {
            names(tied.tenant).await(name, tied);
        }
        if (inSession) {
            tied.before = before;
            if (before != null) {
                before.behind = tied;
            }
            last.put(new Session(tied.tenant, tied.ties.session()), tied);
        }
        if (!tied.ties.name().isEmpty()) {
            link(tied);
        }
        if (tied.free()) {
            go(tied);
        } else {
            await(tied);
        }
    }

    /** Its name is its own from now on, and those that waited for that wait for it. */
    private void link(Tied tied) {
        for (Tied waits : names(tied.tenant).begin(tied)) {
            waits.unknown.remove(tied.ties.name());
            waits.on.add(tied);
            tied.dependents.add(waits);
            await(waits);
        }
    }

    /** A request has ended, or does not wait any more; nothing where it is not known. */
    public void ended(long number, Result result, long nowNanos) {
        Tied tied = present.get(number);
        if (tied != null) {
            leave(tied, result, nowNanos);
            settle(nowNanos);
        }
    }

    /** One of {@code name} was answered without coming by here. */
    public void answeredElsewhere(int tenant, String name, long nowNanos) {
        Names known = names(tenant);
        if (known.live(name) == null) {
            Tied tied = new Tied(-1, tenant, new Ties("", name, List.of()));
            link(tied);
            leave(tied, Result.DONE, nowNanos);
            settle(nowNanos);
        }
    }

    private void settle(long nowNanos) {
        while (!refused.isEmpty()) {
            leave(refused.remove(), Result.FAILED, nowNanos);
        }
    }

    private void leave(Tied tied, Result result, long nowNanos) {
        present.remove(tied.number);
        waiting.remove(tied);
        leaveSession(tied);
        Names known = names(tied.tenant);
        for (Tied predecessor : tied.on) {
            predecessor.dependents.remove(tied);
        }
        for (String name : tied.unknown) {
            known.awaitNoMore(name, tied);
        }
        if (!tied.ties.name().isEmpty()) {
            known.end(tied, result, nowNanos);
        }
        for (Tied dependent : new ArrayList<>(tied.dependents)) {
            dependent.on.remove(tied);
            switch (result) {
                case DONE -> goIfFree(dependent);
                case FAILED -> refuse(dependent, Refusal.PREDECESSOR_FAILED);
                case ABSENT -> {
                    dependent.unknown.add(tied.ties.name());
                    dependent.unknownSinceNanos = nowNanos;
                    known.await(tied.ties.name(), dependent);
                    await(dependent);
                }
            }
        }
    }

    private void leaveSession(Tied tied) {
        Session session = new Session(tied.tenant, tied.ties.session());
        Tied before = tied.before;
        Tied behind = tied.behind;
        if (before != null) {
            before.behind = behind;
        }
        if (behind != null) {
            behind.before = before;
            goIfFree(behind);
        } else if (last.get(session) == tied) {
            if (before == null) {
                last.remove(session);
            } else {
                last.put(session, before);
            }
        }
    }

    private void goIfFree(Tied tied) {
        if (tied.free() && !tied.going && present.containsKey(tied.number)) {
            go(tied);
        }
    }

    private void go(Tied tied) {
        waiting.remove(tied);
        tied.going = true;
        turns.add(new Turn(tied.number, null));
    }

    /** It goes nowhere; nothing where that was said before. */
    private void refuse(Tied tied, Refusal reason) {
        if (present.remove(tied.number) != null) {
            waiting.remove(tied);
            turns.add(new Turn(tied.number, reason));
            refused.add(tied);
        }
    }

    /** Notes until when it waits. */
    private void await(Tied tied) {
        waiting.remove(tied);
        tied.untilNanos = tied.unknown.isEmpty()
                ? tied.giveUpNanos
                : StrictMath.min(tied.giveUpNanos, Nanos.after(tied.unknownSinceNanos, spec.unknownNanos()));
        waiting.add(tied);
    }

    /** When somebody has waited as long as it may; {@link Nanos#NEVER} for nobody. */
    public long nextNanos() {
        return waiting.isEmpty() ? Nanos.NEVER : waiting.first().untilNanos;
    }

    /** Refuses those that have waited as long as they may. */
    public void tick(long nowNanos) {
        while (!waiting.isEmpty() && nextNanos() <= nowNanos) {
            Tied tied = waiting.first();
            boolean unknown =
                    !tied.unknown.isEmpty() && Nanos.after(tied.unknownSinceNanos, spec.unknownNanos()) <= nowNanos;
            refuse(tied, unknown ? Refusal.PREDECESSOR_UNKNOWN : Refusal.PREDECESSOR_LATE);
            settle(nowNanos);
        }
    }

    /** The next whose turn it is, in the order in which that came; null for nobody. */
    public @Nullable Turn poll() {
        return turns.poll();
    }

    /** Whether request {@code number} waits here. */
    public boolean waits(long number) {
        Tied tied = present.get(number);
        return tied != null && !tied.going;
    }

    /** How many wait. */
    public int waiting() {
        return waiting.size();
    }

    /** How many requests, ends and names are remembered. */
    public int size() {
        int size = present.size() + last.size();
        for (Names known : names.values()) {
            size += known.size();
        }
        return size;
    }

    private Names names(int tenant) {
        return names.computeIfAbsent(tenant, _ -> new Names(spec.results(), spec.resultNanos()));
    }
}
