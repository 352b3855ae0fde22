package io.berth.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.Nodes;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Scene;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.Job;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.PeerRule;
import io.berth.core.workload.PeerRule.Apart;
import io.berth.core.workload.PeerRule.Over;
import io.berth.core.workload.PeerRule.Spread;
import io.berth.core.workload.PeerRule.Together;
import io.berth.core.workload.PeerSelector;
import io.berth.core.workload.TaskGroup;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where tasks may go for what other tasks are placed. */
class PeerRulesTest {
    private static final String ZONE = "zone";

    private final Scene scene = new Scene("greedy", 0);

    private static PeerSelector app(String name) {
        return PeerSelector.of(
                List.of(JobSpec.DEFAULT_QUEUE), List.of(new Requirement("app", Operator.IN, List.of(name))));
    }

    private static TaskGroup group(String app, int tasks, PeerRule... rules) {
        return TaskGroup.of(tasks, Demand.cpu(1_000, 1 << 20).withPeers(List.of(rules)))
                .withLabels(List.of(new Label("app", app)));
    }

    private Job submit(String app, PeerRule... rules) {
        return scene.submit(List.of(group(app, 1, rules)), Nanos.HOUR);
    }

    /** Two zones of two nodes each, and a node that is in none. */
    private void zones() {
        for (int node = 0; node < 5; node++) {
            joins(node, node == 4 ? List.of() : List.of(new Label(ZONE, "z" + node / 2)));
        }
    }

    private void joins(int node, List<Label> labels) {
        scene.happens(new Event.NodeJoined(node, node(node, labels)));
    }

    private static NodeSpec node(int node, List<Label> labels) {
        return NodeSpec.of("n" + node, 64_000, 1L << 38, 2, "H100").withLabels(labels);
    }

    private int node(Job job) {
        assertThat(job.waiting()).as(job.spec().name() + " waits").isFalse();
        return job.node(0);
    }

    private List<Integer> fitting(Job job) {
        Nodes nodes = scene.state.nodes();
        return IntStream.range(0, nodes.count())
                .filter(node -> nodes.fits(job.shape(), node))
                .boxed()
                .toList();
    }

    private Explanation why(Job job) {
        return Objects.requireNonNull(Explainer.of(scene.state, Scene.CATALOG).explain(job.id()));
    }

    @Test
    void tasks_that_must_be_apart_go_to_nodes_of_their_own() {
        zones();
        Job gang = scene.submit(List.of(group("db", 5, new Apart(app("db"), PeerRule.NODE))), Nanos.HOUR);
        Job more = submit("db", new Apart(app("db"), PeerRule.NODE));

        scene.settle();

        assertThat(List.of(gang.node(0), gang.node(1), gang.node(2), gang.node(3), gang.node(4)))
                .containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        assertThat(more.waiting()).isTrue();
        assertThat(why(more).nodes().reasons()).containsEntry(Reason.APART, 5);
    }

    @Test
    void one_that_waits_for_another_starts_in_the_pass_in_which_that_one_comes() {
        Scene urgent = new Scene(StrategySpec.of("scene", "priority", "first-fit", "greedy"), 1);
        Job waits = urgent.submit(
                List.of(group("follows", 1, new Together(app("leads"), List.of(PeerRule.NODE)))), Nanos.HOUR);
        urgent.settle();
        assertThat(waits.waiting()).isTrue();

        JobSpec leads = JobSpec.batch("leads", Scene.ONE_GPU, Nanos.HOUR)
                .withPriority(9)
                .withEach(group -> group.withLabels(List.of(new Label("app", "leads"))));
        urgent.submit(leads);
        assertThat(urgent.plan()).hasSize(2);
    }

    @Test
    void who_runs_keeps_those_away_from_its_domain_that_it_must_be_apart_from() {
        zones();
        Job loner = submit("loner", new Apart(app("loud"), ZONE));
        scene.settle();
        Job loud = submit("loud");

        assertThat(node(loner)).isZero();
        assertThat(fitting(loud)).containsExactly(2, 3, 4);
        assertThat(why(loud).nodes().reasons()).containsEntry(Reason.KEPT_APART, 2);
        scene.settle();
        assertThat(node(loud)).isEqualTo(2);
    }

    @Test
    void those_that_wait_or_run_already_are_looked_at_by_a_rule_that_comes_later() {
        zones();
        Job runs = submit("loud");
        scene.settle();
        scene.happens(new Event.NodeDrained(4, true));
        Job loner = submit("loner", new Apart(app("loud"), ZONE));
        Job waits = submit("loud", new Apart(app("nobody"), PeerRule.NODE));

        assertThat(fitting(loner)).containsExactly(2, 3);
        scene.settle();
        assertThat(node(loner)).isEqualTo(2);
        assertThat(node(waits)).isEqualTo(0);
        assertThat(node(runs)).isZero();
        assertThat(scene.plannedAnew().decisions()).isEmpty();
    }

    @Test
    void the_first_of_a_group_goes_anywhere_with_the_label_and_the_others_to_its_domain() {
        zones();
        scene.happens(new Event.NodeDrained(0, true));
        scene.happens(new Event.NodeDrained(1, true));
        Together together = new Together(app("ring"), List.of(ZONE));
        Job first = submit("ring", together);

        assertThat(fitting(first)).containsExactly(2, 3);
        scene.settle();
        scene.happens(new Event.NodeDrained(0, false));
        Job second = submit("ring", together);

        assertThat(fitting(second)).containsExactly(2, 3);
        assertThat(why(second).nodes().reasons()).containsEntry(Reason.NOT_TOGETHER, 2);
    }

    @Test
    void one_that_is_not_picked_itself_waits_for_those_that_are_and_is_looked_at_when_they_come() {
        zones();
        Job follower = submit("follower", new Together(app("leader"), List.of(ZONE)));
        scene.settle();
        assertThat(follower.waiting()).isTrue();
        Job leader = submit("leader");

        List<Job> started = scene.settle();

        assertThat(started).containsExactly(leader, follower);
        assertThat(node(follower)).isEqualTo(node(leader));
    }

    @Test
    void a_spread_fills_the_emptiest_domain_and_leaves_out_nodes_without_the_label() {
        zones();
        Spread spread = new Spread(app("web"), ZONE, 1, 1, Over.USUAL);
        Job gang = scene.submit(List.of(group("web", 5, spread)), Nanos.HOUR);

        scene.settle();

        assertThat(IntStream.range(0, 5).mapToObj(gang::node)).containsExactly(0, 2, 0, 2, 0);
        Job more = submit("web", spread);
        assertThat(fitting(more)).containsExactly(2, 3);
        assertThat(why(more).nodes().reasons()).containsEntry(Reason.SPREAD, 2).containsEntry(Reason.NO_DOMAIN, 1);
    }

    @Test
    void too_few_domains_count_as_one_more_that_is_empty() {
        zones();
        Spread spread = new Spread(app("web"), ZONE, 1, 3, Over.USUAL);
        Job gang = scene.submit(List.of(group("web", 2, spread)), Nanos.HOUR);
        scene.settle();
        Job third = submit("web", spread);

        assertThat(gang.waiting()).isFalse();
        assertThat(fitting(third)).isEmpty();

        joins(5, List.of(new Label(ZONE, "z9")));
        assertThat(fitting(third)).containsExactly(5);
        scene.settle();
        assertThat(fitting(third)).containsExactly(0, 1, 2, 3, 5);
    }

    @Test
    void a_node_that_changes_its_domain_takes_its_tasks_along() {
        zones();
        Job loud = submit("loud");
        scene.settle();
        Job loner = submit("loner", new Apart(app("loud"), ZONE));
        assertThat(fitting(loner)).containsExactly(2, 3, 4);

        scene.happens(new Event.NodeChanged(0, node(0, List.of(new Label(ZONE, "z1")))));

        assertThat(fitting(loner)).containsExactly(1, 4);
        scene.happens(new Event.NodeLost(0));
        assertThat(fitting(loner)).containsExactly(1, 2, 3, 4);
        assertThat(loud.waiting()).isTrue();
    }

    @Test
    void what_is_said_of_tasks_may_change_while_they_run() {
        zones();
        Job loud = submit("loud");
        scene.settle();
        Job loner = submit("loner", new Apart(app("loud"), ZONE));

        scene.happens(new Event.JobUpdated(loud.id(), JobChange.ofLabels(List.of(new Label("app", "calm")))));
        assertThat(fitting(loner)).containsExactly(0, 1, 2, 3, 4);

        scene.happens(new Event.JobUpdated(loud.id(), JobChange.ofLabels(List.of(new Label("app", "loud")))));
        assertThat(fitting(loner)).containsExactly(2, 3, 4);
        scene.ends(loud, 0, 0);
        assertThat(fitting(loner)).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void nobody_makes_room_while_who_must_be_apart_still_runs() {
        Scene preempting = new Scene(
                StrategySpec.of("scene", "priority", "first-fit", "greedy").preempting("by-order"), 1);
        Job low = preempting.submit(
                List.of(TaskGroup.of(1, Scene.TWO_GPUS).withLabels(List.of(new Label("app", "loud")))), Nanos.HOUR);
        preempting.settle();
        Demand wants = Scene.TWO_GPUS.withPeers(List.of(new Apart(app("loud"), PeerRule.NODE)));
        Job high = preempting.submit(List.of(TaskGroup.of(1, wants)), Nanos.HOUR);
        preempting.happens(new Event.JobUpdated(high.id(), new JobChange(null, 9, null)));

        preempting.plan();

        assertThat(low.stopping()).isNotNull();
        assertThat(high.waiting()).isTrue();
        preempting.ends(low, 0, 143);
        preempting.plan();
        assertThat(high.waiting()).isFalse();
    }

    /** Both must go by count; the small one would be spared, and then be in the way of the spread. */
    @Test
    void nobody_stops_for_one_whose_spread_those_that_are_spared_would_break() {
        Scene preempting = new Scene(
                StrategySpec.of("scene", "priority", "first-fit", "greedy").preempting("by-order"), 0);
        preempting.happens(new Event.NodeJoined(0, NodeSpec.of("n0", 64_000, 1L << 38, 3, "H100")));
        preempting.happens(new Event.NodeJoined(1, NodeSpec.of("n1", 64_000, 1L << 38, 0, "")));
        Job large = preempting.submit(
                JobSpec.batch("large", Scene.TWO_GPUS, Nanos.HOUR).withPriority(1));
        Job small = preempting.submit(JobSpec.batch("small", Scene.ONE_GPU, Nanos.HOUR)
                .withEach(group -> group.withLabels(List.of(new Label("app", "x")))));
        preempting.settle();
        Demand spread = Scene.TWO_GPUS.withPeers(List.of(new Spread(app("x"), PeerRule.NODE, 1, 1, Over.USUAL)));
        Job urgent = preempting.submit(JobSpec.batch("urgent", spread, Nanos.HOUR)
                .withPriority(9)
                .withEach(group -> group.withLabels(List.of(new Label("app", "x")))));

        assertThat(preempting.plan()).isEmpty();
        assertThat(urgent.waiting()).isTrue();
        assertThat(List.of(large.waiting(), small.waiting())).containsOnly(false);
    }
}
