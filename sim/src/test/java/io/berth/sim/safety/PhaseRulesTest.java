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
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Phases;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.Readiness;
import io.berth.core.workload.term.Terms;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A state that is in another phase than what happened says, and a gang that nobody stops though it is late. */
class PhaseRulesTest {
    private static final JobSpec JOB = JobSpec.batch("phased", Demand.cpu(1000, 0), Nanos.MINUTE)
            .withTerms(Terms.NONE.withReady(new Readiness(10 * Nanos.SECOND, 0, 1)))
            .withPhases(new Phases(List.of(phase("a", 2000), phase("b", 1000)), 0));

    private final State state = new State(1);
    private final Planner planner = new Planner(state, Catalog.standard());
    private final SafetyRules rules = new SafetyRules();

    private static Phase phase(String name, long cpuMilli) {
        return new Phase(name, TaskGroup.of(1, Demand.cpu(cpuMilli, 0)), Nanos.MINUTE, Nanos.MINUTE);
    }

    /** {@code happened} at {@code seconds}, of which the rules hear {@code told}. */
    private void instant(long seconds, boolean plans, List<Event> happened, List<Event> told) {
        long now = seconds * Nanos.SECOND;
        happened.forEach(event -> state.apply(now, event));
        Plan plan = plans ? planner.plan() : null;
        if (plan != null) {
            state.apply(now, plan);
        }
        state.endInstant();
        rules.instant(new Frame(now, told, plan), state);
    }

    private void starts() {
        List<Event> begin = List.of(
                new Event.NodeJoined(0, NodeSpec.of("n0", 8000, 1L << 30, 0, "")),
                new Event.JobSubmitted(1, JOB, "test", 1),
                new Event.StrategyChanged(StrategySpec.of("s", "fcfs", "first-fit", "none")));
        instant(1, true, begin, begin);
    }

    private static Rule broken(Runnable run) {
        return catchThrowableOfType(BrokenRule.class, run::run).rule();
    }

    @Test
    void theNextPhaseFollowsTheEndOfAllTasksAndNothingElse() {
        starts();
        List<Event> ends = List.of(new Event.TaskStarted(1, 0, 1), new Event.TaskEnded(1, 0, 1, 0));
        assertThatCode(() -> instant(2, true, ends, ends)).doesNotThrowAnyException();
        List<Event> over = List.of(new Event.TaskStarted(1, 0, 2), new Event.TaskEnded(1, 0, 2, 0));
        assertThat(state.job(1).spec().phases().at()).isEqualTo(1);
        assertThatCode(() -> instant(3, true, over, List.of(over.getFirst()))).isInstanceOf(BrokenRule.class);
    }

    @Test
    void aStateThatGoesOnByItselfIsFound() {
        starts();
        List<Event> ends = List.of(new Event.TaskStarted(1, 0, 1), new Event.TaskEnded(1, 0, 1, 0));
        assertThat(broken(() -> instant(2, false, ends, List.of()))).isEqualTo(Rule.PHASES_FOLLOW);
    }

    @Test
    void aLateGangThatNobodyStopsIsFound() {
        starts();
        List<Event> tick = List.of(new Event.Tick(Event.Tick.WAKE));
        assertThatCode(() -> instant(11, false, tick, tick)).doesNotThrowAnyException();
        assertThat(broken(() -> instant(12, false, tick, tick))).isEqualTo(Rule.LATE_STARTS_END);
    }

    @Test
    void oneThatIsStoppedInTimeIsNot() {
        starts();
        List<Event> tick = List.of(new Event.Tick(Event.Tick.WAKE));
        assertThatCode(() -> instant(11, true, tick, tick)).doesNotThrowAnyException();
        assertThatCode(() -> instant(30, true, tick, tick)).doesNotThrowAnyException();
    }
}
