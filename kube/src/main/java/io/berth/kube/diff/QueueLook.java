package io.berth.kube.diff;

import io.berth.core.event.Event;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.State;
import java.util.List;

/** Compares the queues of the cluster with those of a state. */
final class QueueLook {
    private QueueLook() {}

    /** What follows where {@code told} are all there are. */
    static List<Event> of(List<QueueSpec> told, State state) {
        return told.equals(state.queues().tree().queues()) ? List.of() : List.of(new Event.QueuesDeclared(told));
    }
}
