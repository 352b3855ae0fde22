package io.berth.sim.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.strategy.Consolidation;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.Terms;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Each rule about moves notices the error that it is there for. Job 1 runs, job 2 waits, job 3 would begin anew. */
class MoveRulesTest {
    private static final Demand GPU = Demand.cpu(1000, 0).withGpus(1);
    private static final List<Placement> HERE = List.of(Placement.on(0, 1));
    private static final List<Placement> THERE = List.of(Placement.on(1, 1));
    private static final long START = Nanos.HOUR;

    private final TreeMap<Long, JobSpec> jobs = new TreeMap<>();
    private final MoveRules rules = new MoveRules(jobs, Consolidation.NONE, null);

    MoveRulesTest() {
        JobSpec job = JobSpec.batch("job", GPU, Nanos.DAY);
        jobs.put(1L, job);
        jobs.put(2L, job);
        jobs.put(3L, job.withTerms(Terms.NONE.withInterruption(new Interruption(false, Interruption.USUAL_GRACE))));
        see(START, new Decision.Start(1, 1, HERE), new Decision.Start(1, 3, HERE));
    }

    private void allows(int budget, int minutes) {
        TreeMap<String, String> parameters = new TreeMap<>();
        parameters.put("budget", Integer.toString(budget));
        parameters.put("min-runtime", Integer.toString(minutes));
        StrategySpec strategy = StrategySpec.of("move").with(PolicyKind.CONSOLIDATE, PolicySpec.of("move", parameters));
        rules.see(new Frame(START, List.of(new Event.StrategyChanged(strategy)), null));
    }

    private void see(long now, Decision... decisions) {
        rules.see(new Frame(now, List.of(), new Plan(1, List.of(decisions))));
    }

    private void moves(long now, long job) {
        see(
                now,
                new Decision.Stop(2, job, Reason.MOVED),
                new Decision.Move(3, 2, 2, HERE),
                new Decision.Move(4, job, 2, THERE));
    }

    private static Rule broken(Runnable run) {
        return catchThrowableOfType(BrokenRule.class, run::run).rule();
    }

    @Test
    void a_whole_plan_within_the_budget_breaks_no_rule() {
        allows(1, 10);
        moves(START + 10 * Nanos.MINUTE, 1);
        see(START + 11 * Nanos.MINUTE, new Decision.Start(5, 2, HERE), new Decision.Start(6, 1, THERE));
        moves(START + 71 * Nanos.MINUTE, 1);

        assertThat(jobs).hasSize(3);
    }

    @Test
    void more_moves_in_an_hour_than_the_budget_are_noticed() {
        allows(1, 0);
        moves(START, 1);
        assertThat(broken(() -> moves(START + 59 * Nanos.MINUTE, 1))).isEqualTo(Rule.MOVES_KEEP_THEIR_BUDGET);
    }

    @Test
    void a_move_under_a_strategy_that_has_none_is_noticed() {
        assertThat(broken(() -> moves(START + Nanos.DAY, 1))).isEqualTo(Rule.MOVES_KEEP_THEIR_BUDGET);
    }

    @Test
    void a_job_that_moves_soon_after_its_start_is_noticed() {
        allows(9, 10);
        assertThat(broken(() -> moves(START + 9 * Nanos.MINUTE, 1))).isEqualTo(Rule.MOVES_KEEP_THEIR_BUDGET);
    }

    @Test
    void a_job_that_would_begin_anew_is_noticed() {
        allows(9, 0);
        assertThat(broken(() -> moves(START, 3))).isEqualTo(Rule.ONLY_THOSE_MOVE_THAT_GO_ON);
    }

    @Test
    void half_a_plan_is_noticed() {
        allows(9, 0);
        assertThat(broken(() -> see(START, new Decision.Stop(2, 1, Reason.MOVED))))
                .isEqualTo(Rule.MOVES_ARE_WHOLE);
        assertThat(broken(() -> see(START, new Decision.Stop(2, 1, Reason.MOVED), new Decision.Move(3, 1, 2, THERE))))
                .isEqualTo(Rule.MOVES_ARE_WHOLE);
    }

    @Test
    void a_start_elsewhere_is_noticed_unless_the_place_was_given_up() {
        allows(9, 0);
        moves(START, 1);
        assertThat(broken(() -> see(START + 1, new Decision.Start(5, 1, HERE)))).isEqualTo(Rule.MOVES_ARE_WHOLE);

        moves(START + 2, 1);
        see(START + 3, new Decision.Move(5, 1, 2, List.of()), new Decision.Start(6, 1, HERE));
        assertThat(jobs).containsKey(1L);
    }
}
