package io.berth.sim.safety;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.policy.window.QueueCap;
import io.berth.core.queue.QueueSpec;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The rule about caps of windows notices the error that it is there for. Jobs 1 to 4 ask for a GPU, job 5 for three; 5 are free after they started. */
class WindowRulesTest {
    private static final Demand GPU = Demand.cpu(1000, 0).withGpus(1);

    private final TreeMap<Long, JobSpec> jobs = new TreeMap<>();
    private final WindowRules rules = new WindowRules(jobs, List.of());
    private final State state = new State(1);

    WindowRulesTest() {
        for (long job = 1; job <= 4; job++) {
            jobs.put(job, JobSpec.batch("job", GPU, Nanos.DAY).withQueue(job == 4 ? "other" : "team"));
        }
        jobs.put(5L, JobSpec.batch("job", GPU.withGpus(3), Nanos.DAY).withQueue("team"));
        state.apply(0, new Event.NodeJoined(0, NodeSpec.of("n0", 64_000, 1L << 38, 5, "H100")));
    }

    private void caps(String caps) {
        PolicySpec plan = PolicySpec.of("ilp", new TreeMap<>(Map.of("caps", caps)));
        see(List.of(new Event.StrategyChanged(StrategySpec.of("window").with(PolicyKind.PLAN, plan))));
    }

    private void see(List<Event> events, Decision... decisions) {
        rules.see(new Frame(1, events, new Plan(1, List.of(decisions))), state);
    }

    private void starts(long... started) {
        List<Decision> decisions = new ArrayList<>();
        for (long job : started) {
            decisions.add(new Decision.Start(2, job, List.of(Placement.on(0, 1))));
        }
        see(List.of(), decisions.toArray(Decision[]::new));
    }

    private static Rule broken(Runnable run) {
        return catchThrowableOfType(BrokenRule.class, run::run).rule();
    }

    @Test
    void what_a_queue_gets_beyond_its_cap_in_one_window_is_noticed() {
        caps("team=2");
        see(List.of(), new Decision.PlanWindow(1, List.of(1L, 2L, 3L, 4L), 9));
        starts(1, 2, 4);
        assertThat(broken(() -> starts(1, 2, 3))).isEqualTo(Rule.WINDOWS_KEEP_THEIR_CAPS);
    }

    @Test
    void a_job_larger_than_the_cap_may_start_alone() {
        caps("team=2");
        see(List.of(), new Decision.PlanWindow(1, List.of(1L, 5L), 9));
        starts(5);
        assertThat(broken(() -> starts(1, 5))).isEqualTo(Rule.WINDOWS_KEEP_THEIR_CAPS);
    }

    @Test
    void a_part_is_of_what_was_free_and_of_queues_below_too() {
        state.apply(
                0,
                new Event.QueuesDeclared(
                        List.of(QueueSpec.of("lab"), QueueSpec.of("team").below("lab"))));
        caps("lab=30%");
        see(List.of(), new Decision.PlanWindow(1, List.of(1L, 2L, 3L, 4L), 9));
        starts(1, 2, 4);
        assertThat(broken(() -> starts(1, 2, 3))).isEqualTo(Rule.WINDOWS_KEEP_THEIR_CAPS);
    }

    @Test
    void jobs_of_no_window_and_other_strategies_have_no_cap() {
        caps("team=2");
        starts(1, 2, 3);
        see(List.of(), new Decision.PlanWindow(1, List.of(1L, 2L, 3L), 9));
        see(List.of(new Event.StrategyChanged(StrategySpec.of("alone"))));
        starts(1, 2, 3);
        assertThat(QueueCap.parse("")).isEmpty();
    }
}
