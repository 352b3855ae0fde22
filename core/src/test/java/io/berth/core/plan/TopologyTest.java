package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.state.Job;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.topology.Division;
import io.berth.core.workload.topology.Levels;
import io.berth.core.workload.topology.Levels.Level;
import io.berth.core.workload.topology.Reach;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs in a cluster of several levels of topology. */
class TopologyTest {
    private static final Levels LEVELS = levels("block", "rack");
    private static final Levels NODES = new Levels(List.of(new Level("node", PeerRule.NODE)));

    private Scene scene = new Scene("greedy", 0);

    private static Levels levels(String... keys) {
        return new Levels(List.of(keys).stream().map(key -> new Level(key, key)).toList());
    }

    private void choosing(String domain) {
        scene = new Scene(
                StrategySpec.of("scene", "fcfs", "best-fit", "greedy").with(PolicyKind.DOMAIN, PolicySpec.of(domain)),
                0);
    }

    /** Nodes of so many GPUs, two to a rack, two racks to a block. */
    private void blocks(int... gpus) {
        for (int node = 0; node < gpus.length; node++) {
            joins(node, gpus[node], List.of(new Label("block", "b" + node / 4), new Label("rack", "r" + node % 4 / 2)));
        }
    }

    private void joins(int node, int gpus, List<Label> labels) {
        scene.happens(new Event.NodeJoined(
                node, NodeSpec.of("n" + node, 64_000, 1L << 38, gpus, "H100").withLabels(labels)));
    }

    private static Within in(String key, Reach reach) {
        return new Within(key, reach).in(LEVELS);
    }

    private Job submit(int tasks, Within rule) {
        Demand demand = Demand.cpu(1_000, 1 << 20).withGpus(1).withPeers(List.of(rule));
        return scene.submit(List.of(TaskGroup.of(tasks, demand)), Nanos.HOUR);
    }

    /** How many tasks each node has, by number. */
    private List<Integer> onNodes(Job job) {
        int[] counts = new int[scene.state.nodes().count()];
        IntStream.range(0, job.placedTasks()).forEach(task -> counts[job.node(task)]++);
        return IntStream.of(counts).boxed().toList();
    }

    @Test
    void the_smallest_domain_that_holds_them_is_theirs_and_none_wider_than_they_say() {
        blocks(2, 2, 1, 1, 2, 2, 2, 2);
        Job rack = submit(4, in("block", Reach.REQUIRED));
        Job block = submit(6, in("block", Reach.REQUIRED));
        Job larger = submit(9, in("block", Reach.REQUIRED));
        List<Decision> decisions = scene.plan();

        // Racks of two blocks are two, though they have one name.
        assertThat(onNodes(rack)).containsExactly(2, 2, 0, 0, 0, 0, 0, 0);
        assertThat(onNodes(block)).containsExactly(0, 0, 0, 0, 2, 2, 2, 0);
        assertThat(decisions).contains(new Decision.Reject(3, larger.id(), Reason.NO_DOMAIN_EVER));
    }

    @Test
    void those_that_would_rather_be_in_one_go_to_a_wider_one_and_at_last_anywhere() {
        blocks(2, 2, 1, 1, 2, 2, 2, 2);
        Reach preferred = Reach.REQUIRED.asPreference();
        Job block = submit(5, in("rack", preferred));
        Job anywhere = submit(9, in("rack", preferred));
        scene.settle();
        assertThat(onNodes(block)).containsExactly(2, 2, 1, 0, 0, 0, 0, 0);
        assertThat(onNodes(anywhere)).containsExactly(0, 0, 0, 1, 2, 2, 2, 2);
    }

    @Test
    void one_without_labels_is_a_place_for_those_that_only_prefer() {
        joins(0, 2, List.of());
        joins(1, 2, List.of(new Label("rack", "r0")));
        Job job = submit(4, new Within("rack", Reach.REQUIRED.asPreference()));
        scene.settle();
        assertThat(onNodes(job)).containsExactly(2, 2);
    }

    /** What Kueue's proposal of topology-aware scheduling (KEP-2724) says of its algorithms. */
    @ParameterizedTest
    @CsvSource({
        "kueue-best-fit, '[3, 3, 0, 1]'",
        "tightest, '[3, 3, 0, 1]'",
        "kueue-least-free, '[3, 1, 2, 1]'",
        "kai-pack, '[3, 3, 1, 0]'"
    })
    void seven_tasks_over_nodes_of_three_three_two_and_one(String domain, String expected) {
        choosing(domain);
        for (int gpus : List.of(3, 3, 2, 1)) {
            joins(scene.state.nodes().count(), gpus, List.of());
        }
        Job job = submit(7, new Within(PeerRule.NODE, Reach.REQUIRED.asPreference()).in(NODES));
        scene.settle();
        assertThat(onNodes(job)).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "tightest, 2",
        "kueue-best-fit, 2",
        "kueue-least-free, 2",
        "kai-pack, 2",
        "koordinator, 2",
        "volcano-binpack, 1",
        "most-tasks, 0"
    })
    void of_several_racks_each_policy_takes_its_own(String domain, int rack) {
        choosing(domain);
        // What is free: 8 of 8, 4 of 8, 3 of 3. The second is allocated most.
        for (int gpus : List.of(8, 8, 3)) {
            int node = scene.state.nodes().count();
            joins(node, gpus, List.of(new Label("rack", "r" + node)));
        }
        holds(1, 4);
        Job job = submit(2, new Within("rack").in(levels("rack")));
        scene.settle();
        assertThat(job.node(0)).isEqualTo(rack);
    }

    private void holds(int node, int gpus) {
        for (int other = 0; other < scene.state.nodes().count(); other++) {
            scene.happens(new Event.NodeDrained(other, other != node));
        }
        scene.submit(List.of(TaskGroup.of(1, Demand.cpu(1_000, 1 << 20).withGpus(gpus))), Nanos.HOUR);
        scene.settle();
        for (int other = 0; other < scene.state.nodes().count(); other++) {
            scene.happens(new Event.NodeDrained(other, false));
        }
    }

    @Test
    void slices_stay_whole_and_even_parts_differ_by_no_more_than_they_may() {
        blocks(3, 2, 2, 1, 4, 1, 4, 1);
        Job sliced = submit(6, in("block", Reach.REQUIRED.divided(Division.slices(2, "rack"))));
        Job even = submit(10, in("block", Reach.REQUIRED.divided(Division.even("rack", 0))));
        scene.settle();
        // Four in the rack of five, two in that of three.
        assertThat(onNodes(sliced).subList(0, 2).stream().mapToInt(n -> n).sum())
                .isEqualTo(4);
        assertThat(onNodes(sliced).subList(2, 4).stream().mapToInt(n -> n).sum())
                .isEqualTo(2);
        assertThat(onNodes(even).subList(4, 6).stream().mapToInt(n -> n).sum()).isEqualTo(5);
        assertThat(onNodes(even).subList(6, 8).stream().mapToInt(n -> n).sum()).isEqualTo(5);
    }

    @Test
    void so_many_that_cannot_be_even_do_not_keep_others_from_starting() {
        blocks(4, 0, 4, 0);
        Within even = in("block", Reach.REQUIRED.divided(Division.even("rack", 0)));
        Job odd = submit(5, even);
        Job paired = submit(6, even);
        List<Decision> decisions = scene.plan();
        assertThat(onNodes(paired)).containsExactly(3, 0, 3, 0);
        assertThat(decisions).contains(new Decision.Reject(2, odd.id(), Reason.NO_DOMAIN_EVER));
    }

    @Test
    void one_that_waits_hears_which_domain_comes_nearest_and_what_would_hold_it() {
        blocks(2, 2, 2, 1, 2, 1, 1, 1);
        holds(0, 1);
        Job job = submit(4, in("rack", Reach.REQUIRED));
        scene.settle();
        assertThat(why(job))
                .isEqualTo(
                        "not room for all tasks in one domain at once: rack r0 holds 3 of 4, block b0 would hold them all");
    }

    private String why(Job job) {
        return Objects.requireNonNull(Explainer.of(scene.state, Scene.CATALOG).explain(job.id()))
                .text();
    }

    @Test
    void partition_and_domain_of_one_label_are_two_levels() {
        List<String> cliques = List.of("u1.1", "u1.2", "u2.1", "u1.1");
        for (int node = 0; node < cliques.size(); node++) {
            joins(node, 4, List.of(new Label("nvidia.com/gpu.clique", cliques.get(node))));
        }
        Levels levels = new Levels(List.of(
                new Level("domain", "nvidia.com/gpu.clique before ."),
                new Level("partition", "nvidia.com/gpu.clique")));
        Job partition = submit(8, new Within("domain").in(levels));
        scene.settle();
        assertThat(onNodes(partition)).containsExactly(4, 0, 0, 4);

        Job domain = submit(9, new Within("domain").in(levels));
        scene.settle();
        assertThat(domain.waiting()).isTrue();
        for (int task = 0; task < 8; task++) {
            scene.ends(partition, task, 0);
        }
        scene.settle();
        assertThat(onNodes(domain)).containsExactly(4, 1, 0, 4);
    }
}
