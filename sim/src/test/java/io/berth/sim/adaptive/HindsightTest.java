package io.berth.sim.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.state.JobEnd;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.run.Simulation;
import io.berth.sim.run.Steering;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.WorldOptions;
import io.berth.spec.adaptive.AdaptiveSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Looking back upon runs in which a strategy decides that is good, bad, or changed in the middle. */
class HindsightTest {
    private static final StrategySpec FIRST = StrategySpec.of("first", "fcfs", "best-fit", "none");
    private static final StrategySpec SHORT = StrategySpec.of("short", "sjf", "best-fit", "none");
    private static final List<NodeSpec> NODES =
            List.of(NodeSpec.of("a", 32_000, 1L << 38, 4, "H100"), NodeSpec.of("b", 32_000, 1L << 38, 4, "H100"));
    private static final AdaptiveSpec SPEC = new AdaptiveSpec(
            "adaptive",
            List.of(FIRST, SHORT),
            "mean-wait",
            Nanos.HOUR,
            4 * Nanos.HOUR,
            6 * Nanos.HOUR,
            5,
            0.05,
            0,
            2,
            new LinkedHashMap<>());

    /** Jobs of which users know how long they run, of very unequal lengths, on a busy cluster. */
    private static List<Arrival> jobs() {
        List<Arrival> arrivals = new ArrayList<>();
        double at = 0;
        for (int job = 0; job < 300; job++) {
            Chance chance = new Chance(3, "hindsight", job);
            at += chance.exponential(2_000.0 / 8);
            long run =
                    (long) (StrictMath.clamp(600 * StrictMath.exp(1.5 * chance.normal()), 10, 20_000) * Nanos.SECOND);
            JobSpec spec = JobSpec.batch("j" + job, Demand.cpu(1000, 1 << 20).withGpus(1), run)
                    .withEstimate(run);
            arrivals.add(new Arrival((long) (at * Nanos.SECOND), spec));
        }
        return arrivals;
    }

    /** Looks back every hour, and changes the strategy once, at a look, if at all. */
    private static final class LooksBack implements Steering {
        private final Hindsight hindsight = new Hindsight(SPEC, Catalog.standard(), WorldOptions.IDEAL);
        private final List<Hindsight.Period> periods = new ArrayList<>();
        private final TreeMap<Long, Hindsight.Came> came = new TreeMap<>();
        private final @Nullable StrategySpec change;
        private final int changeAt;
        private @Nullable State state;
        private long nextNanos = Nanos.HOUR;
        private int looks;
        private boolean overruled;

        LooksBack(@Nullable StrategySpec change, int changeAt) {
            this.change = change;
            this.changeAt = changeAt;
        }

        @Override
        public void begins(State begun, List<NodeSpec> nodes, long atNanos) {
            state = begun;
        }

        @Override
        public void instant(Frame frame, State now) {
            for (Event event : frame.events()) {
                if (event instanceof Event.JobSubmitted job) {
                    came.put(job.job(), new Hindsight.Came(job.job(), frame.atNanos(), job.spec(), -1));
                }
            }
        }

        @Override
        public void ended(JobEnd end) {
            long work = end.endNanos() - end.job().startNanos();
            came.computeIfPresent(end.job().id(), (id, job) -> new Hindsight.Came(id, job.atNanos(), job.spec(), work));
        }

        @Override
        public long nextNanos() {
            return nextNanos;
        }

        @Override
        public @Nullable StrategySpec choose(long nowNanos) {
            nextNanos += Nanos.HOUR;
            looks++;
            if (overruled) {
                hindsight.overruled();
            }
            assertThat(state).isNotNull();
            Hindsight.Period period = hindsight.look(nowNanos, state.image().state(), List.copyOf(came.values()));
            if (period != null) {
                periods.add(period);
            }
            if (looks != changeAt || change == null) {
                return null;
            }
            hindsight.changed(nowNanos, change);
            return change;
        }
    }

    private static LooksBack run(StrategySpec strategy, @Nullable StrategySpec change, int changeAt) {
        LooksBack back = new LooksBack(change, changeAt);
        run(strategy, back);
        return back;
    }

    private static void run(StrategySpec strategy, LooksBack back) {
        Simulation.Setup setup =
                new Simulation.Setup(NODES, ListedWorkload.of(jobs()), strategy, 1, WorldOptions.IDEAL, Nanos.NEVER, 0);
        new Simulation(setup, Catalog.standard(), Journal.NONE, back)
                .steered(back)
                .run();
    }

    @Test
    void the_worse_of_two_is_regretted_and_agrees_with_itself() {
        LooksBack back = run(FIRST, null, 0);
        Regret regret = back.hindsight.regret();
        assertThat(back.periods).hasSizeGreaterThan(5).hasSize(regret.periods());
        assertThat(regret.againstFixed()).isBetween(0.05, 0.95);
        assertThat(regret.againstBest()).isGreaterThanOrEqualTo(regret.againstFixed());
        for (Hindsight.Period period : back.periods) {
            assertThat(period.jobs()).isGreaterThanOrEqualTo(Hindsight.LEAST_JOBS);
            assertThat(period.toNanos() - period.fromNanos()).isGreaterThanOrEqualTo(Nanos.HOUR);
            assertThat(period.agreed().get("first").part()).isEqualTo(1);
            assertThat(period.agreed().get("first").apartSeconds()).isZero();
        }
        assertThat(back.periods).anySatisfy(period -> {
            assertThat(period.agreed().get("short").part()).isLessThan(1);
            assertThat(period.agreed().get("short").apartSeconds()).isGreaterThan(60);
        });
    }

    @Test
    void the_better_of_two_is_not_regretted() {
        Regret regret = run(SHORT, null, 0).hindsight.regret();
        assertThat(regret.periods()).isGreaterThan(5);
        assertThat(regret.againstFixed()).isEqualTo(0, within(0.02));
        assertThat(regret.againstFixed()).isNotNegative();
    }

    @Test
    void what_was_put_in_force_at_the_begin_of_a_period_is_what_was_decided() {
        // Changed at the first look, at which the first period begins: all of it was decided by the other.
        LooksBack back = run(FIRST, SHORT, 1);
        assertThat(back.periods).isNotEmpty();
        assertThat(back.periods)
                .allSatisfy(period ->
                        assertThat(period.agreed().get("short").apartSeconds()).isZero());
        assertThat(back.hindsight.regret().againstFixed()).isEqualTo(0, within(0.02));
    }

    @Test
    void nothing_is_judged_while_a_strategy_is_in_force_that_somebody_else_set() {
        LooksBack back = new LooksBack(null, 0);
        back.overruled = true;
        run(FIRST, back);
        assertThat(back.looks).isGreaterThan(5);
        assertThat(back.periods).isEmpty();
        assertThat(back.hindsight.regret().periods()).isZero();
    }
}
