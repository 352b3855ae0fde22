package io.berth.sim.fault;

import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.policy.bound.WaitBound;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.Consolidation;
import io.berth.core.time.Nanos;
import io.berth.sim.safety.BoundedWaits;
import io.berth.sim.safety.BrokenRule;
import io.berth.sim.safety.Rule;
import io.berth.sim.safety.SafetyRules;
import io.berth.spec.fault.Expectation;
import io.berth.spec.fault.FaultScenario;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Looks at every instant of a run that was not lost by a crash. */
final class RunWatch implements Observer {
    /** More instants of one moment come only of one leading to the next without end. */
    private static final int MOST_AT_ONCE = 5_000;

    private static final int MOST_INSTANTS = 400_000;

    private final SafetyRules rules;
    private final Coverage coverage = new Coverage();
    private final Patience patience;
    private final BoundedWaits bounded;
    private final FaultScenario scenario;
    private final JobNumbers numbers;
    /** What is heard before its instant is known to last. */
    private final List<JobEnd> ends = new ArrayList<>();
    /** When each job was first started, by the number that the scenario has of it. */
    private final TreeMap<Long, Long> started = new TreeMap<>();

    private long events;
    private long decisions;
    private long instants;
    private long momentNanos = -1;
    private int atOnce;

    /**
     * @param bounds which bound on waiting holds in a state
     * @param moves how jobs are taken to move; null for as strategies say
     */
    RunWatch(
            FaultScenario scenario,
            JobNumbers numbers,
            Function<State, WaitBound> bounds,
            @Nullable Consolidation moves) {
        this.rules = new SafetyRules(moves);
        this.bounded = new BoundedWaits(bounds);
        this.scenario = scenario;
        this.numbers = numbers;
        this.patience = new Patience(scenario);
    }

    @Override
    public void ended(JobEnd end) {
        ends.add(end);
    }

    /** The instant that was under way never was. */
    void lost() {
        ends.clear();
    }

    @Override
    public void instant(Frame frame, State state) {
        ends.forEach(rules::ended);
        ends.clear();
        rules.instant(frame, state);
        coverage.see(frame);
        patience.see(frame, state);
        bounded.see(frame, state);
        events += frame.events().stream()
                .filter(event -> !(event instanceof Event.Tick))
                .count();
        decisions += frame.plan() == null ? 0 : frame.plan().decisions().size();
        count(frame);
        if (frame.plan() != null) {
            frame.plan().decisions().forEach(decision -> started(decision, frame));
        }
    }

    private void count(Frame frame) {
        atOnce = frame.atNanos() == momentNanos ? atOnce + 1 : 0;
        momentNanos = frame.atNanos();
        instants++;
        if (atOnce > MOST_AT_ONCE || instants > MOST_INSTANTS) {
            throw new BrokenRule(Rule.INSTANTS_END, frame.atNanos(), instants + " instants, and no end");
        }
    }

    private void started(Decision decision, Frame frame) {
        long job = decision instanceof Decision.Start start ? numbers.written(start.job()) : 0;
        if (job == 0) {
            return;
        }
        started.putIfAbsent(job, frame.atNanos());
        if (scenario.expected().contains(new Expectation(job, Nanos.NEVER))) {
            throw new BrokenRule(Rule.EXPECTED, frame.atNanos(), "job " + job + " starts, and may never");
        }
    }

    /** Nothing more will happen in {@code state}. */
    void end(State state) {
        for (Expectation expected : scenario.expected()) {
            long when = started.getOrDefault(expected.job(), Nanos.NEVER);
            if (!expected.never() && when > expected.startsByNanos()) {
                String at = when == Nanos.NEVER ? "never" : "at " + Nanos.format(when);
                throw new BrokenRule(
                        Rule.EXPECTED,
                        state.nowNanos(),
                        "job " + expected.job() + " started " + at + ", and should by "
                                + Nanos.format(expected.startsByNanos()));
            }
        }
        patience.end(state);
    }

    Coverage coverage() {
        return coverage;
    }

    BoundedWaits bounded() {
        return bounded;
    }

    Patience patience() {
        return patience;
    }

    long events() {
        return events;
    }

    long decisions() {
        return decisions;
    }
}
