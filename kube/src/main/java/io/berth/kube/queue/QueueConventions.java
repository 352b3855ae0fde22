package io.berth.kube.queue;

import io.berth.core.queue.QueueSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** By whose words queues may be said. */
public final class QueueConventions {
    /** Whose objects may say them, as settings call it. */
    public static final List<String> NAMES = List.of("berth", "kueue", "volcano", "kai");

    private QueueConventions() {}

    /**
     * That of {@code name}.
     *
     * @throws IllegalArgumentException where there is none
     */
    public static QueueConvention named(String name) {
        return switch (name) {
            case "berth" -> new BerthQueues(List.of());
            case "kueue" -> new KueueQueues();
            case "volcano" -> new VolcanoQueues();
            case "kai" -> new KaiQueues();
            default -> throw new IllegalArgumentException("There are no queues of (" + name + ").");
        };
    }

    /** Queues of the settings, which pods name as they name Berth's own; null where there are none. */
    public static @Nullable QueueConvention told(List<QueueSpec> queues) {
        return queues.isEmpty() ? null : new BerthQueues(queues);
    }
}
