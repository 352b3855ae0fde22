package io.berth.kube.mirror;

import io.berth.kube.object.PodBudget;
import java.util.List;
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
        return new Sink<>() {
            @Override
            public void all(List<PodBudget> objects) {
                change(() -> {
                    budgets.clear();
                    objects.forEach(Budgets.this::put);
                    changed = true;
                });
            }

            @Override
            public void put(PodBudget budget) {
                change(() -> Budgets.this.put(budget));
            }

            @Override
            public void remove(PodBudget budget) {
                change(() -> changed |= budgets.remove(name(budget)) != null);
            }
        };
    }

    private void change(Runnable change) {
        synchronized (this) {
            change.run();
        }
        listener.run();
    }

    /** Who counts healthy pods writes more often than the number of those that may be stopped changes. */
    private void put(PodBudget budget) {
        PodBudget before = budgets.put(name(budget), budget);
        changed |= before == null
                || before.allowed() != budget.allowed()
                || !Objects.equals(before.selector(), budget.selector());
    }

    private static String name(PodBudget budget) {
        return budget.meta().key().text();
    }
}
