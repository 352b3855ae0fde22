package io.berth.core.dispatch;

import io.berth.core.strategy.PartSpec;
import io.berth.core.strategy.PolicySpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How requests are spread, as data.
 *
 * @param name what reports call it
 * @param balance which server a request goes to; one balancer, or several that decide together
 * @param queue which waiting request is served first
 * @param admit what a request must pass to be let in, in this order; empty for nothing
 * @param waiting where requests wait for a slot
 * @param evict which requests are ended for more urgent ones; null for none
 * @param grouping whether requests are split and merged
 */
public record DispatchSpec(
        String name,
        PartSpec balance,
        PolicySpec queue,
        List<PolicySpec> admit,
        Wait waiting,
        @Nullable Evict evict,
        Grouping grouping) {
    public static final String DEFAULT_QUEUE = "fifo";

    public DispatchSpec {
        admit = List.copyOf(admit);
    }

    /** One that ends no request for another, and whose requests are one call each. */
    public DispatchSpec(String name, PartSpec balance, PolicySpec queue, List<PolicySpec> admit, Wait waiting) {
        this(name, balance, queue, admit, waiting, null, Grouping.NONE);
    }

    /** Where requests wait. */
    public enum Wait {
        /** Each at the server it was sent to on arrival. */
        SERVER,
        /** At the gateway, until some server has a slot. */
        GATEWAY
    }

    /**
     * What may become of requests of several items.
     *
     * @param mostShares into which one is split; 0 for not at all
     * @param holdNanos how long one may be held so that it is merged with others; 0 for not at all
     * @param mostItems of a call that requests were merged to
     */
    public record Grouping(int mostShares, long holdNanos, int mostItems) {
        /** Each request is one call. */
        public static final Grouping NONE = new Grouping(0, 0, 0);

        public Grouping {
            if (mostShares < 0 || mostShares == 1 || holdNanos < 0 || holdNanos > 0 && mostItems < 2) {
                throw new IllegalArgumentException("Requests are split into 2 shares or more (" + mostShares
                        + "), and held for 0 or longer (" + holdNanos + " ns) to calls of 2 items or more (" + mostItems
                        + ").");
            }
        }

        /** Whether one may become several calls. */
        public boolean splits() {
            return mostShares > 0;
        }

        /** Whether several may become one call. */
        public boolean merges() {
            return holdNanos > 0;
        }
    }

    /** A balancer with first come, first served at the servers and no admission. */
    public static DispatchSpec of(String name, String balance) {
        return new DispatchSpec(name, PolicySpec.of(balance), PolicySpec.of(DEFAULT_QUEUE), List.of(), Wait.SERVER);
    }
}
