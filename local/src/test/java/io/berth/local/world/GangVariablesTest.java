package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.engine.Job;
import io.berth.core.engine.State;
import io.berth.core.event.Event;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GangVariablesTest {
    private static final Demand CPU = Demand.cpu(1_000, 0);

    @Test
    void aJobOfOneTaskHasNone() {
        assertThat(variables(CPU, 1, 0)).isEmpty();
    }

    @Test
    void tasksWithoutDevicesShareTheMachineByRank() {
        assertThat(variables(CPU, 3, 2))
                .containsEntry("RANK", "2")
                .containsEntry("WORLD_SIZE", "3")
                .containsEntry("LOCAL_RANK", "2")
                .containsEntry("LOCAL_WORLD_SIZE", "3")
                .containsEntry("MASTER_ADDR", "127.0.0.1");
    }

    @Test
    void tasksWithDevicesSeeTheirOwnFromZero() {
        assertThat(variables(CPU.withGpus(2), 3, 2))
                .containsEntry("RANK", "2")
                .containsEntry("LOCAL_RANK", "0")
                .containsEntry("LOCAL_WORLD_SIZE", "1");
    }

    @Test
    void allTasksAreToldOfTheSamePlacesToMeet() {
        SortedMap<String, String> first = variables(CPU, 2, 0);
        SortedMap<String, String> second = variables(CPU, 2, 1);
        int port = Integer.parseInt(first.get("MASTER_PORT"));

        assertThat(port).isBetween(GangVariables.FIRST_PORT, 32_767);
        assertThat(second).containsEntry("MASTER_PORT", first.get("MASTER_PORT"));
        assertThat(second.get("TF_CONFIG"))
                .isEqualTo("{\"cluster\":{\"worker\":[\"127.0.0.1:" + port + "\",\"127.0.0.1:" + (port + 1)
                        + "\"]},\"task\":{\"type\":\"worker\",\"index\":1}}");
    }

    private static SortedMap<String, String> variables(Demand demand, int tasks, int task) {
        State state = new State(1);
        JobSpec spec = JobSpec.batch("gang", demand, 1).withTasks(tasks);
        state.apply(1, new Event.JobSubmitted(1, spec, "test", 1));
        Job job = state.jobs().getFirst();
        SortedMap<String, String> variables = new TreeMap<>();
        GangVariables.add(job, task, variables);
        return variables;
    }
}
