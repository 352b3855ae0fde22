package io.berth.console;

import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Job 1 of a run of one node with eight GPUs, as a view shows it while it runs. */
public final class RunningJob {
    private RunningJob() {}

    /** {@code spec}, all of whose tasks run since {@code startNanos} by start {@code decision}; task t holds GPU t. */
    public static JobEntry of(JobSpec spec, long startNanos, long decision) {
        State state = new State(1);
        state.apply(startNanos, new Event.NodeJoined(0, NodeSpec.of("n0", 64_000, 1L << 38, 8, "H100")));
        state.apply(startNanos, new Event.JobSubmitted(1, spec, "test", 1));
        List<Placement> places = new ArrayList<>();
        for (int task = 0; task < spec.tasks(); task++) {
            places.add(Placement.on(0, spec.demand().gpus() == 0 ? 0 : 1L << task));
        }
        state.apply(startNanos, new Plan(1, List.of(new Decision.Start(decision, 1, places))));
        for (int task = 0; task < spec.tasks(); task++) {
            state.apply(startNanos, new Event.TaskStarted(1, task, decision));
        }
        LiveView view = new LiveView();
        view.begin(state);
        return Objects.requireNonNull(view.job(1));
    }
}
