package io.berth.core.reserve;

import io.berth.core.time.Nanos;
import java.util.List;

/**
 * Nodes that are kept for some jobs, or for nobody, for a time that is known before.
 *
 * @param name by which people speak of it; unique
 * @param nodes which
 * @param time when
 * @param queues whose jobs may be there meanwhile, those of the queues below them among them; none for nobody's, as for maintenance
 * @param stops true where what others still run there when it begins is stopped, and waits again; else it goes on
 * @param why in the words of who made it, for people; empty where nobody says
 */
public record NodeReservation(
        String name, ReservedNodes nodes, ReservedTime time, List<String> queues, boolean stops, String why) {
    public NodeReservation {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A reservation needs a name.");
        }
        queues = List.copyOf(queues);
    }

    /** The same, {@code nanos} later. */
    public NodeReservation later(long nanos) {
        ReservedTime moved = new ReservedTime(
                Nanos.after(time.startNanos(), nanos), time.durationNanos(), time.everyNanos(), time.times());
        return new NodeReservation(name, nodes, moved, queues, stops, why);
    }

    /** True where nobody may be there meanwhile. */
    public boolean maintenance() {
        return queues.isEmpty();
    }
}
