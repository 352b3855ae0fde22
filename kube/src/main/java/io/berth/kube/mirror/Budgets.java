package io.berth.kube.mirror;

import io.berth.kube.object.PodBudget;
import io.berth.kube.watch.Sink;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How many pods may be stopped, as the API server last told it. From any thread. */
public final class Budgets {
    private final Runnable listener;
    private final TreeMap<String, PodBudget> budgets = new TreeMap<>();
    private boolean changed = true;

    /** @param listener hears that something changed */
    Budgets(Runnable listener) {
        this.listener = listener;
    }

    /** All of them, by namespace and name, where something changed since the last call, or there was none; else null. */
    public synchronized @Nullable Map<String, PodBudget> take() {
        if (!changed) {
            return null;
        }
        changed = false;
        return new TreeMap<>(budgets);
    }

    /** What tells of them. */
    Sink<PodBudget> sink() {
        return new Known<>(this::change, budget -> budget.meta().key().text(), this::put);
    }

    private void change(Runnable change) {
        synchronized (this) {
            change.run();
        }
        listener.run();
    }

    /** Who counts healthy pods writes more often than the number of those that may be stopped changes. */
    private void put(String name, @Nullable PodBudget budget) {
        PodBudget before = budget == null ? budgets.remove(name) : budgets.put(name, budget);
        changed |= before == null
                || budget == null
                || before.allowed() != budget.allowed()
                || !Objects.equals(before.selector(), budget.selector());
    }
}
