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
 */
public record DispatchSpec(
        String name,
        PartSpec balance,
        PolicySpec queue,
        List<PolicySpec> admit,
        Wait waiting,
        @Nullable Evict evict) {
    public static final String DEFAULT_QUEUE = "fifo";

    public DispatchSpec {
        admit = List.copyOf(admit);
    }

    /** One that ends no request for another. */
    public DispatchSpec(String name, PartSpec balance, PolicySpec queue, List<PolicySpec> admit, Wait waiting) {
        this(name, balance, queue, admit, waiting, null);
    }

    /** Where requests wait. */
    public enum Wait {
        /** Each at the server it was sent to on arrival. */
        SERVER,
        /** At the gateway, until some server has a slot. */
        GATEWAY
    }

    /** A balancer with first come, first served at the servers and no admission. */
    public static DispatchSpec of(String name, String balance) {
        return new DispatchSpec(name, PolicySpec.of(balance), PolicySpec.of(DEFAULT_QUEUE), List.of(), Wait.SERVER);
    }
}
