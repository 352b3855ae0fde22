package io.berth.kube.dump;

import io.berth.kube.queue.QueueConvention;
import io.berth.kube.queue.QueueConventions;
import io.berth.spec.input.InputException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Who scheduled the cluster, and so which words of its objects count. */
public enum DumpKind {
    /** What {@code berth kube} knows. */
    KUBERNETES,
    /** Kueue beside it: Workloads whose pods are not there yet, gates, queues. */
    KUEUE,
    /** KAI Scheduler: its queues, PodGroups and shares of GPUs. */
    KAI,
    /** Volcano: its queues and PodGroups. */
    VOLCANO;

    /** By whose words such a cluster says which queues there are. */
    QueueConvention queues() {
        return QueueConventions.named(this == KUBERNETES ? "berth" : text());
    }

    /** As people write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The one that somebody called {@code text}.
     *
     * @param place where they did
     */
    public static DumpKind of(String place, String text) {
        return Arrays.stream(values())
                .filter(kind -> kind.text().equals(text))
                .findFirst()
                .orElseThrow(() -> new InputException(place, InputException.unknown("kind of cluster", text, texts())));
    }

    /** All, as people write them. */
    public static List<String> texts() {
        return Arrays.stream(values()).map(DumpKind::text).toList();
    }
}
