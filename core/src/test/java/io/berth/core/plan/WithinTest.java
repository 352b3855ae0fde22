package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.Job;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.Terms;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of which all tasks go to one domain. */
class WithinTest {
    private static final Within RACK = new Within("rack");

    private Scene scene = new Scene("greedy", 0);

    private static Demand gpus(int count, PeerRule... rules) {
        return Demand.cpu(1_000, 1 << 20).withGpus(count).withPeers(List.of(rules));
    }

    private Job submit(int tasks, Demand demand) {
        return scene.submit(List.of(TaskGroup.of(tasks, demand)), Nanos.HOUR);
    }

    /** Nodes of so many GPUs, two to a rack. */
    private void racks(int... gpus) {
        for (int node = 0; node < gpus.length; node++) {
            joins(node, gpus[node], List.of(new Label("rack", "r" + node / 2)));
        }
    }

    private void joins(int node, int gpus, List<Label> labels) {
        scene.happens(new Event.NodeJoined(
                node, NodeSpec.of("n" + node, 64_000, 1L << 38, gpus, "H100").withLabels(labels)));
    }

    private static TreeSet<Integer> nodes(Job job) {
        TreeSet<Integer> nodes = new TreeSet<>();
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.holds(task)) {
                nodes.add(job.node(task));
            }
        }
        return nodes;
    }

    private Explanation why(Job job) {
        return Objects.requireNonNull(Explainer.of(scene.state, Scene.CATALOG).explain(job.id()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"first-fit", "best-fit", "worst-fit", "random", "round-robin"})
    void they_go_to_the_domain_that_has_room_for_all_and_least_beside(String place) {
        scene = new Scene(StrategySpec.of("scene", "fcfs", place, "greedy"), 0);
        racks(2, 1, 4, 4, 2, 2);
        Job gang = submit(4, gpus(1, RACK));
        Job next = submit(4, gpus(1, RACK));

        scene.settle();

        assertThat(nodes(gang)).isSubsetOf(4, 5);
        assertThat(nodes(next)).isSubsetOf(2, 3);
    }

    @Test
    void while_no_domain_has_room_for_all_they_wait_and_nobody_waits_for_them() {
        scene = new Scene("easy", 0);
        racks(2, 2, 2, 2);
        Job first = submit(1, gpus(1));
        scene.settle();
        scene.happens(new Event.NodeDrained(0, true));
        scene.happens(new Event.NodeDrained(1, true));
        submit(1, gpus(1));
        scene.settle();
        scene.happens(new Event.NodeDrained(0, false));
        scene.happens(new Event.NodeDrained(1, false));
        Job gang = submit(4, gpus(1, RACK));
        Job other = submit(1, gpus(1));
        scene.settle();

        assertThat(gang.waiting()).isTrue();
        assertThat(why(gang).reason()).isEqualTo(Reason.NO_ONE_DOMAIN);
        assertThat(other.waiting()).isFalse();

        scene.ends(first, 0, 0);
        scene.ends(other, 0, 0);
        scene.settle();
        assertThat(nodes(gang)).isSubsetOf(0, 1);
    }

    @Test
    void a_job_that_is_larger_than_any_domain_is_turned_away() {
        racks(2, 2, 3, 2);
        Job fits = submit(5, gpus(1, RACK));
        Job larger = submit(6, gpus(1, RACK));
        Job largest = submit(10, gpus(1, RACK));
        List<Decision> decisions = scene.plan();

        assertThat(nodes(fits)).isSubsetOf(2, 3);
        assertThat(decisions)
                .contains(
                        new Decision.Reject(2, larger.id(), Reason.NO_DOMAIN_EVER),
                        new Decision.Reject(3, largest.id(), Reason.NO_NODE_EVER));
    }

    @Test
    void a_node_without_the_label_is_no_place_for_them() {
        joins(0, 8, List.of());
        Job one = submit(1, gpus(1, RACK));
        scene.settle();

        assertThat(scene.state.job(one.id())).as("turned away").isNull();
        Job later =
                scene.submit(JobSpec.batch("later", gpus(1, RACK), Nanos.HOUR).withTerms(Terms.NONE.awaitingNodes()));
        scene.settle();
        assertThat(why(later).nodes().reasons()).containsEntry(Reason.NO_DOMAIN, 1);
    }

    @Test
    void a_node_is_a_domain_too() {
        racks(2, 3, 8, 4);
        Job gang = submit(4, gpus(1, new Within(PeerRule.NODE)));
        scene.settle();
        assertThat(nodes(gang)).containsExactly(3);
    }

    @Test
    void groups_that_ask_for_different_things_go_to_one_domain() {
        racks(4, 2, 4, 4, 8, 1);
        List<TaskGroup> groups = List.of(
                TaskGroup.of(2, gpus(1, RACK)).withName("small"),
                TaskGroup.of(2, gpus(4, RACK)).withName("large"));
        Job larger = scene.submit(groups, Nanos.HOUR);
        assertThat(scene.plan()).containsExactly(new Decision.Reject(1, larger.id(), Reason.NO_DOMAIN_EVER));

        joins(6, 2, List.of(new Label("rack", "r2")));
        Job job = scene.submit(groups, Nanos.HOUR);
        scene.settle();
        assertThat(nodes(job)).isSubsetOf(4, 5, 6);
    }

    @Test
    void groups_that_do_not_say_so_go_anywhere() {
        racks(4, 1, 1, 1, 8, 0);
        List<TaskGroup> groups = List.of(
                TaskGroup.of(1, gpus(8)).withName("large"),
                TaskGroup.of(5, gpus(1, RACK)).withName("together"));
        Job job = scene.submit(groups, Nanos.HOUR);
        scene.settle();
        assertThat(job.node(0)).isEqualTo(4);
        assertThat(nodes(job)).containsExactly(0, 1, 4);
    }

    @Test
    void what_must_be_together_goes_first() {
        // By size the large one would take the rack that alone holds the others.
        racks(4, 0, 2, 2, 2, 0);
        List<TaskGroup> groups = List.of(
                TaskGroup.of(1, gpus(2)).withName("large"),
                TaskGroup.of(4, gpus(1, new Within(PeerRule.NODE))).withName("together"));
        Job job = scene.submit(groups, Nanos.HOUR);
        scene.settle();
        assertThat(job.node(0)).isNotEqualTo(0);
        assertThat(nodes(job)).contains(0).hasSize(2);
        Job never = scene.submit(
                List.of(
                        TaskGroup.of(1, gpus(2)).withName("large"),
                        TaskGroup.of(5, gpus(1, RACK)).withName("together")),
                Nanos.HOUR);
        assertThat(scene.plan()).containsExactly(new Decision.Reject(2, never.id(), Reason.NO_DOMAIN_EVER));
    }

    @Test
    void tasks_beyond_those_that_must_start_stay_in_the_domain() {
        racks(1, 1, 2, 1);
        Job elastic = scene.submit(List.of(TaskGroup.of(4, gpus(1, RACK)).withTasks(2, 4)), Nanos.HOUR);
        scene.settle();
        assertThat(nodes(elastic)).containsExactly(0, 1);
        assertThat(IntStream.range(0, elastic.placedTasks()).filter(elastic::holds))
                .hasSize(2);
    }
}
