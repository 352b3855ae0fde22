package io.berth.core.explain;

import io.berth.core.decision.Reason;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.Reservations;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import org.jspecify.annotations.Nullable;

/** Which reservation keeps a job from nodes, and what would let it start before that begins, in words. */
final class Reserved {
    private Reserved() {}

    static String text(State state, Job job) {
        long now = state.nowNanos();
        @Nullable NodeReservation first = null;
        long begins = Nanos.NEVER;
        for (NodeReservation one : state.reservations().all().values()) {
            long start = one.time().startAt(now);
            boolean others =
                    !Reservations.admits(one, job.queue(), state.queues().tree());
            if (others && start < begins) {
                first = one;
                begins = start;
            }
        }
        if (first == null) {
            return Reason.RESERVED.text();
        }
        String name = Reason.RESERVED.text() + ": \"" + first.name() + "\", ";
        if (begins <= now) {
            return name + "for another " + Nanos.format(first.time().endOf(begins) - now);
        }
        String in = Nanos.format(begins - now);
        return name + "in " + in + " for " + Nanos.format(first.time().durationNanos()) + "; a time limit of up to "
                + in + " lets it start before";
    }
}
