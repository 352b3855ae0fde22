package io.berth.core.metric;

import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.workload.Demand;
import java.util.SortedMap;

/** How many jobs moved so that others fit, and what they lost of their work; nothing where nobody may. */
final class MoveFigures {
    private static final double MILLI_HOUR_NANOS = 3600e12;

    private final State state;
    private long moves;
    private double lostHours;

    MoveFigures(State state) {
        this.state = state;
    }

    /** Job {@code id} was just told to stop, to go on elsewhere. */
    void stops(long id) {
        moves++;
        Job job = state.job(id);
        if (job != null) {
            lostHours +=
                    (double) job.unsavedNanos(state.nowNanos()) * job.total(Demand::totalGpuMilli) / MILLI_HOUR_NANOS;
        }
    }

    void figures(SortedMap<String, Double> figures) {
        if (moves > 0 || !state.strategy().part(PolicyKind.CONSOLIDATE).equals(PolicyKind.CONSOLIDATE.fallback())) {
            figures.put("moves", (double) moves);
            figures.put("moves_lost_gpu_h", lostHours);
        }
    }
}
