package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.local.launch.folder.TaskKey;
import java.util.Collections;
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

    @Test
    void whatAllTasksAreToldGrowsWithTheirNumberAndNotWithItsSquare() {
        assertThat(variables(CPU, GangVariables.MOST_IN_VARIABLE, 1)).containsKey("TF_CONFIG");
        assertThat(variables(CPU, GangVariables.MOST_IN_VARIABLE + 1, 1)).doesNotContainKey("TF_CONFIG");
        int one = variables(CPU, 10_000, 5_000).toString().length();
        assertThat(one).isLessThan(400);
        assertThat(GangVariables.peers(gang(CPU, 10_000)).lines())
                .hasSize(10_000)
                .first()
                .isEqualTo("127.0.0.1:20000");
    }

    @Test
    void noTaskIsToldOfAPortThatLinuxGivesToConnections() {
        for (int tasks : new int[] {2, 255, 256, 11_999, 12_000}) {
            StartedJob job = gang(CPU, tasks);
            assertThat(GangVariables.listed(job)).isTrue();
            String last = GangVariables.peers(job).lines().reduce("", (_, line) -> line);
            assertThat(Integer.parseInt(last.substring(last.indexOf(':') + 1))).isLessThan(32_768);
        }
        assertThat(GangVariables.listed(gang(CPU, 12_001))).isFalse();
    }

    private static SortedMap<String, String> variables(Demand demand, int tasks, int task) {
        SortedMap<String, String> variables = new TreeMap<>();
        GangVariables.add(gang(demand, tasks), task, variables);
        return variables;
    }

    private static StartedJob gang(Demand demand, int tasks) {
        JobSpec spec = JobSpec.batch("gang", demand, 1).withTasks(tasks);
        return new StartedJob(new TaskKey(1, 0, 0, 1, 1), spec, Collections.nCopies(tasks, 0L), 0);
    }
}
