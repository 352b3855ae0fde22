package io.berth.core.dispatch.catalog;

import io.berth.core.dispatch.Admission;
import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.QueueOrder;
import java.util.List;

/** What a plugin brings for requests. */
public record DispatchPolicies(
        List<DispatchEntry<Balancer>> balancers,
        List<DispatchEntry<QueueOrder>> queues,
        List<DispatchEntry<Admission>> admissions) {
    public DispatchPolicies {
        balancers = List.copyOf(balancers);
        queues = List.copyOf(queues);
        admissions = List.copyOf(admissions);
    }
}
