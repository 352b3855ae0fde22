package io.berth.core.plan;

import io.berth.core.catalog.Strategy;
import io.berth.core.decision.Reason;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.Reservations;
import io.berth.core.state.Job;
import java.util.TreeSet;

/** Stops what others run on nodes of a reservation that says so, once it has begun. */
final class Clearing extends Stage {
    private final Pass pass;

    Clearing(Pass pass) {
        this.pass = pass;
    }

    @Override
    void run(Strategy strategy) {
        if (!pass.state().reservations().any()) {
            return;
        }
        TreeSet<Long> stopped = new TreeSet<>();
        for (NodeReservation one : pass.state().reservations().all().values()) {
            if (one.stops() && one.time().lasts(pass.nowNanos())) {
                clear(one, stopped);
            }
        }
        stopped.forEach(job -> pass.draft().stop(job, Reason.CLEARED));
    }

    private void clear(NodeReservation one, TreeSet<Long> stopped) {
        for (int node : pass.open().nodes(one)) {
            for (Job job : pass.running().jobsOn(node)) {
                boolean its = Reservations.admits(
                        one, job.queue(), pass.state().queues().tree());
                if (!its && !pass.state().stops(job)) {
                    stopped.add(job.id());
                }
            }
        }
    }
}
