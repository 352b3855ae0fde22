package io.berth.learn.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.sim.workload.ListedWorkload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LearnerTest {
    private static final CandidateMaker SJF = BadCandidates.always(new Candidate("sjf", PolicySpec.of("sjf")));
    private static final List<ShiftingWorkload.Phase> PHASES = ShiftingWorkload.phases(900);

    @Test
    void aSystemThatGoesFirstComeLearnsBetterWhenBurstsBegin() {
        ListedWorkload workload = ShiftingWorkload.jobs(List.of(PHASES.get(1)), 1);
        OnlineSimulation run = run(workload, "fcfs", SJF, new ArrayList<>());

        assertThat(run.changes()).extracting(Change::kind).containsSubsequence(Change.Kind.TRY, Change.Kind.PROMOTE);
        assertThat(run.status().memory().promoted()).isEqualTo("sjf");
    }

    @Test
    void theLearnerSeesTheVeryDecisionsAndTheJournalRepeatsThem() {
        ListedWorkload workload = ShiftingWorkload.jobs(List.of(PHASES.get(1)), 2);
        List<Frame> frames = new ArrayList<>();
        OnlineSimulation run = run(workload, "fcfs", SJF, frames);
        Recovery again = Recovery.redecide(new State(1), Catalog.standard());
        frames.forEach(again::apply);

        assertThat(run.changes()).isNotEmpty();
        assertThat(run.status().decisionsDifferent()).isZero();
        assertThat(again.decisionsCompared()).isPositive();
        assertThat(again.decisionsDifferent()).isZero();
    }

    @Test
    void equalSeedsGiveEqualJournals() {
        ListedWorkload workload = ShiftingWorkload.jobs(List.of(PHASES.get(1)), 3);
        List<Frame> first = new ArrayList<>();
        List<Frame> second = new ArrayList<>();
        CandidateMaker tuned = TunedRule.standard(3);
        run(workload, "fcfs", tuned, first);
        run(workload, "fcfs", tuned, second);

        assertThat(second).isEqualTo(first);
    }

    @Test
    void whatIsBadIsNeverPromoted() {
        for (int seed = 0; seed < BadCandidates.KINDS.size(); seed += 2) {
            BadTrials.Result trial = BadTrials.trial(seed);
            assertThat(trial.badPromoted()).as("seed %d: %s", seed, trial).isZero();
        }
    }

    @Test
    void somebodyElsesStrategyEndsTheLearning() {
        Learner learner = new Learner(
                new State(1),
                Catalog.standard(),
                LearnerOptions.standard(OnlineExperiment.strategy("fcfs")),
                List.of(),
                LearnerMemory.NEW);
        Change begin = learner.begin();
        learner.follow(changed(1, begin));
        assertThat(learner.status().memory().stopped()).isEmpty();

        learner.follow(new Frame(2, List.of(new Event.StrategyChanged(OnlineExperiment.strategy("sjf"))), null));

        assertThat(learner.status().memory().stopped()).isEqualTo("somebody set the strategy sjf");
    }

    @Test
    void theKillSwitchPutsThePlainFallbackInForce() {
        Learner learner = new Learner(
                new State(1),
                Catalog.standard(),
                LearnerOptions.standard(OnlineExperiment.strategy("fcfs")),
                List.of(),
                LearnerMemory.NEW);
        learner.follow(changed(1, learner.begin()));

        Change stop = learner.stop("somebody said so");

        assertThat(stop.strategy().order()).isEqualTo(PolicySpec.of("fcfs"));
        learner.follow(changed(2, stop));
        assertThat(learner.status().memory().stopped()).isEqualTo("somebody said so");
        assertThat(learner.resume()).isNull();
    }

    @Test
    void aRestartGoesOnWithItsOwnStrategyAndBeginsAnewUnderAnother() {
        LearnerOptions options = LearnerOptions.standard(OnlineExperiment.strategy("fcfs"));

        assertThat(resumed(options, options.exploredFallback())).isNull();
        assertThat(resumed(options, OnlineExperiment.strategy("sjf")))
                .extracting(Change::kind)
                .isEqualTo(Change.Kind.BEGIN);
        assertThat(resumed(
                        options,
                        Exploration.against(
                                options.exploredFallback(), new Candidate("sjf", PolicySpec.of("sjf")), 0.3)))
                .extracting(Change::strategy)
                .isEqualTo(options.exploredFallback());
    }

    @Test
    void aRestartLosesNothingThatTheJournalTells() {
        ListedWorkload workload = ShiftingWorkload.jobs(List.of(PHASES.get(1)), 1);
        List<Frame> frames = new ArrayList<>();
        OnlineSimulation run = run(workload, "fcfs", SJF, frames);
        Learner again = new Learner(
                new State(1),
                Catalog.standard(),
                LearnerOptions.standard(OnlineExperiment.strategy("fcfs")),
                List.of(SJF),
                run.status().memory());
        frames.forEach(again::relive);

        assertThat(again.resume()).isNull();
        assertThat(again.status().submitted()).isEqualTo(run.status().submitted());
        assertThat(again.status().ended()).isEqualTo(run.status().ended());
        assertThat(again.status().choices()).isEqualTo(run.status().choices());
        assertThat(again.status().memory()).isEqualTo(run.status().memory());
    }

    @Test
    void aRestartKeepsTheRestOfACoolDown() {
        LearnerMemory before = new LearnerMemory("", "", 0, 250, List.of(), List.of(), 0, 0, Regret.NONE);
        LearnerOptions options = LearnerOptions.standard(OnlineExperiment.strategy("fcfs"));
        List<Frame> frames = new ArrayList<>();
        run(ShiftingWorkload.jobs(List.of(ShiftingWorkload.phases(40).get(1)), 1), "fcfs", SJF, frames);
        Learner again = new Learner(new State(1), Catalog.standard(), options, List.of(), before);
        frames.forEach(again::relive);

        assertThat(again.memory().coolDownJobs()).isEqualTo(250);
    }

    private static @Nullable Change resumed(LearnerOptions options, StrategySpec inForce) {
        State state = new State(1);
        state.apply(1, new Event.StrategyChanged(inForce));
        return new Learner(state, Catalog.standard(), options, List.of(), LearnerMemory.NEW).resume();
    }

    private static Frame changed(long at, Change change) {
        return new Frame(at, List.of(new Event.StrategyChanged(change.strategy())), null);
    }

    private static OnlineSimulation run(
            ListedWorkload workload, String fallback, CandidateMaker maker, List<Frame> frames) {
        OnlineSimulation run = OnlineExperiment.online(workload, fallback, 1, List.of(maker));
        run.run(frames::add, new LivedJobs((int) workload.size()));
        return run;
    }
}
