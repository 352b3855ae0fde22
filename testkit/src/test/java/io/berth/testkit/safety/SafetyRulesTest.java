package io.berth.testkit.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.sim.safety.BrokenRule;
import io.berth.sim.safety.NamedTasks;
import io.berth.sim.safety.Rule;
import io.berth.sim.safety.SafetyRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Each rule notices the error that it is there for. */
class SafetyRulesTest {
    private static final Demand SHARE = Demand.cpu(1000, 0).withGpuShare(1, 600);
    private static final Placement FIRST_GPU = Placement.on(0, 1);

    private final State state = new State(1);
    private final SafetyRules rules = new SafetyRules();
    private long decisions;

    SafetyRulesTest() {
        live(1, null, new Event.NodeJoined(0, NodeSpec.of("n0", 8000, 1 << 30, 2, "H100")), job(1, 2), job(2, 1));
    }

    @Test
    void a_gang_that_starts_whole_breaks_no_rule() {
        live(2, plan(1, start(1, FIRST_GPU, Placement.on(0, 2))));
        live(3, null, new Event.TaskStarted(1, 0, 1), new Event.TaskStarted(1, 1, 1));
        live(4, plan(2), new Event.TaskEnded(1, 0, 1, 0));

        assertThat(rules.instants()).isEqualTo(4);
    }

    @Test
    void time_that_goes_back_is_noticed() {
        live(5, null);
        assertThat(broken(() -> live(4, null))).isEqualTo(Rule.TIME_GOES_ON);
    }

    @Test
    void a_pass_or_decision_out_of_number_is_noticed() {
        assertThat(broken(() -> live(2, plan(3)))).isEqualTo(Rule.NUMBERS_RISE);
        decisions = 7;
        assertThat(broken(() -> live(2, plan(1, start(2, FIRST_GPU))))).isEqualTo(Rule.NUMBERS_RISE);
    }

    @Test
    void a_device_given_twice_is_noticed() {
        live(2, plan(1, start(2, FIRST_GPU)), job(3, 1));
        assertThat(broken(() -> live(3, plan(2, start(3, FIRST_GPU))))).isEqualTo(Rule.ROOM_IS_GIVEN_ONCE);
    }

    @Test
    void room_that_does_not_add_up_is_noticed() {
        state.nodeTable().take(state.jobs().getFirst().shape(), 0, Grant.device(0));
        assertThat(broken(() -> live(2, null))).isEqualTo(Rule.ROOM_ADDS_UP);
    }

    @Test
    void half_a_gang_is_noticed() {
        assertThat(broken(() -> live(2, plan(1, start(1, FIRST_GPU))))).isEqualTo(Rule.GANGS_ARE_WHOLE);
    }

    @Test
    void too_few_tasks_of_a_group_or_one_named_that_is_not_there_are_noticed() {
        Event groups = new Event.JobSubmitted(
                3,
                JobSpec.batch("groups", SHARE, 100)
                        .withGroups(List.of(
                                TaskGroup.of(1, SHARE).withName("a").withTasks(1, 2),
                                TaskGroup.of(1, Demand.cpu(1000, 0)).withName("b"))),
                "test",
                3);
        live(2, null, groups);
        Placement cpu = Placement.on(0, 0);

        assertThat(broken(() -> live(3, plan(1, tasks(3, List.of(0, 1), FIRST_GPU, Placement.on(0, 2))))))
                .isEqualTo(Rule.GANGS_ARE_WHOLE);
        assertThat(NamedTasks.whole(spec(groups), tasks(3, List.of(0, 2), FIRST_GPU, cpu)))
                .isTrue();
        assertThat(NamedTasks.whole(spec(groups), tasks(3, List.of(1, 2), FIRST_GPU, cpu)))
                .isTrue();
        assertThat(NamedTasks.whole(spec(groups), tasks(3, List.of(2, 0), cpu, FIRST_GPU)))
                .isFalse();
        assertThat(NamedTasks.whole(spec(groups), tasks(3, List.of(0, 2, 3), FIRST_GPU, cpu, cpu)))
                .isFalse();
        assertThat(NamedTasks.whole(spec(groups), tasks(3, List.of(0), FIRST_GPU)))
                .isFalse();
    }

    @Test
    void a_start_on_a_node_that_drains_or_lacks_the_device_is_noticed() {
        assertThat(broken(() -> live(2, plan(1, start(2, Placement.on(0, 4)))))).isEqualTo(Rule.STARTS_ON_USABLE_NODES);
        decisions = 0;
        SafetyRules fresh = new SafetyRules(new State(1), List.of("test"));
        Frame frame = new Frame(3, List.of(new Event.NodeDrained(0, true), job(9, 1)), plan(1, start(9, FIRST_GPU)));
        frame.events().forEach(event -> state.apply(3, event));
        assertThat(broken(() -> fresh.instant(frame, state))).isEqualTo(Rule.STARTS_ON_USABLE_NODES);
    }

    @Test
    void a_gang_that_goes_on_without_a_member_is_noticed() {
        live(2, plan(1, start(1, FIRST_GPU, Placement.on(0, 2))));
        assertThat(broken(() -> live(3, plan(2), new Event.TaskStartFailed(1, 0, 1, "broken"))))
                .isEqualTo(Rule.BROKEN_GANGS_STOP);
    }

    @Test
    void a_job_that_starts_twice_is_noticed() {
        live(2, plan(1, start(2, FIRST_GPU)));
        Frame again = new Frame(3, List.of(), plan(2, start(2, Placement.on(0, 2))));
        assertThat(broken(() -> rules.instant(again, state))).isEqualTo(Rule.JOBS_START_ONCE);
    }

    @Test
    void a_job_that_is_lost_is_noticed() {
        Frame unheard = new Frame(2, List.of(job(4, 1)), null);
        assertThat(broken(() -> rules.instant(unheard, state))).isEqualTo(Rule.JOBS_LIVE_ONCE);
    }

    private static JobSpec spec(Event event) {
        return ((Event.JobSubmitted) event).spec();
    }

    private Decision.Start tasks(long job, List<Integer> tasks, Placement... placements) {
        return new Decision.Start(++decisions, job, List.of(placements), tasks);
    }

    private void live(long now, @Nullable Plan plan, Event... events) {
        for (Event event : events) {
            state.apply(now, event);
        }
        if (plan != null) {
            state.apply(now, plan);
        }
        rules.instant(new Frame(now, Arrays.asList(events), plan), state);
    }

    private static Plan plan(long pass, Decision... decisions) {
        return new Plan(pass, Arrays.asList(decisions));
    }

    private Decision start(long job, Placement... placements) {
        return new Decision.Start(++decisions, job, new ArrayList<>(Arrays.asList(placements)));
    }

    private static Event job(long id, int tasks) {
        return new Event.JobSubmitted(id, JobSpec.batch("job-" + id, SHARE, 1).withTasks(tasks), "test", id);
    }

    private static Rule broken(org.assertj.core.api.ThrowableAssert.ThrowingCallable callable) {
        BrokenRule broken = catchThrowableOfType(BrokenRule.class, callable);
        assertThat(broken).isNotNull();
        return broken.rule();
    }
}
