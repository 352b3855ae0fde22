package io.berth.sim.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.load.Use;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.workload.JobUse;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmulatedLoadsTest {
    private static final Demand DEMAND = Demand.cpu(1_000, 1L << 30);
    private static final Use HALF = new Use(500, 1L << 28, 0);
    private static final List<Placement> HERE = List.of(new Placement(0, Grant.NONE));

    private final State state = new State(1);
    private final EmulatedLoads loads = new EmulatedLoads(state, _ -> new JobUse(0.5, 0.25, 0), null, 0);

    /** What is told of tasks in the next minute. */
    private List<Event> tasksToldOf() {
        long now = loads.nextNanos();
        List<Event> told = new ArrayList<>();
        while (loads.nextNanos() == now) {
            Event next = loads.next();
            if (next instanceof Event.TaskMeasured) {
                told.add(next);
            }
        }
        return told;
    }

    @Test
    void each_task_is_told_of_once_and_one_that_came_later_by_the_decision_that_brought_it() {
        state.apply(
                0,
                new Event.StrategyChanged(StrategySpec.of("s", "fcfs", "best-fit", "greedy")
                        .with(PolicyKind.RESIZE, PolicySpec.of("grow"))));
        state.apply(0, new Event.NodeJoined(0, NodeSpec.of("n", 8_000, 16L << 30, 0, "")));
        JobSpec job = JobSpec.batch("job", DEMAND, Nanos.NEVER)
                .withGroups(List.of(TaskGroup.of(2, DEMAND).withTasks(1, 2)));
        state.apply(0, new Event.JobSubmitted(1, job, "", 1));
        state.apply(0, new Plan(1, List.of(new Decision.Start(1, 1, HERE))));
        state.apply(0, new Event.TaskStarted(1, 0, 1));

        assertThat(tasksToldOf()).containsExactly(new Event.TaskMeasured(1, 0, 1, HALF, HALF));
        assertThat(tasksToldOf()).isEmpty();

        state.apply(Nanos.HOUR, new Plan(2, List.of(new Decision.Grow(2, 1, HERE, List.of(1)))));
        state.apply(Nanos.HOUR, new Event.TaskStarted(1, 1, 2));
        assertThat(tasksToldOf()).containsExactly(new Event.TaskMeasured(1, 1, 2, HALF, HALF));
        assertThat(tasksToldOf()).isEmpty();
    }
}
