package io.berth.kube.diff;

import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.workload.DisruptionBudget;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerSelector;
import io.berth.kube.object.PodBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Compares the disruption budgets of the cluster with those of a state. */
final class BudgetLook {
    private BudgetLook() {}

    /** What follows where {@code told} are all there are. */
    static List<Event> of(Map<String, PodBudget> told, State state) {
        List<Event> events = new ArrayList<>();
        told.forEach((name, budget) -> {
            DisruptionBudget is = budget(budget);
            if (!is.equals(state.budgets().get(name))) {
                events.add(new Event.BudgetChanged(name, is));
            }
        });
        for (String known : state.budgets().keySet()) {
            if (!told.containsKey(known)) {
                events.add(new Event.BudgetChanged(known, null));
            }
        }
        return events;
    }

    private static DisruptionBudget budget(PodBudget budget) {
        String namespace = budget.meta().key().namespace();
        List<Requirement> selector = budget.selector();
        return new DisruptionBudget(
                selector == null
                        ? PeerSelector.of(List.of(), List.of())
                        : PeerSelector.of(List.of(namespace), selector),
                budget.allowed());
    }
}
