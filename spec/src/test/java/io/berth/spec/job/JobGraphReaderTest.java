package io.berth.spec.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.term.After;
import io.berth.core.workload.term.When;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.job.JobGraph.Link;
import io.berth.spec.json.Json;
import org.junit.jupiter.api.Test;

class JobGraphReaderTest {
    @Test
    void jobsStandAfterThoseThatTheyWaitForElseAsTheyAreWritten() {
        JobGraph graph = read("""
                jobs:
                  - {name: report, after: [train, {job: clean, when: any}], command: r}
                  - {name: train, after: [prep, 7], command: t, env: {A: own}}
                  - {name: prep, array: 0-2, queue: night, command: p, directory: /x}
                  - {name: clean, command: c}
                env: {A: all, B: all}
                directory: /srv
                """);

        assertThat(graph.jobs())
                .extracting(member -> member.spec().name())
                .containsExactly("prep", "train", "clean", "report");
        assertThat(graph.jobs().get(1).links()).containsExactly(new Link(0, When.OK));
        assertThat(graph.jobs().get(1).spec().terms().after()).containsExactly(new After(7, When.OK));
        assertThat(graph.jobs().get(3).links()).containsExactly(new Link(1, When.OK), new Link(2, When.ANY));
        assertThat(graph.jobs().getFirst().count()).isEqualTo(3);
        assertThat(graph.jobs().getFirst().spec().queue()).isEqualTo("night");
        assertThat(graph.jobs().getLast().spec().queue()).isEqualTo("mine");
        assertThat(graph.jobs().get(1).spec().program().environment())
                .containsEntry("A", "own")
                .containsEntry("B", "all");
        assertThat(graph.jobs().getFirst().spec().program().directory()).isEqualTo("/x");
        assertThat(graph.jobs().getLast().spec().program().directory()).isEqualTo("/srv");
    }

    @Test
    void whatIsWrittenIsReadBack() {
        JobGraph graph = read("""
                jobs:
                  - {name: a, array: "1,3,7%2", demand: {gpus: 0.5, memory: 1Gi}, priority: 3}
                  - {name: b, after: [{job: a, when: failed}, 9], retries: 2}
                """);

        assertThat(read(Json.line(JobGraphWriter.document(graph)))).isEqualTo(graph);
    }

    @Test
    void wrongNamesAreErrorsAtTheirPlace() {
        assertError(
                "jobs:\n  - {name: prep}\n  - {name: t, after: [prepp]}",
                "f.yaml:3:23: jobs[1].after[0]: unknown job \"prepp\"; did you mean \"prep\"?");
        assertError(
                "jobs:\n  - {name: a}\n  - {name: a}",
                "f.yaml:3:12: jobs[1].name: the name \"a\" is there twice, first in line 2");
        assertError("jobs: [{name: 12}]", "must not be a number");
        assertError("jobs: [{tasks: 1}]", "the key \"name\" is missing");
        assertError("jobs: []", "must be 1 to 10000 jobs");
        assertError("jobs: [{name: a}]\nname: b", "unknown key \"name\"");
    }

    @Test
    void jobsThatWaitForOneAnotherAreNamed() {
        assertError(
                "jobs: [{name: x, after: [a]}, {name: a, after: [c]}, {name: b, after: [a]}, {name: c, after: [b]}]",
                "the jobs wait for one another: \"a\" after \"c\" after \"b\" after \"a\"");
        assertError("jobs: [{name: a, after: [a]}]", "the jobs wait for one another: \"a\" after \"a\"");
    }

    @Test
    void moreThanAJobMayWaitForIsRefused() {
        assertError("jobs: [{name: a, array: 1001}, {name: b, after: [a]}]", "stands for 1001 jobs");
    }

    private static JobGraph read(String yaml) {
        return JobGraphReader.read(TreeReader.read(Source.text("f.yaml", yaml)), "mine");
    }

    private static void assertError(String yaml, String part) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(InputException.class).hasMessageContaining(part);
    }
}
