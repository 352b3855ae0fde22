package io.berth.sim.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.plan.Planner;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Label;
import io.berth.core.workload.PeerRule.Within;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A planner that knows nothing of the domains of groups, or of their fewest tasks: the rules were told of a job that has them. */
class GroupRulesTest {
    private static final Demand ONE_CPU = Demand.cpu(1000, 0);
    private static final JobSpec JOB = JobSpec.batch("grouped", ONE_CPU, Nanos.HOUR);

    private final State state = new State(1);
    private final Planner planner = new Planner(state, Catalog.standard());
    private final SafetyRules rules = new SafetyRules();

    private static TaskGroup group(String name, int min, int max) {
        return new TaskGroup(name, ONE_CPU, min, max, Program.NONE);
    }

    private static TaskGroup inRack(TaskGroup group) {
        return group.withWithin(new Within("rack"));
    }

    private static Event joins(int node, int cpus, String rack) {
        return new Event.NodeJoined(
                node,
                NodeSpec.of("n" + node, 1000L * cpus, 1L << 30, 0, "").withLabels(List.of(new Label("rack", rack))));
    }

    /** {@code happened} at {@code seconds}, of which the rules hear {@code told}. */
    private void instant(long seconds, List<Event> happened, List<Event> told) {
        long now = seconds * Nanos.SECOND;
        happened.forEach(event -> state.apply(now, event));
        Plan plan = planner.plan();
        state.apply(now, plan);
        state.endInstant();
        rules.instant(new Frame(now, told, plan), state);
    }

    /** A job of {@code groups} comes to {@code nodes}; the rules hear that it is one of {@code told}. */
    private void starts(List<Event> nodes, List<TaskGroup> groups, List<TaskGroup> told) {
        StrategySpec strategy =
                StrategySpec.of("s", "fcfs", "first-fit", "none").with(PolicyKind.RESIZE, PolicySpec.of("elastic"));
        instant(1, with(nodes, strategy, groups), with(nodes, strategy, told));
    }

    private static List<Event> with(List<Event> nodes, StrategySpec strategy, List<TaskGroup> groups) {
        List<Event> events = new ArrayList<>(nodes);
        events.add(new Event.JobSubmitted(1, JOB.withGroups(groups), "test", 1));
        events.add(new Event.StrategyChanged(strategy));
        return events;
    }

    private static Rule broken(Runnable run) {
        return catchThrowableOfType(BrokenRule.class, run::run).rule();
    }

    @Test
    void a_group_that_starts_in_two_racks_is_found() {
        List<Event> nodes = List.of(joins(0, 1, "r0"), joins(1, 2, "r1"));
        List<TaskGroup> groups = List.of(group("a", 2, 2), group("b", 1, 1));

        assertThat(broken(() -> starts(nodes, groups, List.of(inRack(groups.getFirst()), groups.getLast()))))
                .isEqualTo(Rule.GROUPS_STAY_TOGETHER);
    }

    @Test
    void one_that_starts_in_one_is_not() {
        List<Event> nodes = List.of(joins(0, 2, "r0"), joins(1, 2, "r1"));
        List<TaskGroup> groups = List.of(group("a", 2, 2), group("b", 1, 1));

        assertThatCode(() -> starts(nodes, groups, List.of(inRack(groups.getFirst()), inRack(groups.getLast()))))
                .doesNotThrowAnyException();
    }

    @Test
    void a_task_that_comes_to_another_rack_is_found() {
        List<TaskGroup> groups = List.of(group("a", 1, 2), group("b", 1, 1));
        starts(List.of(joins(0, 2, "r0")), groups, List.of(inRack(groups.getFirst()), groups.getLast()));
        List<Event> runs = List.of(new Event.TaskStarted(1, 0, 1), new Event.TaskStarted(1, 2, 1));
        instant(2, runs, runs);
        List<Event> more = List.of(joins(1, 2, "r1"));

        assertThat(broken(() -> instant(3, more, more))).isEqualTo(Rule.GROUPS_STAY_TOGETHER);
    }

    @Test
    void a_group_that_starts_with_too_few_is_found_though_the_job_has_enough() {
        List<TaskGroup> groups = List.of(group("a", 1, 3), group("b", 1, 3));

        assertThat(broken(
                        () -> starts(List.of(joins(0, 4, "r0")), groups, List.of(group("a", 1, 3), group("b", 2, 3)))))
                .isEqualTo(Rule.GANGS_ARE_WHOLE);
    }

    @Test
    void a_group_that_goes_on_with_too_few_is_found_though_the_job_has_enough() {
        List<TaskGroup> groups = List.of(group("a", 1, 2), group("b", 1, 2));
        starts(List.of(joins(0, 3, "r0"), joins(1, 1, "r1")), groups, List.of(group("a", 1, 2), group("b", 2, 2)));
        List<Event> runs = List.of(
                new Event.TaskStarted(1, 0, 1),
                new Event.TaskStarted(1, 1, 1),
                new Event.TaskStarted(1, 2, 1),
                new Event.TaskStarted(1, 3, 1));
        instant(2, runs, runs);
        List<Event> lost = List.of(new Event.NodeLost(1));

        assertThat(broken(() -> instant(3, lost, lost))).isEqualTo(Rule.SIZES_ARE_KEPT);
    }
}
