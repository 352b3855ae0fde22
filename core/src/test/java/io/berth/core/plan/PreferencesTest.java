package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.NodeTerms;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Preference.Even;
import io.berth.core.workload.Preference.Near;
import io.berth.core.workload.Preference.OfNodes;
import io.berth.core.workload.Taint;
import io.berth.core.workload.Taint.Effect;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Toleration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where tasks go that would rather go to some nodes than to others. */
class PreferencesTest {
    private static final String ZONE = "zone";
    private static final Demand SMALL = Demand.cpu(1_000, 1 << 20);

    private final Scene scene = new Scene(StrategySpec.of("scene", "fcfs", "best-fit", "greedy"), 0);

    private static PeerSelector app(String name) {
        return PeerSelector.of(
                List.of(JobSpec.DEFAULT_QUEUE), List.of(new Requirement("app", Operator.IN, List.of(name))));
    }

    private static OfNodes zone(String zone, int weight) {
        return new OfNodes(new NodeSelectorTerm(List.of(new Requirement(ZONE, Operator.IN, List.of(zone)))), weight);
    }

    private void joins(int node, String zone, Taint... taints) {
        NodeSpec spec = NodeSpec.of("n" + node, 4_000, 1L << 38, 0, "")
                .withLabels(zone.isEmpty() ? List.of() : List.of(new Label(ZONE, zone)))
                .withTaints(List.of(taints));
        scene.happens(new Event.NodeJoined(node, spec));
    }

    private Job submit(String app, Demand demand) {
        return scene.submit(List.of(TaskGroup.of(1, demand).withLabels(List.of(new Label("app", app)))), Nanos.HOUR);
    }

    private List<Integer> places(int jobs, String app, Preference... preferences) {
        List<Job> submitted = IntStream.range(0, jobs)
                .mapToObj(_ -> submit(app, SMALL.preferring(List.of(preferences))))
                .toList();
        scene.settle();
        return submitted.stream().map(job -> job.waiting() ? -1 : job.node(0)).toList();
    }

    @Test
    void the_node_with_the_largest_sum_of_weights_goes_first_and_packing_decides_among_equals() {
        joins(0, "a");
        joins(1, "b");
        joins(2, "b");
        joins(3, "c");
        places(1, "other", zone("b", 1));

        assertThat(places(1, "web", zone("a", 30), zone("b", 40))).containsExactly(1);
        assertThat(places(1, "web", zone("c", 100), zone("b", 40))).containsExactly(3);
    }

    @Test
    void a_task_goes_elsewhere_where_the_nodes_that_it_prefers_are_full() {
        joins(0, "a");
        joins(1, "b");

        assertThat(places(6, "web", zone("b", 1))).containsExactly(1, 1, 1, 1, 0, 0);
    }

    @Test
    void a_taint_to_avoid_weighs_as_much_as_the_heaviest_preference_unless_it_is_tolerated() {
        joins(0, "a", new Taint("old", "", Effect.PREFER_NO_SCHEDULE));
        joins(1, "b");

        assertThat(places(1, "web")).containsExactly(1);
        assertThat(places(1, "web", zone("a", 99))).containsExactly(1);
        Demand tolerant = new Demand(
                SMALL.amounts(),
                SMALL.devices(),
                new NodeTerms(List.of(), List.of(new Toleration("old", Toleration.ANY))),
                List.of(),
                List.of(zone("a", 1)));
        Job job = submit("web", tolerant);
        scene.settle();
        assertThat(job.node(0)).isZero();
    }

    @Test
    void a_taint_to_avoid_that_comes_later_counts_from_then_on() {
        joins(0, "a");
        joins(1, "b");
        assertThat(places(1, "web")).containsExactly(0);
        scene.happens(new Event.NodeChanged(
                0,
                scene.state.nodeTable().spec(0).withTaints(List.of(new Taint("old", "", Effect.PREFER_NO_SCHEDULE)))));

        assertThat(places(1, "web")).containsExactly(1);
    }

    @Test
    void tasks_that_would_rather_be_apart_take_the_nodes_in_turn() {
        for (int node = 0; node < 3; node++) {
            joins(node, "");
        }

        assertThat(places(7, "web", new Near(app("web"), PeerRule.NODE, -100)).subList(0, 6))
                .containsExactly(0, 1, 2, 0, 1, 2);
    }

    @Test
    void tasks_that_would_rather_be_together_fill_a_domain_first() {
        joins(0, "a");
        joins(1, "b");
        joins(2, "b");
        joins(3, "a");
        scene.happens(new Event.NodeDrained(0, true));
        places(1, "db");
        scene.happens(new Event.NodeDrained(0, false));

        assertThat(places(7, "web", new Near(app("db"), ZONE, 10))).containsExactly(1, 1, 1, 2, 2, 2, 2);
    }

    @Test
    void a_spread_that_may_be_broken_evens_domains_out_and_keeps_to_them_while_it_can() {
        joins(0, "a");
        joins(1, "b");
        joins(2, "");

        assertThat(places(4, "web", new Even(app("web"), ZONE, 100))).containsExactly(0, 1, 0, 1);
        assertThat(places(5, "web", new Even(app("web"), ZONE, 100))).containsExactly(0, 1, 0, 1, 2);
    }
}
