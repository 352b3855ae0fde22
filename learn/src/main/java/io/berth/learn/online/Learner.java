package io.berth.learn.online;

import io.berth.core.catalog.Catalog;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.policy.Order;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.learn.online.evidence.ChoiceLog;
import io.berth.learn.online.evidence.Experience;
import io.berth.learn.online.evidence.LookSchedule;
import io.berth.learn.online.evidence.OffPolicy;
import io.berth.learn.online.evidence.PastJob;
import io.berth.learn.online.evidence.Shadow;
import io.berth.learn.online.evidence.WindowRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Follows a journal and says when the strategy should change.
 *
 * <p>It goes through the frames with a state of its own and decides each pass again, so it sees the very choices that were in force,
 * with their propensities. Every so many ended jobs it looks: the candidates on trial are judged by two judges, both on their own, and
 * new ones are made. A candidate is promoted where both say that it is better than what is in force, each with its p below {@link
 * LearnerOptions#alpha}. What was promoted is watched by a {@link Guard}.
 *
 * <p>All of it follows from the frames, the options and the memory: no clock, counted work and chance. For one thread, whichever;
 * a look takes as long as its simulations, so a running system has it on a thread of its own.
 */
public final class Learner {
    private static final int MOST_CHOICES = 3_000;

    /** Checks' worth of jobs after which what was promoted is compared with what it replaced: both were good once. */
    private static final int KNOWN_WELL = 4;

    private final LearnerOptions options;
    private final Catalog catalog;
    private final List<CandidateMaker> makers;
    private final Experience experience;
    private final ChoiceLog log;
    private final Recovery recovery;
    private final Guard guard;
    private final Guard guardOfEarlier;
    private final Trials trials;
    private final Ledger ledger;
    private final LookSchedule looks;
    private long nextCheckEnded;
    private long nextCheckSubmitted;
    private long nextMade;
    private long firstJob;
    private @Nullable Change wanted;
    /** What was in force before what was promoted, where that may come back. */
    private @Nullable StrategySpec earlier;

    /**
     * Goes on from {@code state}, which it owns from now on, with the frames after it.
     *
     * @param catalog that the system decides by
     * @param memory of an earlier one; {@link LearnerMemory#NEW} for none
     */
    public Learner(
            State state, Catalog catalog, LearnerOptions options, List<CandidateMaker> makers, LearnerMemory memory) {
        this.options = options;
        this.catalog = catalog;
        this.makers = List.copyOf(makers);
        this.experience = new Experience(2 * options.windowJobs());
        this.log = new ChoiceLog(experience, MOST_CHOICES);
        this.experience.begin(state);
        this.recovery = Recovery.redecide(state, catalog.with(log), experience);
        this.guard = new Guard(options.guard(), "the fallback");
        this.guardOfEarlier = new Guard(options.guard(), "what was in force before");
        this.trials = new Trials(options, log);
        this.ledger = new Ledger(options, memory);
        this.looks = new LookSchedule(options.everyJobs());
        this.firstJob = state.nextJob();
        checked();
    }

    /**
     * Lives again through a frame of before a restart, for what can be learnt of it: nothing is wanted. After the last of them comes
     * {@link #resume}.
     */
    public void relive(Frame frame) {
        StrategySpec before = recovery.state().strategy();
        apply(frame);
        for (Event event : frame.events()) {
            if (event instanceof Event.StrategyChanged) {
                firstJob = recovery.state().nextJob();
                replaced(before);
            }
        }
        ledger.begins(experience.ended(), experience.submitted());
        checked();
        looks.begins(experience.ended());
    }

    private void checked() {
        nextCheckEnded = experience.ended() + options.guard().everyJobs();
        nextCheckSubmitted = experience.submitted() + options.guard().everyJobs();
    }

    /** Only what was promoted comes back, and nothing that was demoted; the fallback has a guard of its own. */
    private void replaced(StrategySpec explored) {
        StrategySpec before = Exploration.without(explored);
        if (!before.order().equals(inForce().order())) {
            String id = Exploration.promotedId(before);
            earlier = id.isEmpty() || ledger.banned(id, experience.ended()) ? null : before;
        }
    }

    private void apply(Frame frame) {
        experience.begins(frame);
        recovery.apply(frame);
        experience.instant(frame, recovery.state());
    }

    /** Lives through one more frame; the change that is wanted after it, null for none. */
    public @Nullable Change follow(Frame frame) {
        StrategySpec before = recovery.state().strategy();
        apply(frame);
        for (Event event : frame.events()) {
            if (event instanceof Event.StrategyChanged(StrategySpec strategy)) {
                replaced(before);
                changed(strategy);
            }
        }
        if (ledger.stopped() || wanted != null) {
            return null;
        }
        Change change = null;
        // Where a backlog grows few jobs end, and those came long ago.
        if (experience.ended() >= nextCheckEnded || experience.submitted() >= nextCheckSubmitted) {
            checked();
            change = ledger.promoted() || trials.tried() != null ? check() : null;
        }
        if (change == null && looks.glances(experience.ended()) && looks.looks(experience.ended(), lately())) {
            change = look();
        }
        return change == null ? null : want(change);
    }

    /** Learning begins, or goes on after it was stopped: the strategy that it begins with. */
    public Change begin() {
        ledger.begin();
        trials.clear();
        return want(new Change(
                experience.shownNanos(), Change.Kind.BEGIN, "", "learning begins", options.exploredFallback()));
    }

    /**
     * What a learner wants that goes on after a restart: to begin, where what is in force is not its own; to end a try that it knows
     * nothing of any more; null for nothing.
     */
    public @Nullable Change resume() {
        if (ledger.stopped()) {
            return null;
        }
        StrategySpec strategy = recovery.state().strategy();
        boolean promoted = ledger.promoted() && Exploration.explores(strategy);
        if (!promoted && !ledger.knows(strategy) && !Exploration.triesRival(strategy)) {
            return begin();
        }
        if (ledger.knows(strategy)) {
            // A crash came between a promotion and its event.
            ledger.begin();
        }
        if (!Exploration.triesRival(strategy)) {
            return null;
        }
        StrategySpec alone = Exploration.around(Exploration.without(strategy), options.share());
        return want(new Change(experience.shownNanos(), Change.Kind.TRY, "", "a restart ended the try", alone));
    }

    /** The strategy that was wanted cannot be; nothing is wanted any more. */
    public void refused(String why) {
        wanted = null;
        ledger.stop(why);
        trials.clear();
    }

    /** The kill switch: nothing is promoted any more, and the fallback is in force without exploration. */
    public Change stop(String why) {
        ledger.stop(why);
        trials.clear();
        return want(new Change(experience.shownNanos(), Change.Kind.STOP, "", why, options.fallback()));
    }

    /** What must be kept for one that goes on after a restart. */
    public LearnerMemory memory() {
        return ledger.memory(experience.ended());
    }

    /** How it stands. */
    public LearnerStatus status() {
        return new LearnerStatus(
                memory(),
                recovery.state().strategy().name(),
                experience.submitted(),
                experience.ended(),
                log.logged(),
                recovery.decisionsDifferent(),
                trials.views());
    }

    /** The mean bounded slowdown of the last jobs, those that still wait as long as they have. */
    private double lately() {
        List<PastJob> last = experience.last(2 * looks.shortest());
        return last.isEmpty()
                ? 1
                : Guard.Figures.live(last, experience.nowNanos(), experience.medianNanos())
                        .slowdown();
    }

    private Change want(Change change) {
        wanted = change;
        ledger.changed(change, experience.ended());
        return change;
    }

    /** What somebody else put in force is not this learner's to change. */
    private void changed(StrategySpec strategy) {
        Change expected = wanted;
        boolean own = expected != null && expected.strategy().equals(strategy);
        boolean tries = own && Objects.requireNonNull(expected).kind() == Change.Kind.TRY && ledger.promoted();
        wanted = null;
        if (!tries) {
            firstJob = recovery.state().nextJob();
            guard.begin();
            guardOfEarlier.begin();
        }
        checked();
        looks.changed(experience.ended());
        if (!own && !ledger.knows(strategy)) {
            ledger.stop("somebody set the strategy " + strategy.name());
            trials.clear();
        }
    }

    private StrategySpec inForce() {
        return Exploration.without(recovery.state().strategy());
    }

    private @Nullable Change check() {
        List<PastJob> known = experience.last(options.windowJobs());
        List<PastJob> window = known.subList(firstFrom(known, firstJob), known.size());
        if (window.size() < options.guard().everyJobs()) {
            return null;
        }
        WindowRuns runs = WindowRuns.ofPast(setting(), window);
        long now = experience.nowNanos();
        long unknown = experience.medianNanos();
        Guard.Figures live = Guard.Figures.live(window, now, unknown);
        Guard.Figures fallback = Guard.Figures.simulated(runs.run(options.fallback()), window, now, unknown);
        Guard.Figures simulated = Guard.Figures.simulated(runs.run(inForce()), window, now, unknown);
        String why = guard.check(live, fallback, simulated);
        if (why != null) {
            return demotion(why, options.exploredFallback());
        }
        StrategySpec other = earlier;
        if (!ledger.promoted()
                || other == null
                || window.size() < KNOWN_WELL * options.guard().everyJobs()) {
            return null;
        }
        Guard.Figures before = Guard.Figures.simulated(runs.run(other), window, now, unknown);
        String better = guardOfEarlier.check(live, before, simulated);
        return better == null ? null : demotion(better, Exploration.around(other, options.share()));
    }

    private Change demotion(String why, StrategySpec instead) {
        Trial tried = trials.tried();
        String id = ledger.promoted() || tried == null
                ? ledger.promotedId()
                : tried.candidate().id();
        trials.clear();
        return new Change(experience.shownNanos(), Change.Kind.DEMOTE, id, why, instead);
    }

    private @Nullable Change look() {
        ledger.look();
        keepRegret();
        List<PastJob> window = experience.last(options.windowJobs());
        if (window.size() < Judges.LEAST_KNOWN) {
            return null;
        }
        StrategySpec inForce = inForce();
        Trial triedBefore = trials.tried();
        if (!trials.isEmpty()) {
            trials.judge(new Judges(setting(), offPolicy(), window, inForce, order(inForce.order())));
        }
        Trial best = ledger.mayPromote(experience.ended()) ? trials.promote() : null;
        Change change = best == null ? tries(triedBefore) : promotion(best, inForce);
        propose(window, inForce, best);
        return change;
    }

    private void propose(List<PastJob> window, StrategySpec inForce, @Nullable Trial best) {
        PastWindow past = new PastWindow(setting(), window, inForce);
        long last = window.getLast().id();
        boolean learns = trials.hasRoom() && experience.ended() >= nextMade;
        nextMade = learns ? experience.ended() + options.everyJobs() : nextMade;
        for (CandidateMaker maker : makers) {
            List<Candidate> made = learns || !maker.learns() ? maker.make(past) : List.of();
            for (Candidate candidate : made) {
                boolean fresh = !candidate.order().equals(inForce.order())
                        && !ledger.banned(candidate.id(), experience.ended());
                if (fresh
                        && (best == null
                                || !candidate.id().equals(best.candidate().id()))) {
                    trials.add(new Trial(candidate, new Shadow(order(candidate.order())), last));
                }
            }
        }
    }

    /** Has a share of the choices go by the candidate that the simulation prefers, as long as there is one. */
    private @Nullable Change tries(@Nullable Trial before) {
        Trial tried = trials.tried();
        if (tried != null || !ledger.mayPromote(experience.ended())) {
            return null;
        }
        StrategySpec own = Exploration.around(inForce(), options.share());
        Trial next = trials.promising();
        if (next == null) {
            String why = "did not convince";
            return before == null
                    ? null
                    : new Change(
                            experience.shownNanos(),
                            Change.Kind.TRY,
                            "",
                            before.candidate().id() + " " + why,
                            own);
        }
        next.beTried();
        Candidate candidate = next.candidate();
        return new Change(
                experience.shownNanos(),
                Change.Kind.TRY,
                candidate.id(),
                next.why(),
                Exploration.against(own, candidate, options.rivalShare()));
    }

    private Change promotion(Trial trial, StrategySpec inForce) {
        Candidate candidate = trial.candidate();
        boolean fallback = candidate.order().equals(options.fallback().order());
        StrategySpec strategy = fallback
                ? options.exploredFallback()
                : Exploration.around(Exploration.promoted(inForce, candidate), options.share());
        return new Change(
                experience.shownNanos(), Change.Kind.PROMOTE, fallback ? "" : candidate.id(), trial.why(), strategy);
    }

    /** Stretches of jobs are compared half a window after their last was submitted, when most have ended. */
    private void keepRegret() {
        int stretch = options.windowJobs();
        if (experience.submitted() < ledger.compared() + stretch * 3L / 2) {
            return;
        }
        List<PastJob> known = experience.last(2 * stretch);
        int late = (int) (experience.submitted() - ledger.compared() - stretch);
        int end = Math.max(0, known.size() - late);
        List<PastJob> jobs = known.subList(Math.max(0, end - stretch), end);
        ledger.compared(stretch);
        if (!jobs.isEmpty()) {
            PastWindow past = new PastWindow(setting(), jobs, options.fallback());
            List<PolicySpec> orders = new ArrayList<>(KnownOrders.ORDERS);
            if (!orders.contains(options.fallback().order())) {
                orders.add(options.fallback().order());
            }
            ledger.regret(regret -> regret.with(jobs, experience, orders, past));
        }
    }

    private OffPolicy offPolicy() {
        long horizon = Math.max(10_000_000_000L, experience.medianNanos());
        return new OffPolicy(log.until(experience.nowNanos() - horizon), horizon, experience);
    }

    private WindowRuns.Setting setting() {
        return new WindowRuns.Setting(catalog, Experience.nodes(recovery.state()), experience, options.seed());
    }

    private Order order(PolicySpec spec) {
        StrategySpec with = options.fallback().ordering(spec);
        return catalog.strategy(with, recovery.state().facts()).order();
    }

    /** The place of the first job from number {@code job} on. */
    static int firstFrom(List<PastJob> jobs, long job) {
        int place = 0;
        while (place < jobs.size() && jobs.get(place).id() < job) {
            place++;
        }
        return place;
    }
}
