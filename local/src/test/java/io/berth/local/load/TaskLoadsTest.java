package io.berth.local.load;

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
import io.berth.local.device.Vendor;
import io.berth.local.launch.folder.TaskKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TaskLoadsTest {
    private static final Figure TWO_GIB = new Figure(2L << 30, 2L << 30, 1);

    private final State state = new State(1);
    private final TaskLoads loads = new TaskLoads(DeviceLoad::index);

    /** Job 1 has devices 1 and 2 for itself, job 2 shares device 0. */
    private void run(String place) {
        state.apply(1, new Event.StrategyChanged(StrategySpec.of("s", "fcfs", place, "greedy")));
        state.apply(1, new Event.NodeJoined(0, NodeSpec.of("here", 8_000, 16L << 30, 4, "H100")));
        start(1, Demand.cpu(1_000, 1L << 30).withGpus(2), Grant.of(0b110));
        start(2, Demand.cpu(2_000, 1L << 30).withGpuShare(1, 500), Grant.device(0));
    }

    private void start(long id, Demand demand, Grant grant) {
        state.apply(2, new Event.JobSubmitted(id, JobSpec.batch("job-" + id, demand, Nanos.NEVER), "", id));
        state.apply(2, new Plan(id, List.of(new Decision.Start(id, id, List.of(new Placement(0, grant))))));
        state.apply(2, new Event.TaskStarted(id, 0, id));
    }

    private List<Event> told(int second, Map<TaskKey, ProcessUsage> tasks, double... busy) {
        List<DeviceLoad> devices = new ArrayList<>();
        for (int i = 0; i < busy.length; i++) {
            devices.add(new DeviceLoad(
                    Vendor.NVIDIA, i, new Figure(busy[i], busy[i], 1), TWO_GIB, Figure.NONE, Figure.NONE));
        }
        LoadWindow window = new LoadWindow(
                0,
                second * Nanos.SECOND,
                Figure.NONE,
                TWO_GIB,
                Figure.NONE,
                Figure.NONE,
                new ProcessUses(null, null, tasks),
                devices);
        return loads.of(window, state);
    }

    private static TaskKey task(long job) {
        return new TaskKey(job, 0, job);
    }

    @Test
    void tasks_are_told_of_when_what_they_use_is_otherwise_and_devices_where_they_have_whole_ones() {
        run("least-load");
        Map<TaskKey, ProcessUsage> used = Map.of(task(1), new ProcessUsage(700, 7), task(2), new ProcessUsage(300, 9));

        assertThat(told(15, used, 90, 40, 60))
                .containsExactlyInAnyOrder(
                        new Event.TaskMeasured(1, 0, 1, new Use(700, 7, 1_000), new Use(700, 7, 1_000)),
                        new Event.TaskMeasured(2, 0, 2, new Use(300, 9, 425), new Use(300, 9, 425)));
        assertThat(loads.wanted()).isTrue();
        assertThat(told(30, used, 10, 40, 60)).isEmpty();
        assertThat(told(45, used, 10, 100, 90))
                .containsExactly(new Event.TaskMeasured(1, 0, 1, new Use(700, 7, 1_300), new Use(700, 7, 1_900)));
    }

    @Test
    void of_a_device_that_does_not_say_nobody_knows_what_is_used() {
        run("least-load");

        assertThat(told(15, Map.of(task(1), new ProcessUsage(700, 7)), 90, 40))
                .containsExactly(new Event.TaskMeasured(1, 0, 1, new Use(700, 7, 1_700), new Use(700, 7, 1_700)));
    }

    @Test
    void starts_that_are_over_and_strategies_that_do_not_look_hear_nothing() {
        run("least-load");
        assertThat(told(15, Map.of(new TaskKey(1, 0, 9), new ProcessUsage(700, 7), task(3), new ProcessUsage(1, 1))))
                .isEmpty();

        state.apply(20, new Event.StrategyChanged(StrategySpec.of("s", "fcfs", "best-fit", "greedy")));
        assertThat(told(30, Map.of(task(1), new ProcessUsage(700, 7)))).isEmpty();
        assertThat(loads.wanted()).isFalse();
    }

    @Test
    void a_task_that_came_while_its_job_ran_is_told_of_by_the_decision_that_brought_it() {
        StrategySpec strategy =
                StrategySpec.of("s", "fcfs", "least-load", "greedy").with(PolicyKind.RESIZE, PolicySpec.of("elastic"));
        state.apply(1, new Event.StrategyChanged(strategy));
        state.apply(1, new Event.NodeJoined(0, NodeSpec.of("here", 8_000, 16L << 30, 0, "")));
        Demand demand = Demand.cpu(1_000, 1L << 30);
        JobSpec job = JobSpec.batch("job", demand, Nanos.NEVER)
                .withGroups(List.of(TaskGroup.of(2, demand).withTasks(1, 2)));
        List<Placement> here = List.of(new Placement(0, Grant.NONE));
        state.apply(2, new Event.JobSubmitted(1, job, "", 1));
        state.apply(2, new Plan(1, List.of(new Decision.Start(1, 1, here))));
        state.apply(2, new Event.TaskStarted(1, 0, 1));
        state.apply(3, new Plan(2, List.of(new Decision.Grow(2, 1, here, List.of(1)))));
        state.apply(3, new Event.TaskStarted(1, 1, 2));

        TaskKey came = new TaskKey(1, 1, 2);
        assertThat(told(15, Map.of(task(1), new ProcessUsage(700, 7), came, new ProcessUsage(300, 9))))
                .containsExactlyInAnyOrder(
                        new Event.TaskMeasured(1, 0, 1, new Use(700, 7, 0), new Use(700, 7, 0)),
                        new Event.TaskMeasured(1, 1, 2, new Use(300, 9, 0), new Use(300, 9, 0)));
    }
}
