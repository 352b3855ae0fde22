package io.berth.sim.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.Workload;
import io.berth.spec.input.Source;
import io.berth.spec.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Jobs that name classes, read data sets or are elastic are what they were in all else. */
class ChangedJobsTest {
    private static final String USE = "jobs: 50, gpus: {1: 1}, gang: {4: 1}, use: {cpu: {0.2: 1, 0.9: 1}, memory: 0.5}";

    private static Workload workload(String work) {
        String yaml =
                "cluster: {nodes: [{count: 4, gpus: 4, cpu: 32, memory: 64Gi}], data: {sets: [{name: a, size: 1Gi}]}}\n"
                        + "qos: [{name: soon, wait: 1m}, {name: later}]\nworkload: {" + work + "}\nseeds: 1";
        return PreparedScenario.read(
                        new ScenarioReader(new CatalogNames(Catalog.standard())).read(Source.inline("work", yaml)),
                        "work",
                        (_, _) -> {})
                .draw(StrategySpec.of("fcfs"), 1)
                .workload();
    }

    private static List<Arrival> arrivals(Workload workload) {
        List<Arrival> arrivals = new ArrayList<>();
        workload.forEach(arrivals::add);
        return arrivals;
    }

    @Test
    void what_jobs_use_stays_whatever_else_is_said_of_them() {
        Workload plain = workload("generate: {" + USE + "}");
        Workload changed = workload("generate: {" + USE
                + ", qos: {soon: 1, later: 1}, reads: {share: 50%}, elastic: {share: 50%, min: 25%}}");

        assertThat(plain.measured()).isTrue();
        assertThat(changed.measured()).isTrue();
        List<Arrival> jobs = arrivals(changed);
        assertThat(jobs)
                .hasSize(50)
                .anyMatch(job -> job.spec().leastTasks() < job.spec().tasks());
        assertThat(jobs)
                .anyMatch(job ->
                        !job.spec().groups().getFirst().demand().preferences().isEmpty());
        assertThat(jobs).extracting(job -> job.spec().terms().qos()).contains("soon", "later");
        for (int job = 0; job < jobs.size(); job++) {
            assertThat(changed.use(job)).isEqualTo(plain.use(job));
            assertThat(jobs.get(job).spec().workNanos())
                    .isEqualTo(arrivals(plain).get(job).spec().workNanos());
        }
    }

    @Test
    void phases_have_what_each_says_of_its_jobs() {
        List<Arrival> jobs = arrivals(workload("phases: [{jobs: 10}, {jobs: 20, qos: {soon: 1}}]"));
        assertThat(jobs.subList(0, 10)).allMatch(job -> job.spec().terms().qos().isEmpty());
        assertThat(jobs.subList(10, 30))
                .allMatch(job -> job.spec().terms().qos().equals("soon"));
    }
}
