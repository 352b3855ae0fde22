package io.berth.testkit.choice;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.journal.Frame;
import io.berth.core.plan.Planner;
import io.berth.core.plan.trace.Trace;
import io.berth.core.plan.trace.TracedJob;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.fault.CapriciousPlanner;
import io.berth.testkit.random.RandomLife;
import io.berth.testkit.random.RandomSpecs;
import io.berth.testkit.random.Seeds;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A pass that is traced plans what it plans untraced, and tells of each job what the nodes had left when its turn came. */
class TracedPassTest {
    private static final Catalog STANDARD = CapriciousPlanner.catalog();
    private static final Catalog CATALOG = ChosenOrders.catalog(STANDARD);
    private static final int LIVES = Seeds.some(1500);
    private static final int INSTANTS = 10;

    private final EnumMap<Reason, Integer> told = new EnumMap<>(Reason.class);

    @Test
    void under_orders_that_sort() {
        live(specs -> specs.strategy(STANDARD));

        assertThat(told)
                .containsKeys(
                        Reason.BACK_OFF,
                        Reason.BEHIND_HEAD,
                        Reason.CPU,
                        Reason.GANG,
                        Reason.MAKING_ROOM,
                        Reason.NO_NODE_EVER,
                        Reason.PATIENCE_OVER,
                        Reason.WHOLE_GPUS,
                        Reason.WOULD_DELAY);
    }

    @Test
    void under_orders_that_choose() {
        live(specs -> ChosenOrders.chosen(specs.strategy(STANDARD)));
        live(specs -> ChosenOrders.ordered(specs.strategy(STANDARD), ChosenOrders.RANDOM));

        assertThat(told).containsKeys(Reason.BEHIND_HEAD, Reason.GANG, Reason.WHOLE_GPUS, Reason.WOULD_DELAY);
    }

    @Test
    void under_windows_of_the_queue() {
        live(specs -> windows(specs, "none"));
        live(specs -> windows(specs, "greedy"));

        assertThat(told).containsKeys(Reason.WINDOW, Reason.BEHIND_HEAD, Reason.GANG);
    }

    private static StrategySpec windows(RandomSpecs specs, String backfill) {
        return specs.plainStrategy(STANDARD)
                .with(PolicyKind.BACKFILL, PolicySpec.of(backfill))
                .with(PolicyKind.DEVICE, PolicyKind.DEVICE.fallback())
                .classed(List.of())
                .planning(PolicySpec.of("dual", Map.of("window", "3", "linger", "4")));
    }

    private void live(Function<RandomSpecs, StrategySpec> strategies) {
        Seeds.upTo(LIVES, seed -> new RandomLife(seed, CATALOG, strategies, this::compare).live(INSTANTS));
    }

    private void compare(Frame frame, State state) {
        Plan plan = frame.plan();
        if (plan == null) {
            return;
        }
        State copy = copy(state);
        Trace trace = Trace.counting(copy.nodeTable());
        Planner planner = new Planner(copy, CATALOG);
        planner.trace(trace);
        assertThat(planner.plan()).isEqualTo(plan);

        TreeSet<Long> waiting = new TreeSet<>();
        state.jobs().stream().filter(Job::queued).forEach(job -> waiting.add(job.id()));
        assertThat(trace.jobs()).containsOnlyKeys(waiting);
        Decided decided = new Decided(plan);
        for (TracedJob job : trace.jobs().values()) {
            decided.check(job);
            Reason reason = job.reason();
            if (reason != null) {
                told.merge(reason, 1, Integer::sum);
            }
        }
        if (state.strategy().policy(PolicyKind.PREEMPT).name().equals("none")) {
            assertThat(trace.jobs().values()).allSatisfy(job -> decided.count(job, trace, copy.nodeTable()));
        }
    }

    private static State copy(State state) {
        return state.image().state();
    }

    /** What a plan decided, by job. */
    private static final class Decided {
        private final TreeMap<Long, Decision.Start> starts = new TreeMap<>();
        private final TreeMap<Long, Reason> rejections = new TreeMap<>();

        Decided(Plan plan) {
            for (Decision decision : plan.decisions()) {
                if (decision instanceof Decision.Start start) {
                    starts.put(start.job(), start);
                } else if (decision instanceof Decision.Reject reject) {
                    rejections.put(reject.job(), reject.reason());
                }
            }
        }

        void check(TracedJob job) {
            long id = job.job().id();
            assertThat(job.reason() == null).as("job %d", id).isEqualTo(starts.containsKey(id));
            if (rejections.containsKey(id)) {
                assertThat(job.reason()).isEqualTo(rejections.get(id));
            }
            if (starts.containsKey(id)) {
                assertThat(job.room()).isEqualTo(job.job().leastTasks());
            }
        }

        /** Compares with a look at each node on which those that started before have their room. */
        void count(TracedJob job, Trace trace, NodeTable nodes) {
            NodeTable then = nodes.copy();
            for (TracedJob before : trace.jobs().values()) {
                if (before == job) {
                    break;
                }
                Decision.Start start = starts.get(before.job().id());
                if (start != null) {
                    for (int i = 0; i < start.placements().size(); i++) {
                        Placement at = start.placements().get(i);
                        then.take(before.job().shape(start.task(i)), at.node(), at.grant());
                    }
                }
            }
            int lacking = job.nodes().lacks().reasons().values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            Shape shape = lacksMost(job, then);
            int fitting = 0;
            for (int node = 0; node < then.count(); node++) {
                fitting += then.whyNot(shape, node) == null ? 1 : 0;
            }
            assertThat(List.of(job.nodes().fitting(), lacking)).isEqualTo(List.of(fitting, then.count() - fitting));
        }

        /** What the group asks for that has too little room for most of its tasks; the first of those. */
        private static Shape lacksMost(TracedJob job, NodeTable nodes) {
            long most = Long.MIN_VALUE;
            int worst = 0;
            for (int group = 0; group < job.job().gang().groups(); group++) {
                Shape shape = job.job().gang().shape(group);
                long lack = job.job().spec().groups().get(group).min();
                for (int node = 0; node < nodes.count(); node++) {
                    lack -= nodes.slots(shape, node);
                }
                worst = lack > most ? group : worst;
                most = Math.max(most, lack);
            }
            return job.job().gang().shape(worst);
        }
    }
}
