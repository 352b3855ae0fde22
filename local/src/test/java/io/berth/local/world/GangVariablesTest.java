package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.local.launch.folder.TaskKey;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
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

    @Test
    void ranksAreOfTheTasksThatWereStartedThroughAllGroups() {
        JobSpec spec = JobSpec.batch("groups", CPU, 1)
                .withGroups(List.of(
                        new TaskGroup("ps", CPU, 1, 2, Program.NONE),
                        new TaskGroup("worker", CPU.withGpus(1), 1, 3, Program.NONE)));
        StartedJob job = started(spec, List.of(0, 2, 4));
        SortedMap<String, String> server = new TreeMap<>();
        SortedMap<String, String> worker = new TreeMap<>();
        GangVariables.add(job, 0, server);
        GangVariables.add(job, 4, worker);

        assertThat(server)
                .containsEntry("RANK", "0")
                .containsEntry("LOCAL_WORLD_SIZE", "3")
                .containsEntry("BERTH_GROUP", "ps")
                .containsEntry("BERTH_GROUP_RANK", "0")
                .containsEntry("BERTH_GROUP_SIZE", "1");
        assertThat(worker)
                .containsEntry("RANK", "2")
                .containsEntry("WORLD_SIZE", "3")
                .containsEntry("LOCAL_RANK", "0")
                .containsEntry("LOCAL_WORLD_SIZE", "1")
                .containsEntry("BERTH_GROUP", "worker")
                .containsEntry("BERTH_GROUP_RANK", "1")
                .containsEntry("BERTH_GROUP_SIZE", "2")
                .containsEntry(
                        "TF_CONFIG",
                        "{\"cluster\":{\"ps\":[\"127.0.0.1:20000\"],\"worker\":[\"127.0.0.1:20001\",\"127.0.0.1:20002\"]},"
                                + "\"task\":{\"type\":\"worker\",\"index\":1}}");
        assertThat(GangVariables.peers(job).lines()).hasSize(3);
    }

    private static SortedMap<String, String> variables(Demand demand, int tasks, int task) {
        SortedMap<String, String> variables = new TreeMap<>();
        GangVariables.add(gang(demand, tasks), task, variables);
        return variables;
    }

    private static StartedJob gang(Demand demand, int tasks) {
        JobSpec spec = JobSpec.batch("gang", demand, 1).withTasks(tasks);
        return started(spec, IntStream.range(0, tasks).boxed().toList());
    }

    private static StartedJob started(JobSpec spec, List<Integer> tasks) {
        return new StartedJob(
                new TaskKey(1, 0, 0, 1, 1), spec, tasks, Collections.nCopies(tasks.size(), StartedJob.Held.NONE), 0);
    }
}
