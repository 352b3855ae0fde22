package io.berth.learn.online;

import io.berth.core.strategy.PolicySpec;
import java.util.List;
import java.util.stream.Stream;

/** Proposes the order of a list that does best on redrawn windows, where that is not the one in force; of those about as good the first. */
public final class KnownOrders implements CandidateMaker {
    /** Orders that suit most queues. */
    static final List<PolicySpec> ORDERS = Stream.of("sjf", "srsf", "f1", "wfp3", "unicep", "fcfs")
            .map(PolicySpec::of)
            .toList();

    /** A later one of the list must be better by so much, in the logarithm; so noise does not choose. */
    private static final double MARGIN = 0.03;

    private final List<PolicySpec> orders;

    /** @param orders of the catalog */
    public KnownOrders(List<PolicySpec> orders) {
        this.orders = List.copyOf(orders);
    }

    /** With orders that suit most queues. */
    public static KnownOrders standard() {
        return new KnownOrders(ORDERS);
    }

    @Override
    public boolean learns() {
        return false;
    }

    @Override
    public List<Candidate> make(PastWindow window) {
        PolicySpec own = window.inForce().order();
        double least = window.redrawn(own);
        List<Candidate> candidates = List.of();
        for (PolicySpec order : orders) {
            double cost = order.equals(own) ? Double.MAX_VALUE : window.redrawn(order);
            if (cost < least - MARGIN) {
                least = cost;
                candidates = List.of(new Candidate(order.toString(), order, true));
            }
        }
        return candidates;
    }
}
