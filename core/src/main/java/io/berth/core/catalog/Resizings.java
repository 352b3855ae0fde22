package io.berth.core.catalog;

import io.berth.core.strategy.Resize;
import java.util.List;

/** Whether jobs that run get more of their tasks, and who gets some of them back. */
final class Resizings {
    static final List<Entry<Resize>> ALL = List.of(
            new Entry<>("none", "jobs keep the tasks that they started with", "", List.of(), (_, _) -> Resize.NONE),
            new Entry<>(
                    "grow",
                    "jobs get more tasks where nobody who waits could ever run",
                    "",
                    List.of(),
                    (_, _) -> Resize.GROW),
            new Entry<>(
                    "by-order",
                    "jobs grow, and give tasks back to those that go before them",
                    "KAI elastic workloads",
                    List.of(),
                    (_, _) -> Resize.BY_ORDER),
            new Entry<>(
                    "elastic",
                    "jobs grow into all that is idle, and give tasks back to whoever waits",
                    "Volcano minAvailable",
                    List.of(),
                    (_, _) -> Resize.ELASTIC),
            new Entry<>(
                    "by-gain",
                    "as elastic, task by task: to whom one more brings most, from whom it costs least",
                    "",
                    List.of(),
                    (_, _) -> Resize.BY_GAIN));

    private Resizings() {}
}
