package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Reason;
import io.berth.core.plan.backfill.Reservation;
import io.berth.core.plan.preempt.LastInOrder;
import io.berth.core.plan.preempt.LeastLoss;
import io.berth.core.plan.preempt.MoveSearch;
import io.berth.core.plan.preempt.Preempter;
import io.berth.core.plan.preempt.Preempting;
import io.berth.core.plan.preempt.VictimPicker;
import io.berth.core.plan.queue.HeldTask;
import io.berth.core.plan.resize.Surplus;
import io.berth.core.plan.room.OneDomain;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.delay.Delay;
import io.berth.core.policy.delay.Place;
import io.berth.core.policy.device.Offer;
import io.berth.core.state.Job;
import io.berth.core.state.RoomListener;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.Preemption;
import io.berth.core.strategy.Reclaim;
import io.berth.core.strategy.Resize;
import io.berth.core.strategy.Sparing;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Goes through the queue in the order of the strategy and starts what there is room for. One that does not fit may take the room of
 * running jobs; else it decides what becomes of those behind it: nothing starts, all that fit start, or all that do not delay it.
 */
final class Allocation extends Stage {
    /** Who was started as often before, and is stopped for one that waited longer, may be stopped for it again and again. */
    private static final int MOST_RESTARTS = 8;

    private final Pass pass;
    private final Choices choices;
    private final Reservation reservation;
    private final Reservation lastReservation;
    /** Null where the strategy in force does not preempt. */
    private @Nullable Preempter preempter;
    /** Null where no tasks of running jobs stop for others alone. */
    private @Nullable Surplus surplus;
    /** Null where the strategy in force moves nobody. */
    private @Nullable MoveSearch moveSearch;

    private final Moving moving;
    /** For whom others stop in this pass, or did before; and from which step of the scratch on it has their room. */
    private final TreeMap<Job, Integer> makingRoom = new TreeMap<>(Comparator.comparingLong(Job::id));

    /** True where those that wait for room may find another in the next pass, and stop others for it, than in this. */
    private boolean unsteady;

    /** Where {@code releases} stood when the whole queue was tried last; -1 for never. */
    private long triedAt = -1;
    /** When the first of those that wait for a better place takes the one that it can have; {@link Nanos#NEVER} where nobody does. */
    private long delayedNanos = Nanos.NEVER;
    /** False where that is not known: nobody went through the queue since the state is as it is. */
    private boolean delaysKnown;
    /** In the last pass that went through the queue somebody was promised nothing who may be when others have taken room. */
    private boolean waitsForOthers;
    /** In the last pass that went through the queue somebody went before all others, who were held back for him. */
    private boolean pressedBefore;

    Allocation(Pass pass, Choices choices, Reservation reservation) {
        this.pass = pass;
        this.choices = choices;
        this.reservation = reservation;
        this.moving = new Moving(pass);
        this.lastReservation = new Reservation(pass.parts());
    }

    @Override
    void begin() {
        reservation.clear();
        makingRoom.clear();
        unsteady = false;
    }

    /** Finds jobs that move, as of the strategy in force; null where nobody does. */
    @Nullable
    MoveSearch moves() {
        return moveSearch;
    }

    /** True where {@code job} has room in this pass that is not free yet. */
    boolean makesRoomFor(Job job) {
        return makingRoom.containsKey(job);
    }

    @Override
    boolean of(Strategy strategy) {
        return strategy.backfill() != Backfill.CONSERVATIVE
                && !strategy.planning().plans();
    }

    @Override
    void run(Strategy strategy) {
        boolean delayed = delayedNanos != Nanos.NEVER;
        delayedNanos = Nanos.NEVER;
        delaysKnown = true;
        if (!pass.queue().empty()) {
            runOver(strategy, delayed);
        }
        lastReservation.copy(reservation);
        triedAt = pass.state().nodeTable().releases();
    }

    /** The same where somebody waits. */
    private void runOver(Strategy strategy, boolean delayed) {
        if (preempter != null) {
            // Room may have been taken in the last pass for a job that then did not start.
            pass.search().forget();
            preempter.begin();
            moving.hold(preempter);
        }
        if (preempter != null && surplus != null) {
            surplus.begin(preempter);
        }
        boolean traced = pass.draft().traced();
        boolean pressed = pass.queue().pressing().any(pass.nowNanos());
        boolean asBefore = !traced && preempter == null && !delayed && !pressed && !pressedBefore;
        boolean onlyFresh = asBefore && nothingOldStarts(strategy);
        pressedBefore = pressed;
        if (strategy.backfill() == Backfill.GREEDY) {
            pass.queue().shapes().passOver();
        }
        waitsForOthers &= onlyFresh;
        if (onlyFresh) {
            walkFresh(strategy);
        } else {
            boolean goesOn = !pressed || walkPressing(strategy);
            walk(goesOn ? inTurn(strategy, traced) : List.of(), strategy);
        }
        if (unsteady) {
            makingRoom.forEach(moving::keep);
        }
    }

    /** Those that press, before all others; false where the rest of the queue waits for one of them. */
    private boolean walkPressing(Strategy strategy) {
        boolean turns = pass.takesTurns(strategy);
        for (Job job : pass.queue().pressing().at(pass.nowNanos())) {
            // One with which its queue would borrow waits for the turn of its queue: else who floods his queue would go
            // first.
            if (turns && !pass.book().withinQuota(job)) {
                continue;
            }
            pass.marks().press(job);
            if (!comesToItsTurn(job, strategy)) {
                return false;
            }
        }
        return true;
    }

    private Iterable<Job> inTurn(Strategy strategy, boolean traced) {
        if (pass.takesTurns(strategy)) {
            return pass.queue().inTurns(pass.book(), traced);
        }
        return choices.inTurn(
                strategy.order(),
                strategy.backfill(),
                pass.queue(),
                traced ? pass.queue().all() : pass.queue().mayStart());
    }

    private void walk(Iterable<Job> jobs, Strategy strategy) {
        for (Job job : jobs) {
            if (!pass.marks().presses(job) && !comesToItsTurn(job, strategy)) {
                break;
            }
        }
        if (pass.draft().traced()) {
            reservation.relax();
            pass.passOverRest();
        }
    }

    /** Those that came; after one that starts, and that older ones wait for as rules between tasks say, all that come after it. */
    private void walkFresh(Strategy strategy) {
        long releases = pass.state().nodeTable().releases();
        for (Job job : pass.queue().fresh()) {
            if (!comesToItsTurn(job, strategy)) {
                return;
            }
            if (pass.state().nodeTable().releases() != releases) {
                walkAfter(job, strategy);
                return;
            }
        }
    }

    private void walkAfter(Job last, Strategy strategy) {
        for (Job job : pass.queue().mayStart()) {
            if (pass.queue().before(last, job) && !comesToItsTurn(job, strategy)) {
                return;
            }
        }
    }

    /** False where the rest of the queue waits for it. */
    private boolean comesToItsTurn(Job job, Strategy strategy) {
        if (pass.marks().disposed(job)) {
            // It moves, or others move for it: its place is kept.
            return true;
        }
        if (pass.rests(job)) {
            comesTo(job);
            pass.draft().passedOver(job, Reason.BACK_OFF);
            return true;
        }
        return decide(job, strategy);
    }

    @Override
    void end() {
        reservation.relax();
        if (preempter != null) {
            preempter.end();
        }
    }

    @Override
    void forget() {
        triedAt = -1;
        delaysKnown = false;
    }

    @Override
    void follow(Strategy strategy) {
        begin();
        KeyedOrder order = strategy.order().keyed();
        Preempter.Pickers pickers = pickers(strategy, order);
        preempter = of(strategy) && pickers.any()
                ? new Preempter(pass.state(), pass.scratch(), pass.marks(), pass.book(), pickers)
                : null;
        surplus = of(strategy) && strategy.resize().shrinks()
                ? new Surplus(
                        new Surplus.Parts(pass.state(), pass.scratch(), pass.marks(), pass.book(), pass.open()),
                        pass.elastic(),
                        new Surplus.Rule(strategy.resize(), order))
                : null;
        moveSearch = preempter != null && strategy.disruption().consolidation().moves()
                ? new MoveSearch(pass.state(), pass.running(), pass.scratch(), preempter)
                : null;
        pass.state().listen(listener(strategy));
    }

    private RoomListener listener(Strategy strategy) {
        RoomListener listener = pass.running();
        if (strategy.resize() != Resize.NONE) {
            pass.elastic().look();
            listener = listener.andThen(pass.elastic());
        }
        return preempter == null ? listener : listener.andThen(preempter.listener());
    }

    /** True where the room taken last, in the scratch from step {@code first} on, need not be given back by somebody first. */
    boolean free(int first) {
        return preempter == null || preempter.free(first);
    }

    /** What is kept for the first that waits shows as free from now on. */
    void relax() {
        reservation.relax();
    }

    @Override
    long wakeNanos(Strategy strategy) {
        long weakens = preempter == null || pass.queue().empty() ? Nanos.NEVER : preempter.weakensNanos();
        long presses = pass.queue().pressing().nextNanos(pass.nowNanos());
        return StrictMath.min(presses, StrictMath.min(weakens, delayedNanos));
    }

    /** Decides about one job; false where the rest of the queue waits for it. A head whose patience is over holds up nobody. */
    boolean decide(Job job, Strategy strategy) {
        comesTo(job);
        int first = pass.scratch().checkpoint();
        pass.open().enter(job);
        Reason bound = pass.book().refuses(job);
        boolean kept = bound == null && preempter != null && reservation.holder() == null && moving.takesKept(job);
        boolean fits = kept || bound == null && pass.search().fits(job, preempter != null);
        Reason never = fits ? null : pass.search().whyNever(job);
        boolean presses = pass.marks().presses(job);
        if (fits && !presses && delays(job, first, strategy.delay())) {
            pass.scratch().rollback(first);
            pass.draft().passedOver(job, strategy.delay().reason());
        } else if (fits) {
            starts(job, first);
        } else if (never != null) {
            pass.draft().passedOver(job, never);
        } else if (preempter == null
                || reservation.holder() != null
                || !givesTasks(job, preempter) && !makeRoom(job, preempter, first)) {
            Backfill behind = presses && strategy.backfill() == Backfill.GREEDY ? Backfill.EASY : strategy.backfill();
            return bound == null ? holdBack(job, behind) : holdBack(job, behind, bound);
        }
        return true;
    }

    /** Starts {@code job}, which has room from step {@code first} on; or when what it takes is free. */
    private void starts(Job job, int first) {
        pass.book().trim(job, pass.scratch(), first);
        boolean free = preempter == null || preempter.free(first) && pass.book().free(job, pass.scratch(), first);
        if (free) {
            pass.book().starts(job, pass.scratch(), first);
            pass.draft().start(job, first);
        } else {
            pass.book().waits(job, pass.scratch(), first);
            makesRoom(job, first);
        }
    }

    private void makesRoom(Job job, int first) {
        makingRoom.put(job, first);
        pass.draft().makesRoom(job, first);
    }

    /** What a job that its queue has nothing for means for those behind it: they are of other queues, or not kept waiting for it. */
    private boolean holdBack(Job job, Backfill backfill, Reason bound) {
        pass.draft().passedOver(job, bound);
        choices.boundByQueue();
        boolean drains = bound == Reason.QUEUE_LIMIT && pass.marks().presses(job);
        boolean waits = drains || backfill == Backfill.NONE && bound != Reason.NO_QUEUE && bound != Reason.NO_CLASS;
        if (waits && !pass.patienceOver(job)) {
            pass.book().waitsFor(job);
        }
        return true;
    }

    /** True where somebody may wait for a better place until a moment that only a pass tells. */
    boolean mayDelay(Strategy strategy) {
        return !delaysKnown
                && (!strategy.delay().equals(Delay.NONE)
                        || preempter != null && strategy.disruption().delays())
                && !pass.queue().empty();
    }

    /** True where {@code job}, which has room from step {@code first} on, rather waits a while for another place. */
    private boolean delays(Job job, int first, Delay delay) {
        if (delay.equals(Delay.NONE)) {
            return false;
        }
        long longest = 0;
        List<Offer> offers = pass.search().offers(job);
        for (int step = first; step < pass.scratch().checkpoint(); step++) {
            longest = StrictMath.max(longest, delay.nanos(place(job, step, offers)));
        }
        long until = StrictMath.min(Nanos.after(job.readyNanos(), longest), job.deadlineNanos());
        if (longest == 0 || until <= pass.nowNanos()) {
            return false;
        }
        delayedNanos = StrictMath.min(delayedNanos, until);
        return true;
    }

    private Place place(Job job, int step, List<Offer> offers) {
        Shape shape = pass.scratch().shape(step);
        int node = pass.scratch().node(step);
        return new Place(
                pass.state().nodes(),
                job,
                job.readyNanos(),
                pass.nowNanos(),
                shape,
                node,
                shape.gpus() > 0 ? offers : List.of(),
                pass.search().offer(job, node));
    }

    /** What is withheld for the promise counts as free where it is told what the nodes lack. */
    private void comesTo(Job job) {
        if (pass.draft().traced()) {
            reservation.relax();
            pass.draft().comesTo(job);
        }
    }

    /** True where only those that came since the last pass, or whose rest ended, can start now. */
    private boolean nothingOldStarts(Strategy strategy) {
        boolean turns = pass.takesTurns(strategy);
        boolean unchanged = triedAt == pass.state().nodeTable().releases()
                && !(strategy.order() instanceof Chooser)
                && (!turns || pass.queue().oneFresh())
                && pass.queue().shapes().uniform();
        return switch (strategy.backfill()) {
            case NONE -> false;
            case GREEDY, CONSERVATIVE -> unchanged;
            case EASY ->
                unchanged
                        && !turns
                        && !waitsForOthers
                        && !strategy.order().keyed().changesWithTime()
                        && promisesAsBefore();
        };
    }

    /** Nothing that was held back for the first job would start now: the promise to it stands, and nobody came before it. */
    private boolean promisesAsBefore() {
        Job holder = lastReservation.holder();
        if (holder == null) {
            return true;
        }
        if (!holder.queued()
                || pass.state().job(holder.id()) != holder
                || pass.queue().freshBefore(holder)
                || pass.patienceOver(holder)) {
            return false;
        }
        reservation.make(holder, pass.nowNanos());
        boolean same = reservation.within(lastReservation);
        if (!same) {
            reservation.clear();
        }
        return same;
    }

    /** What a job that does not fit means for those behind it. */
    private boolean holdBack(Job job, Backfill backfill) {
        pass.draft().noRoom(job, reservation.holder() != null);
        if (pass.patienceOver(job)) {
            return true;
        }
        boolean holdsUp = backfill == Backfill.NONE || backfill == Backfill.EASY && reservation.holder() == null;
        boolean presses = pass.marks().presses(job);
        boolean counts = presses && OneDomain.bindsOnly(job, pass.state().nodeTable());
        if (holdsUp && !counts && pass.search().waitsForOthers(job)) {
            waitsForOthers = true;
            return true;
        }
        if (backfill == Backfill.EASY && reservation.holder() == null) {
            keepRoom(job, presses);
        }
        return backfill != Backfill.NONE;
    }

    /** Those behind {@code job} start where they do not delay it. */
    private void keepRoom(Job job, boolean presses) {
        if (presses) {
            reservation.makeAnyhow(job, pass.nowNanos());
        } else {
            reservation.make(job, pass.nowNanos());
        }
        pass.draft().reserved(job, reservation.atNanos(), reservation.keptNodes());
        pass.queue().shapes().passOver();
        if (presses && !reservation.keeps()) {
            // There will never be room as far as anybody knows: who presses next is not kept waiting by that.
            reservation.clear();
        }
    }

    private Preempter.Pickers pickers(Strategy strategy, KeyedOrder order) {
        boolean reclaims = strategy.sharing().reclaim() != Reclaim.NONE
                && pass.state().queues().any();
        Preempting preempting = new Preempting(order, strategy.disruption().preempts());
        Sparing reclaiming = strategy.disruption().reclaims();
        boolean otherwise = strategy.resize().shrinks()
                || strategy.disruption().consolidation().moves();
        if (strategy.preemption() == Preemption.NONE) {
            return new Preempter.Pickers(preempting, null, null, reclaims, reclaiming, otherwise);
        }
        LastInOrder last = new LastInOrder(pass.state(), pass.running(), pass.marks(), preempting);
        VictimPicker picker =
                strategy.preemption() == Preemption.BY_ORDER ? last : new LeastLoss(pass.state(), pass.running(), last);
        return new Preempter.Pickers(preempting, picker, last, reclaims, reclaiming, otherwise);
    }

    /** True where tasks of running jobs stop for {@code job} that these can do without. */
    private boolean givesTasks(Job job, Preempter makes) {
        Surplus.Room room = surplus == null ? null : surplus.makeRoom(job, pass.search()::take);
        if (room == null) {
            return false;
        }
        TreeMap<Long, List<Integer>> tasks = new TreeMap<>();
        for (HeldTask held : room.given()) {
            makes.leaves(held.job(), held.task());
            tasks.computeIfAbsent(held.job().id(), _ -> new ArrayList<>()).add(held.task());
        }
        tasks.forEach(pass.draft()::shrink);
        pass.book().waits(job, pass.scratch(), room.first());
        makesRoom(job, room.first());
        foundAnew(job, room.given().stream().mapToLong(held -> held.job().broughtNanos(held.task())));
        return true;
    }

    private boolean makeRoom(Job job, Preempter makes, int first) {
        Preempter.Victims victims = makes.makeRoom(job, pass.search()::take);
        for (Job victim : victims.jobs()) {
            pass.draft().stop(victim.id(), victims.reason());
        }
        if (victims.jobs().isEmpty()) {
            return false;
        }
        if (surplus != null) {
            surplus.forget();
        }
        pass.book().trim(job, pass.scratch(), first);
        pass.book().waits(job, pass.scratch(), first);
        makesRoom(job, first);
        foundAnew(
                job,
                victims.jobs().stream()
                        .filter(victim -> victim.restarts() >= MOST_RESTARTS)
                        .mapToLong(Job::decidedNanos));
        return true;
    }

    /**
     * Others stop for {@code job} that were started at {@code moments}. Where some came while it waited, what it finds in the next pass may be elsewhere, if
     * its tasks are of many kinds or others wait before it for room: who starts on what it leaves now would be stopped then, and who stops now would
     * start again, without end (decision 109).
     */
    private void foundAnew(Job job, LongStream moments) {
        boolean others = preempter != null && preempter.waited();
        boolean byCount = job.uniform() && job.gang().alone();
        if (!unsteady && (others || !byCount)) {
            // In one instant nobody knows who came first; without others, who waits stops them once.
            unsteady = moments.anyMatch(moment -> moment > job.readyNanos() || others && moment == job.readyNanos());
        }
    }
}
