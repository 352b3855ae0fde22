package io.berth.learn.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.agent.CrossEntropy;
import io.berth.sim.workload.ListedWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LearnerTest {
    private static final int JOBS = 480;

    /** A build tries one kind of candidate in six, {@code bench/online bad} all of them many times. */
    private static final int BAD_STEP = Boolean.getBoolean("berth.full") ? 2 : 6;

    /** Looks as often as in a day of {@code berth up}, at windows that are simulated in a third of the time. */
    private static final LearnerOptions QUICK = quick();

    private static final CandidateMaker SJF = BadCandidates.always(new Candidate("sjf", PolicySpec.of("sjf")));

    /** One run that several tests look at: bursts under first come, first served, with a better candidate at hand. */
    private static final List<Frame> FRAMES = new ArrayList<>();

    private static @Nullable OnlineSimulation lived;

    @BeforeAll
    static void live() {
        lived = run(bursts(JOBS, 1), SJF, FRAMES);
    }

    @Test
    void aSystemThatGoesFirstComeLearnsBetterWhenBurstsBegin() {
        OnlineSimulation run = lived();

        assertThat(run.changes()).extracting(Change::kind).containsSubsequence(Change.Kind.TRY, Change.Kind.PROMOTE);
        assertThat(run.status().memory().promoted()).isEqualTo("sjf");
    }

    @Test
    void theLearnerSeesTheVeryDecisionsAndTheJournalRepeatsThem() {
        OnlineSimulation run = lived();
        Recovery again = Recovery.redecide(new State(1), Catalog.standard());
        FRAMES.forEach(again::apply);

        assertThat(run.changes()).isNotEmpty();
        assertThat(run.status().decisionsDifferent()).isZero();
        assertThat(again.decisionsCompared()).isPositive();
        assertThat(again.decisionsDifferent()).isZero();
    }

    @Test
    void equalSeedsGiveEqualJournals() {
        List<Frame> first = new ArrayList<>();
        List<Frame> second = new ArrayList<>();
        List<Candidate> made = new ArrayList<>();
        List<Candidate> madeAgain = new ArrayList<>();
        OnlineSimulation run = run(bursts(JOBS, 3), sjfAndTuned(made), first);
        run(bursts(JOBS, 3), sjfAndTuned(madeAgain), second);

        assertThat(run.changes()).extracting(Change::kind).contains(Change.Kind.TRY);
        assertThat(made.stream().map(Candidate::id).distinct()).hasSizeGreaterThan(2);
        assertThat(madeAgain).isEqualTo(made);
        assertThat(second).isEqualTo(first);
    }

    @Test
    void whatIsBadIsNeverPromoted() {
        int bad = 0;
        for (int seed = 0; seed < BadCandidates.KINDS.size(); seed += BAD_STEP) {
            BadTrials.Result trial = BadTrials.trial(seed);
            bad += trial.bad() ? 1 : 0;
            assertThat(trial.badPromoted()).as("seed %d: %s", seed, trial).isZero();
        }
        assertThat(bad).as("trials with a candidate that is really bad").isPositive();
    }

    @Test
    void somebodyElsesStrategyEndsTheLearning() {
        Learner learner = fresh();
        Change begin = learner.begin();
        learner.follow(changed(1, begin));
        assertThat(learner.status().memory().stopped()).isEmpty();

        learner.follow(new Frame(2, List.of(new Event.StrategyChanged(OnlineExperiment.strategy("sjf"))), null));

        assertThat(learner.status().memory().stopped()).isEqualTo("somebody set the strategy sjf");
    }

    @Test
    void theKillSwitchPutsThePlainFallbackInForce() {
        Learner learner = fresh();
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
        OnlineSimulation run = lived();
        Learner again = new Learner(
                new State(1),
                Catalog.standard(),
                QUICK,
                List.of(SJF),
                run.status().memory());
        FRAMES.forEach(again::relive);

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
        run(bursts(40, 1), SJF, frames);
        Learner again = new Learner(new State(1), Catalog.standard(), options, List.of(), before);
        frames.forEach(again::relive);

        assertThat(again.memory().coolDownJobs()).isEqualTo(250);
    }

    private static CandidateMaker sjfAndTuned(List<Candidate> made) {
        TunedRule tuned = new TunedRule(new CrossEntropy.Options(8, 2, 4, 0.2, 3), 64, 3);
        return window -> {
            List<Candidate> both = new ArrayList<>(SJF.make(window));
            both.addAll(tuned.make(window));
            made.addAll(both);
            return both;
        };
    }

    private static OnlineSimulation lived() {
        return Objects.requireNonNull(lived);
    }

    private static ListedWorkload bursts(int jobs, long seed) {
        return ShiftingWorkload.jobs(List.of(ShiftingWorkload.phases(jobs).get(1)), seed);
    }

    private static LearnerOptions quick() {
        LearnerOptions standard = LearnerOptions.standard(OnlineExperiment.strategy("fcfs"));
        return new LearnerOptions(
                standard.fallback(),
                60,
                240,
                standard.confidence(),
                standard.share(),
                standard.rivalShare(),
                standard.guard(),
                standard.seed());
    }

    private static @Nullable Change resumed(LearnerOptions options, StrategySpec inForce) {
        State state = new State(1);
        state.apply(1, new Event.StrategyChanged(inForce));
        return new Learner(state, Catalog.standard(), options, List.of(), LearnerMemory.NEW).resume();
    }

    private static Learner fresh() {
        LearnerOptions options = LearnerOptions.standard(OnlineExperiment.strategy("fcfs"));
        return new Learner(new State(1), Catalog.standard(), options, List.of(), LearnerMemory.NEW);
    }

    private static Frame changed(long at, Change change) {
        return new Frame(at, List.of(new Event.StrategyChanged(change.strategy())), null);
    }

    private static OnlineSimulation run(ListedWorkload workload, CandidateMaker maker, List<Frame> frames) {
        OnlineSimulation run =
                new OnlineSimulation(ShiftingWorkload.NODES, workload, Catalog.standard(), QUICK, List.of(maker));
        run.run(frames::add, new LivedJobs((int) workload.size()));
        return run;
    }
}
