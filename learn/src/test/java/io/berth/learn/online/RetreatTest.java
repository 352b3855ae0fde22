package io.berth.learn.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.learn.online.Change.Kind;
import io.berth.sim.clock.SimDriver;
import io.berth.sim.run.ArrivalFeed;
import io.berth.sim.run.Simulation;
import io.berth.sim.run.VirtualAdviser;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bursts under first come, first served; then shortest first is promoted, and then F1, which is worse but better than the fallback. */
class RetreatTest {
    private static final LearnerOptions OPTIONS = LearnerOptions.standard(OnlineExperiment.strategy("fcfs"));
    private static final StrategySpec SJF = promoted("sjf");
    private static final StrategySpec F1 = promoted("f1");
    private static final ListedWorkload BURSTS =
            ShiftingWorkload.jobs(List.of(ShiftingWorkload.phases(900).get(1)), 1);
    private static final int TO_SJF = 200;
    private static final int TO_F1 = 400;

    @Test
    void whatIsWorseThanWhatItReplacedGivesWayToThat() {
        Learner learner = learner(memory("f1", List.of()));

        Change change = change(learner, frames());

        assertThat(change).isNotNull();
        assertThat(change.kind()).isEqualTo(Kind.DEMOTE);
        assertThat(change.id()).isEqualTo("f1");
        assertThat(change.strategy()).isEqualTo(SJF);
        assertThat(change.why()).contains("what was in force before", "twice on end");
        assertThat(learner.memory().promoted()).isEqualTo("sjf");
    }

    @Test
    void whatWasDemotedDoesNotComeBack() {
        Learner learner = learner(memory("f1", List.of(new Ban("sjf", 1, 5000))));

        assertThat(change(learner, frames())).isNull();
    }

    private static LearnerMemory memory(String promoted, List<Ban> banned) {
        return new LearnerMemory("", promoted, 0, 0, banned, List.of(), 2, 0, Regret.NONE);
    }

    private static Learner learner(LearnerMemory memory) {
        return new Learner(new State(1), Catalog.standard(), OPTIONS, List.of(), memory);
    }

    /** The first that is wanted after all until F1 was lived through again. */
    private static @Nullable Change change(Learner learner, List<Frame> frames) {
        boolean lived = false;
        for (Frame frame : frames) {
            if (!lived) {
                learner.relive(frame);
                lived = frame.events().contains(new Event.StrategyChanged(F1));
                continue;
            }
            Change change = learner.follow(frame);
            if (change != null) {
                return change;
            }
        }
        return null;
    }

    private static StrategySpec promoted(String order) {
        Candidate candidate = new Candidate(order, PolicySpec.of(order), true);
        return Exploration.around(Exploration.promoted(OPTIONS.fallback(), candidate), 0);
    }

    private static List<Frame> frames() {
        List<Frame> frames = new ArrayList<>();
        ArrivalFeed arrivals = new ArrivalFeed(BURSTS);
        SimDriver driver = new SimDriver(arrivals.nextNanos());
        Catalog catalog = Catalog.standard();
        Engine engine = new Engine(
                new State(1),
                catalog,
                new Engine.Parts(
                        frames::add,
                        driver,
                        new EmulatedWorld(WorldOptions.IDEAL, 1, driver),
                        new Observer() {},
                        VirtualAdviser.of(catalog, driver)));
        long start = driver.nowNanos();
        for (Event event : Simulation.opening(ShiftingWorkload.NODES, OPTIONS.exploredFallback(), BURSTS.mix())) {
            driver.at(start, event);
        }
        driver.at(BURSTS.arrivals().get(TO_SJF).atNanos(), new Event.StrategyChanged(SJF));
        driver.at(BURSTS.arrivals().get(TO_F1).atNanos(), new Event.StrategyChanged(F1));
        while (true) {
            long next = StrictMath.min(driver.nextTimerNanos(), arrivals.nextNanos());
            if (next == Nanos.NEVER) {
                return frames;
            }
            driver.moment(next, engine, List.of(arrivals));
        }
    }
}
