package io.berth.core.catalog;

import io.berth.core.policy.Chooser;
import io.berth.core.policy.Order;
import io.berth.core.policy.Placer;
import io.berth.core.policy.device.DeviceOrder;
import io.berth.core.policy.joint.JointOrder;
import io.berth.core.policy.joint.JointPlacement;
import io.berth.core.strategy.Backfill;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.Preemption;
import io.berth.core.strategy.Reclaim;
import io.berth.core.strategy.Resize;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Which parts of a strategy do not go together.
 *
 * @param kind of the part that asks something of another
 * @param asks true where it does
 * @param because why, behind its name
 * @param other of the part that it asks something of
 * @param goes true where that is as it must be
 * @param allowed what goes with it
 */
record Conflict(
        PolicyKind kind,
        Predicate<Strategy> asks,
        String because,
        PolicyKind other,
        Predicate<Strategy> goes,
        String allowed) {
    private static final String COUNTED = "may refuse room that is there by count";

    private static final List<Conflict> ALL = Stream.of(
                    own(PolicyKind.FILTER),
                    own(PolicyKind.GANG),
                    own(PolicyKind.DELAY),
                    others(),
                    ofPairs(),
                    ofQueues(),
                    ofBounds(),
                    ofSizes(),
                    ofMoves())
            .flatMap(List::stream)
            .toList();

    private static List<Conflict> others() {
        return List.of(
                new Conflict(
                        PolicyKind.BACKFILL,
                        strategy -> strategy.backfill() == Backfill.CONSERVATIVE,
                        "promises every job its room",
                        PolicyKind.PREEMPT,
                        Conflict::keepsRoom,
                        "none"),
                new Conflict(
                        PolicyKind.ORDER,
                        strategy -> strategy.order() instanceof Chooser,
                        "chooses among jobs that wait and does not compare them with those that run",
                        PolicyKind.PREEMPT,
                        Conflict::keepsRoom,
                        "none"),
                new Conflict(
                        PolicyKind.PLAN,
                        strategy -> strategy.planning().plans(),
                        "decides about jobs together",
                        PolicyKind.BACKFILL,
                        Conflict::promisesNothing,
                        "none or greedy"),
                new Conflict(
                        PolicyKind.PLAN,
                        strategy -> strategy.planning().plans(),
                        "chooses devices itself",
                        PolicyKind.DEVICE,
                        strategy -> strategy.placing().devices().equals(DeviceOrder.ANY),
                        "any"),
                new Conflict(
                        PolicyKind.PLAN,
                        strategy -> strategy.planning().plans(),
                        "decides about jobs together",
                        PolicyKind.PREEMPT,
                        Conflict::keepsRoom,
                        "none"));
    }

    /** What was learnt of order and placement together decides both, among pairs that fit now. */
    private static List<Conflict> ofPairs() {
        String both = "goes by a model that decides order and placement together";
        String same = "learnt by the same model";
        Predicate<Strategy> goes =
                strategy -> strategy.spec().order().equals(strategy.spec().place());
        return List.of(
                new Conflict(PolicyKind.ORDER, Conflict::ordersPairs, both, PolicyKind.PLACE, goes, same),
                new Conflict(PolicyKind.PLACE, Conflict::placesPairs, both, PolicyKind.ORDER, goes, same),
                new Conflict(
                        PolicyKind.ORDER,
                        Conflict::ordersPairs,
                        "looks only at jobs for which there is room",
                        PolicyKind.BACKFILL,
                        strategy -> strategy.backfill() != Backfill.CONSERVATIVE,
                        "none, greedy or easy"),
                new Conflict(
                        PolicyKind.ORDER,
                        Conflict::ordersPairs,
                        "says itself where jobs go",
                        PolicyKind.PLAN,
                        strategy -> !strategy.planning().plans(),
                        "none"));
    }

    private static boolean ordersPairs(Strategy strategy) {
        Order order = strategy.order() instanceof HeardChooser heard ? heard.chooser() : strategy.order();
        return order instanceof JointOrder;
    }

    private static boolean placesPairs(Strategy strategy) {
        return placesPairs(strategy.placing());
    }

    private static boolean placesPairs(Placing placing) {
        return placing.placer() instanceof Placer.Picked picked && picked.picker() instanceof JointPlacement;
    }

    /** Whose turn it is changes with each start, which what decides about many jobs at once does not look at. */
    private static List<Conflict> ofQueues() {
        String turns = "has queues take turns";
        Predicate<Strategy> shares = strategy -> strategy.sharing().share().any();
        Predicate<Strategy> reclaims = strategy -> strategy.sharing().reclaim() != Reclaim.NONE;
        return List.of(
                new Conflict(
                        PolicyKind.SHARE,
                        shares,
                        turns,
                        PolicyKind.BACKFILL,
                        strategy -> strategy.backfill() != Backfill.CONSERVATIVE,
                        "none, greedy or easy"),
                new Conflict(
                        PolicyKind.SHARE,
                        shares,
                        turns,
                        PolicyKind.ORDER,
                        strategy -> !(strategy.order() instanceof Chooser),
                        "one that sorts jobs"),
                new Conflict(
                        PolicyKind.SHARE,
                        shares,
                        turns,
                        PolicyKind.PLAN,
                        strategy -> !strategy.planning().plans(),
                        "none"),
                new Conflict(
                        PolicyKind.RECLAIM,
                        reclaims,
                        "stops jobs for others at once",
                        PolicyKind.BACKFILL,
                        strategy -> strategy.backfill() != Backfill.CONSERVATIVE,
                        "none, greedy or easy"),
                new Conflict(
                        PolicyKind.RECLAIM,
                        reclaims,
                        "stops jobs for others at once",
                        PolicyKind.PLAN,
                        strategy -> !strategy.planning().plans(),
                        "none"));
    }

    /** Who has waited long is one job after another, for the first of which room is kept. */
    private static List<Conflict> ofBounds() {
        String keeps = "keeps room for one job after another";
        // Who is before it in the order would stop it, and wait behind it again in the same pass: for ever.
        String first = "lets jobs go before others whatever the order says";
        Predicate<Strategy> bounds = strategy -> strategy.bound().any();
        return List.of(
                new Conflict(
                        PolicyKind.BOUND,
                        bounds,
                        keeps,
                        PolicyKind.BACKFILL,
                        strategy -> strategy.backfill() != Backfill.CONSERVATIVE,
                        "none, greedy or easy"),
                new Conflict(
                        PolicyKind.BOUND,
                        bounds,
                        keeps,
                        PolicyKind.PLAN,
                        strategy -> !strategy.planning().plans(),
                        "none"),
                new Conflict(PolicyKind.BOUND, bounds, first, PolicyKind.PREEMPT, Conflict::keepsRoom, "none"),
                new Conflict(
                        PolicyKind.BOUND,
                        bounds,
                        first,
                        PolicyKind.RESIZE,
                        strategy -> strategy.resize() == Resize.NONE,
                        "none"),
                own(
                        PolicyKind.FILTER,
                        PolicyKind.BOUND,
                        strategy -> !strategy.bound().any(),
                        "none"),
                own(
                        PolicyKind.GANG,
                        PolicyKind.BOUND,
                        strategy -> !strategy.bound().any(),
                        "none"));
    }

    /** A job that grows holds for as long as it runs what others may have been promised, or planned with. */
    private static List<Conflict> ofSizes() {
        String resizes = "changes what running jobs hold";
        // What is taken back lets other tasks come, which borrow again, in the same pass: for ever.
        String borrows = "lets tasks come that borrow";
        Predicate<Strategy> asks = strategy -> strategy.resize() != Resize.NONE;
        return List.of(
                new Conflict(
                        PolicyKind.RESIZE,
                        asks,
                        resizes,
                        PolicyKind.BACKFILL,
                        strategy -> strategy.backfill() != Backfill.CONSERVATIVE,
                        "none, greedy or easy"),
                new Conflict(
                        PolicyKind.RESIZE,
                        asks,
                        resizes,
                        PolicyKind.PLAN,
                        strategy -> !strategy.planning().plans(),
                        "none"),
                new Conflict(
                        PolicyKind.RESIZE,
                        asks,
                        borrows,
                        PolicyKind.RECLAIM,
                        strategy -> strategy.sharing().reclaim() == Reclaim.NONE,
                        "none"),
                new Conflict(
                        PolicyKind.RESIZE,
                        asks,
                        "compares jobs that wait with those that run",
                        PolicyKind.ORDER,
                        strategy -> !(strategy.order() instanceof Chooser),
                        "one that sorts jobs"));
    }

    /** A plan of moves keeps places for several jobs until the last of them has come there; what else keeps room, or takes some back, is not asked. */
    private static List<Conflict> ofMoves() {
        String keeps = "keeps places for jobs that move, and for whom they move";
        Predicate<Strategy> moves = Conflict::moves;
        return List.of(
                new Conflict(
                        PolicyKind.CONSOLIDATE,
                        moves,
                        keeps,
                        PolicyKind.BACKFILL,
                        strategy -> strategy.backfill() != Backfill.CONSERVATIVE,
                        "none, greedy or easy"),
                new Conflict(
                        PolicyKind.CONSOLIDATE,
                        moves,
                        keeps,
                        PolicyKind.PLAN,
                        strategy -> !strategy.planning().plans(),
                        "none"),
                new Conflict(
                        PolicyKind.CONSOLIDATE,
                        moves,
                        keeps,
                        PolicyKind.BOUND,
                        strategy -> !strategy.bound().any(),
                        "none"),
                new Conflict(
                        PolicyKind.CONSOLIDATE,
                        moves,
                        "counts on jobs that move as they are",
                        PolicyKind.RESIZE,
                        strategy -> strategy.resize() == Resize.NONE,
                        "none"),
                new Conflict(
                        PolicyKind.CONSOLIDATE,
                        moves,
                        keeps,
                        PolicyKind.RECLAIM,
                        strategy -> strategy.sharing().reclaim() == Reclaim.NONE,
                        "none"));
    }

    private static boolean moves(Strategy strategy) {
        return strategy.disruption().consolidation().moves();
    }

    /** Promises, victims and windows are found by counting tasks on nodes, so a filter or gang placer beside the default goes without. */
    private static List<Conflict> own(PolicyKind kind) {
        return List.of(
                own(kind, PolicyKind.BACKFILL, Conflict::promisesNothing, "none or greedy"),
                own(kind, PolicyKind.PREEMPT, Conflict::keepsRoom, "none"),
                own(kind, PolicyKind.RESIZE, strategy -> strategy.resize() == Resize.NONE, "none"),
                own(kind, PolicyKind.CONSOLIDATE, strategy -> !moves(strategy), "none"),
                own(kind, PolicyKind.PLAN, strategy -> !strategy.planning().plans(), "none"));
    }

    private static Conflict own(PolicyKind kind, PolicyKind other, Predicate<Strategy> goes, String allowed) {
        return new Conflict(
                kind, strategy -> !strategy.spec().part(kind).equals(kind.fallback()), COUNTED, other, goes, allowed);
    }

    private static boolean promisesNothing(Strategy strategy) {
        return strategy.backfill() == Backfill.NONE || strategy.backfill() == Backfill.GREEDY;
    }

    private static boolean keepsRoom(Strategy strategy) {
        return strategy.preemption() == Preemption.NONE;
    }

    /** @throws IllegalArgumentException where two parts do not go together */
    static void check(Strategy strategy) {
        if (!strategy.classes().isEmpty() && strategy.planning().plans()) {
            throw new IllegalArgumentException("plan (" + strategy.planning().method()
                    + ") places jobs together by one measure, so classes do not go with it.");
        }
        if (!placesPairs(strategy) && strategy.classes().stream().anyMatch(Conflict::placesPairs)) {
            throw new IllegalArgumentException(
                    "The placement (learnt) of a class goes by a model that decides order and"
                            + " placement together, so the whole strategy goes by it or none of it does.");
        }
        for (Conflict conflict : ALL) {
            if (conflict.asks.test(strategy) && !conflict.goes.test(strategy)) {
                throw new IllegalArgumentException(conflict.text(strategy));
            }
        }
    }

    private String text(Strategy strategy) {
        return kind.key() + " ("
                + strategy.spec().part(kind).policies().getFirst().name() + ") " + because + ", so "
                + other.key() + " ("
                + strategy.spec().part(other).policies().getFirst().name()
                + ") does not go with it, only " + allowed + ".";
    }
}
