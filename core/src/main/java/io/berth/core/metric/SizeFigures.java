package io.berth.core.metric;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** With how many of their tasks jobs ran that can do with fewer than all, and how many came to them and left them. */
final class SizeFigures {
    /** The jobs of which fewer tasks than all may run, and that hold room. */
    private final TreeSet<Long> jobs = new TreeSet<>();

    /** Of those that ran after the last instant: how many, and with what parts of their tasks together. */
    private int running;

    private double parts;
    private double nanos;
    private double partNanos;
    private long joined;
    private long givenBack;
    private boolean seen;

    /** So much of the measured time passed since the last instant. */
    void elapse(long measuredNanos) {
        nanos += (double) measuredNanos * running;
        partNanos += measuredNanos * parts;
    }

    /** {@code frame} was applied to {@code state}. */
    void instant(Frame frame, State state, boolean measured) {
        for (int i = 0; i < frame.events().size(); i++) {
            if (frame.events().get(i) instanceof Event.JobFound found) {
                add(state.job(found.job()));
            }
        }
        Plan plan = frame.plan();
        List<Decision> decisions = plan == null ? List.of() : plan.decisions();
        for (int i = 0; i < decisions.size(); i++) {
            switch (decisions.get(i)) {
                case Decision.Start start -> add(state.job(start.job()));
                case Decision.Grow grow -> joined += measured ? grow.tasks().size() : 0;
                case Decision.Shrink shrink ->
                    givenBack += measured ? shrink.tasks().size() : 0;
                case Decision.Stop _, Decision.Reject _, Decision.Note _ -> {}
            }
        }
        if (!jobs.isEmpty()) {
            count(state);
        }
    }

    private void add(@Nullable Job job) {
        if (job != null && !job.waiting() && job.leastTasks() < job.mostTasks()) {
            jobs.add(job.id());
            seen = true;
        }
    }

    private void count(State state) {
        running = 0;
        parts = 0;
        jobs.removeIf(id -> {
            Job job = state.job(id);
            if (job != null && job.startNanos() >= 0) {
                running++;
                parts += (double) job.startedTasks() / job.mostTasks();
            }
            return job == null || job.waiting();
        });
    }

    void figures(SortedMap<String, Double> figures) {
        if (seen) {
            figures.put("elastic_size_pct", nanos == 0 ? Double.NaN : 100 * partNanos / nanos);
            figures.put("tasks_joined", (double) joined);
            figures.put("tasks_given_back", (double) givenBack);
        }
    }
}
