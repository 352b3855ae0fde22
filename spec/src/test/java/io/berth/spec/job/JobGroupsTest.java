package io.berth.spec.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.topology.Reach;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.json.Json;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JobGroupsTest {
    private static final long GIB = 1L << 30;

    private static final String TWO = """
            name: train
            env: {MODE: fast, ROLE: none}
            directory: /work
            user: ada
            demand: {memory: 4Gi, cpu: 2}
            groups:
            - name: ps
              command: [serve, --fast]
              env: {ROLE: ps}
            - name: worker
              min: 2
              max: 8
              gpus: 1
              memory: 16Gi
              command: python train.py
              directory: /scratch
            """;

    @Test
    void a_group_has_what_the_job_says_where_it_says_nothing_itself() {
        JobSpec job = read(TWO);

        assertThat(job.groups()).extracting(TaskGroup::name).containsExactly("ps", "worker");
        TaskGroup ps = job.groups().getFirst();
        TaskGroup worker = job.groups().getLast();
        assertThat(ps.min()).isEqualTo(1);
        assertThat(ps.max()).isEqualTo(1);
        assertThat(ps.demand().cpuMilli()).isEqualTo(2000);
        assertThat(ps.demand().memoryBytes()).isEqualTo(4 * GIB);
        assertThat(ps.demand().gpus()).isZero();
        assertThat(ps.program().command()).containsExactly("serve", "--fast");
        assertThat(ps.program().environment()).containsEntry("MODE", "fast").containsEntry("ROLE", "ps");
        assertThat(ps.program().directory()).isEqualTo("/work");
        assertThat(worker.min()).isEqualTo(2);
        assertThat(worker.max()).isEqualTo(8);
        assertThat(worker.demand().cpuMilli()).isEqualTo(2000);
        assertThat(worker.demand().memoryBytes()).isEqualTo(16 * GIB);
        assertThat(worker.demand().gpus()).isEqualTo(1);
        assertThat(worker.program().command()).isEqualTo(Program.shell("python train.py"));
        assertThat(worker.program().environment()).containsEntry("ROLE", "none");
        assertThat(worker.program().directory()).isEqualTo("/scratch");
        assertThat(job.groups())
                .allSatisfy(group -> assertThat(group.program().user()).isEqualTo("ada"));
        assertThat(job.terms().interruption().resumes()).isFalse();
    }

    @Test
    void all_groups_run_the_command_of_the_job() {
        JobSpec job = read("{command: [a], env: {X: 1}, groups: [{name: one, env: {Y: 2}}, {name: two, tasks: 3}]}");

        assertThat(job.groups())
                .allSatisfy(group -> assertThat(group.program().command()).containsExactly("a"));
        assertThat(job.program(0).environment()).isEqualTo(new TreeMap<>(java.util.Map.of("X", "1", "Y", "2")));
        assertThat(job.program(3).environment()).isEqualTo(new TreeMap<>(java.util.Map.of("X", "1")));
        assertThat(job.tasks()).isEqualTo(4);
    }

    @Test
    void a_group_may_have_a_domain_of_its_own_inside_that_of_the_job() {
        JobSpec job = read("""
                demand: {gpus: 1, within: zone}
                groups:
                - {name: prefill, tasks: 2, group_within: rack}
                - {name: decode, min: 2, max: 8, group_within: {level: rack, levels: [zone, rack]}}
                - {name: driver, gpus: 0}
                """);

        assertThat(job.groups())
                .extracting(TaskGroup::within)
                .containsExactly(
                        new Within("rack"), new Within("rack", Reach.REQUIRED.over(List.of("zone", "rack"))), null);
        assertThat(job.groups())
                .allSatisfy(group -> assertThat(group.demand().peers()).containsExactly(new Within("zone")));
        assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
    }

    @Test
    void what_no_domain_of_a_group_can_be_is_refused_with_its_place() {
        assertThatThrownBy(() -> read("{groups: [{name: one, group_within: rack}]}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("groups[0].group_within")
                .hasMessageContaining("the only group of a job says within");
        assertThatThrownBy(() ->
                        read("{groups: [{name: one}, {name: two, group_within: {level: rack, preferred: true}}]}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("groups[1].group_within")
                .hasMessageContaining("takes level and levels alone");
        assertThatThrownBy(() -> read("{best_effort: true, groups: [{name: one}, {name: two, group_within: rack}]}"))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("best_effort")
                .hasMessageContaining("group (two) has no domain");
        assertThatThrownBy(() -> read("{tasks: 2, group_within: rack}")).isInstanceOf(InputException.class);
    }

    @Test
    void a_job_of_one_group_may_start_with_fewer_tasks() {
        TaskGroup group = read("{min: 2, max: 8}").groups().getFirst();
        assertThat(group.min()).isEqualTo(2);
        assertThat(group.max()).isEqualTo(8);
        assertThat(group.name()).isEmpty();
        assertThat(read("max: 8").leastTasks()).isEqualTo(1);
        assertThat(read("{min: 3, max: 3}")).isEqualTo(read("tasks: 3"));
    }

    @Test
    void what_is_written_is_read_back_to_the_same() {
        for (String text : List.of(
                TWO,
                "{min: 2, max: 8, command: [a], metrics: off}",
                "{command: [a], groups: [{name: only, tasks: 2}]}",
                "{groups: [{name: a, gpu_memory: 2Gi}, {name: b, gpus: 0.5, models: [T4]}], demand: {cpu: 3}}",
                "{groups: [{name: a, resources: {example.com/x: 2}}, {name: b, node_labels: {rack: r1}}], checkpoint: true}",
                "{metrics: {steps: 4}, groups: [{name: idle}, {name: b, command: [x]}]}")) {
            JobSpec job = read(text);
            JobGraph graph = JobGraph.of(job.withName("one"));
            assertThat(read(Json.line(JobWriter.document(job)))).isEqualTo(job);
            assertThat(read(Json.line(JobWriter.plain(job)))).isEqualTo(job);
            assertThat(JobGraphReader.read(
                            TreeReader.read(Source.text("g", Json.line(JobGraphWriter.document(graph)))), "default"))
                    .isEqualTo(graph);
        }
    }

    @Test
    void what_a_file_of_jobs_says_for_all_goes_for_every_group() {
        JobSpec job = JobGraphReader.read(TreeReader.read(Source.text("jobs.yaml", """
                        env: {A: all, B: all}
                        directory: /all
                        jobs:
                        - name: train
                          metrics: off
                          groups:
                          - {name: ps, command: [serve], env: {B: own}}
                          - {name: worker, command: [train], directory: /own}
                          - {name: room}
                        """)), "default")
                .jobs()
                .getFirst()
                .spec();

        assertThat(job.program(0).environment()).containsEntry("A", "all").containsEntry("B", "own");
        assertThat(job.program(1).environment()).containsEntry("B", "all");
        assertThat(job.program(0).directory()).isEqualTo("/all");
        assertThat(job.program(1).directory()).isEqualTo("/own");
        assertThat(job.program(1).metrics().read()).isFalse();
        assertThat(job.program(2)).isEqualTo(Program.NONE);
    }

    @Test
    void a_wrong_group_is_an_error_with_its_place() {
        error("groups: []", "groups: must be 1 to 64 groups, but is 0");
        error("groups: [{cpu: 1}]", "groups[0]: the key \"name\" is missing, such as name: worker");
        error("groups: [{name: ' '}]", "groups[0].name: must not be blank");
        error("groups: [{name: a},\n  {name: a}]", "groups[1].name: the name \"a\" is there twice, first in line 1");
        error("groups: [{name: a, min: 3, max: 2}]", "groups[0].min: must be at most max, which is 2, but is 3");
        error("groups: [{name: a, max: 2, tasks: 2}]", "groups[0].max: may not stand beside tasks");
        error("groups: [{name: a, min: 2}]", "groups[0].min: goes only with the key \"max\"");
        error("groups: [{name: a, task: 2}]", "unknown key \"task\"; did you mean \"tasks\"?");
        error("groups: [{name: a, gpus: 2.5}]", "groups[0].gpus");
        error("groups: [{name: a, models: [T4]}]", "groups[0].models: goes only with gpus, gpu_memory or mig");
        error(
                "{command: [a], groups: [{name: a, command: [b]}]}",
                "groups[0].command: may not stand beside the command");
        error("groups: [{name: a, env: {A: 1}}]", "groups[0].env: goes only with the key \"command\"");
        error("{user: ada, groups: [{name: a}]}", "user: goes only with the key \"command\"");
        error("{tasks: 2, groups: [{name: a}]}", "tasks: may not stand beside groups: each group says its own");
        error("{max: 2, groups: [{name: a}]}", "groups: may not stand beside max");
        error("{min: 3, max: 2}", "min: must be at most max, which is 2, but is 3");
        error("{min: 3, tasks: 4}", "min: goes only with the key \"max\"");
        error("{max: 3, tasks: 4}", "max: may not stand beside tasks");
    }

    private static void error(String text, String message) {
        assertThatThrownBy(() -> read(text)).isInstanceOf(InputException.class).hasMessageContaining(message);
    }

    private static JobSpec read(String text) {
        return JobReader.read(Source.text("job.yaml", text));
    }
}
