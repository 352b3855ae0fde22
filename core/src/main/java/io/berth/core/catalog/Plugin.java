package io.berth.core.catalog;

import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.QueueOrder;
import io.berth.core.dispatch.catalog.DispatchEntry;
import io.berth.core.policy.Order;
import io.berth.core.policy.Placer;
import java.util.List;

/**
 * What a jar of a user's own brings. The jar names one class that implements this in {@code
 * META-INF/services/io.berth.core.catalog.Plugin}; it is made once, by a constructor without parameters, when the program starts, and
 * asked once for each list.
 *
 * <p>Policies of plugins keep the rules of those that ship with Berth, which nothing enforces on them: what one decides follows from
 * what it is given and from nothing else (no clock, chance, thread, file or hash order), or recovery, {@code berth replay --redecide} and
 * what-if tell something else than what happened. It must come back soon and allocate little: the engine waits for it.
 *
 * <p>One that throws, or answers what it must not, loses the parts of its plugin in the strategy in force; see decision 38.
 */
public interface Plugin {
    /** What it is called in lists, journals and errors: letters, digits and hyphens, such as {@code spread}. */
    String name();

    /** Its version, a word; a policy that decides otherwise than before has another. */
    String version();

    /** Orders of the queue, in the order in which they are shown. */
    default List<Entry<Order>> orders() {
        return List.of();
    }

    /** Placements, likewise. */
    default List<Entry<Placer>> placements() {
        return List.of();
    }

    /** Balancers of requests, likewise. */
    default List<DispatchEntry<Balancer>> balancers() {
        return List.of();
    }

    /** Orders of waiting requests, likewise. */
    default List<DispatchEntry<QueueOrder>> queues() {
        return List.of();
    }

    /** Admissions of requests, likewise. */
    default List<DispatchEntry<Admission>> admissions() {
        return List.of();
    }
}
