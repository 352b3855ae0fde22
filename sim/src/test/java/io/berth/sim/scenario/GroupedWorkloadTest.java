package io.berth.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.catalog.Catalog;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.topology.Reach;
import io.berth.sim.workload.Arrival;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.Scenario;
import io.berth.spec.scenario.ScenarioReader;
import io.berth.spec.scenario.ScenarioWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Generated jobs whose tasks are divided over groups. */
class GroupedWorkloadTest {
    private static final String SIZES = "jobs: 60, gpus: {1: 1}, gang: {1: 1, 3: 1, 10: 1}";

    private static Scenario scenario(String generate) {
        String yaml = "cluster: {topology: [zone, rack], nodes: [{count: 4, gpus: 4, cpu: 32, memory: 64Gi,"
                + " labels: {zone: z, rack: r}}]}\nworkload: {generate: {" + generate + "}}\nseeds: 1";
        return new ScenarioReader(new CatalogNames(Catalog.standard())).read(Source.inline("work", yaml));
    }

    private static List<JobSpec> jobs(Scenario scenario) {
        List<JobSpec> jobs = new ArrayList<>();
        for (Arrival arrival : PreparedScenario.read(scenario, "work", (_, _) -> {})
                .draw(StrategySpec.of("fcfs"), 1)
                .workload()) {
            jobs.add(arrival.spec());
        }
        return jobs;
    }

    @Test
    void tasks_are_divided_as_equally_as_can_be_and_all_else_stays() {
        List<JobSpec> plain = jobs(scenario(SIZES));
        List<JobSpec> grouped =
                jobs(scenario(SIZES + ", grouped: {share: 100%, groups: 4, min: 50%, group_within: rack}"));

        Within rack = new Within("rack", Reach.REQUIRED.over(List.of("zone", "rack")));
        for (int job = 0; job < plain.size(); job++) {
            JobSpec spec = grouped.get(job);
            assertThat(spec.tasks()).isEqualTo(plain.get(job).tasks());
            assertThat(spec.timing()).isEqualTo(plain.get(job).timing());
            assertThat(spec.demand()).isEqualTo(plain.get(job).demand());
            if (spec.tasks() == 1) {
                assertThat(spec).isEqualTo(plain.get(job));
            } else {
                assertThat(spec.groups()).extracting(TaskGroup::within).containsOnly(rack);
            }
        }
        assertThat(groupsOf(grouped, 3)).containsExactly("1-1", "1-1", "1-1");
        assertThat(groupsOf(grouped, 10)).containsExactly("2-3", "2-3", "1-2", "1-2");
    }

    private static List<String> groupsOf(List<JobSpec> jobs, int tasks) {
        return jobs.stream().filter(job -> job.tasks() == tasks).findFirst().orElseThrow().groups().stream()
                .map(group -> group.min() + "-" + group.max())
                .toList();
    }

    @Test
    void a_share_of_the_jobs_is_and_without_a_share_all_are_as_without() {
        List<JobSpec> half = jobs(scenario(SIZES + ", grouped: {share: 50%}"));

        assertThat(half).anyMatch(job -> job.groups().size() == 2);
        assertThat(half).anyMatch(job -> job.uniform() && job.tasks() > 1);
        assertThat(jobs(scenario(SIZES + ", grouped: {groups: 4}"))).isEqualTo(jobs(scenario(SIZES)));
    }

    @Test
    void it_is_written_as_it_is_read() {
        Scenario said = scenario(SIZES + ", grouped: {share: 50%, groups: 3, min: 25%, group_within: zone}");

        String written = ScenarioWriter.write(said);

        assertThat(new ScenarioReader(new CatalogNames(Catalog.standard()))
                        .read(Source.inline("work", written))
                        .workload())
                .isEqualTo(said.workload());
    }

    @Test
    void a_label_that_no_node_has_is_said_with_those_that_there_are() {
        Scenario wrong = scenario(SIZES + ", grouped: {share: 100%, group_within: rak}");

        assertThatThrownBy(() -> jobs(wrong))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("grouped.group_within")
                .hasMessageContaining("rack");
    }
}
