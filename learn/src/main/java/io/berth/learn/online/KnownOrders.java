package io.berth.learn.online;

import io.berth.core.policy.PolicySpec;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Proposes the order of a list that does best on the window in simulation, where that is not the one in force. */
public final class KnownOrders implements CandidateMaker {
    /** Orders that suit most queues. */
    static final List<PolicySpec> ORDERS = Stream.of("sjf", "srsf", "f1", "wfp3", "unicep", "fcfs")
            .map(PolicySpec::of)
            .toList();

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
    public List<Candidate> make(PastWindow window) {
        PolicySpec best = window.inForce().order();
        double least = window.simulate(best);
        List<Candidate> candidates = new ArrayList<>();
        for (PolicySpec order : orders) {
            double cost = order.equals(window.inForce().order()) ? Double.MAX_VALUE : window.simulate(order);
            if (cost < least) {
                least = cost;
                candidates = List.of(new Candidate(order.toString(), order));
            }
        }
        return candidates;
    }
}
