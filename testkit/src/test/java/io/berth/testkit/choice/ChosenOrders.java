package io.berth.testkit.choice;

import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.event.Event;
import io.berth.core.policy.Chooser;
import io.berth.core.policy.Facts;
import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.Order;
import io.berth.core.policy.Waiting;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.testkit.random.RandomDay;
import io.berth.testkit.random.RandomDay.Timed;
import io.berth.testkit.random.RandomSpecs;
import java.util.List;
import java.util.function.UnaryOperator;

/** For each order of the catalog that sorts jobs one that chooses what the order would put first; and one that chooses at random. */
final class ChosenOrders {
    static final String RANDOM = "random-choice";
    private static final String PREFIX = "chosen-";

    private ChosenOrders() {}

    static Catalog catalog(Catalog standard) {
        Catalog all = standard.withOrder(new Entry<>(
                RANDOM, "any", "", List.of(), (_, _) -> (Chooser) waiting -> waiting.below(waiting.size())));
        for (String name : RandomSpecs.sortingOrders(standard)) {
            StrategySpec spec = StrategySpec.of(name, name, "best-fit", "none");
            all = all.withOrder(new Entry<>(
                    PREFIX + name,
                    "what " + name + " puts first",
                    "",
                    List.of(),
                    (_, facts) -> choosing(order(standard, spec, facts))));
        }
        return all;
    }

    /** One that chooses already does so by itself. */
    private static Order choosing(Order order) {
        return order instanceof KeyedOrder keyed ? new SmallestKey(keyed) : order;
    }

    private static Order order(Catalog standard, StrategySpec spec, Facts facts) {
        return standard.strategy(spec, facts).order();
    }

    /** The same strategy, its order replaced by the one that chooses; nothing of it preempts. */
    static StrategySpec chosen(StrategySpec strategy) {
        return ordered(strategy, PREFIX + strategy.order().name());
    }

    static StrategySpec ordered(StrategySpec strategy, String order) {
        return StrategySpec.of(strategy.name())
                .ordering(PolicySpec.of(order))
                .placing(strategy.place())
                .with(PolicyKind.BACKFILL, strategy.backfill())
                .with(PolicyKind.PLAN, strategy.part(PolicyKind.PLAN));
    }

    /** The same day under other strategies. */
    static RandomDay day(RandomDay day, UnaryOperator<StrategySpec> change) {
        List<Timed> operations = day.operations().stream()
                .map(timed -> timed.event() instanceof Event.StrategyChanged changed
                        ? new Timed(timed.atNanos(), new Event.StrategyChanged(change.apply(changed.strategy())))
                        : timed)
                .toList();
        return new RandomDay(
                day.seed(), day.nodes(), change.apply(day.strategy()), day.arrivals(), operations, day.world());
    }

    /** Chooses the smallest key, of equal ones the first that came. Its keys matter only to the order of rejections. */
    private record SmallestKey(KeyedOrder keyed) implements Chooser {
        @Override
        public int choose(Waiting waiting) {
            int best = 0;
            for (int i = 1; i < waiting.size(); i++) {
                if (keyed.key(waiting.job(i), waiting.nowNanos()) < keyed.key(waiting.job(best), waiting.nowNanos())) {
                    best = i;
                }
            }
            return best;
        }
    }
}
