package io.berth.sim.scenario;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobOutcome;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.sim.workload.Happening;
import io.berth.sim.workload.Happenings;
import io.berth.sim.workload.ListedWorkload;
import io.berth.sim.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A journal gone through frame by frame: where its state stands, what became of its jobs, and the workload it was. */
public final class RecordedRun {
    private final Recovery recovery;
    private final TreeMap<Long, RecordedJob> living = new TreeMap<>();
    private final List<RecordedJob> submissions = new ArrayList<>();
    private final LinkedHashMap<Demand, Demand> demands = new LinkedHashMap<>();
    private final TreeMap<Integer, NodeSpec> nodes = new TreeMap<>();
    private final LinkedHashMap<String, StrategySpec> strategies = new LinkedHashMap<>();
    private final TreeMap<JobOutcome, Long> outcomes = new TreeMap<>();
    private final Happenings happenings = new Happenings();
    /** The places of jobs in the workload, by their numbers in the journal. */
    private final TreeMap<Long, Long> numbers = new TreeMap<>();
    /** The nodes that were not there when it began. */
    private final TreeSet<Integer> later = new TreeSet<>();

    private List<DemandCount> expectedMix = List.of();
    private long beganNanos = Nanos.NEVER;

    /** @param seed of all chance in the journal */
    public RecordedRun(long seed) {
        recovery = Recovery.recover(new State(seed));
    }

    /** Goes through the next frame. */
    public void apply(Frame frame) {
        beganNanos = StrictMath.min(beganNanos, frame.atNanos());
        for (Event event : frame.events()) {
            before(frame.atNanos(), event);
        }
        recovery.apply(frame);
        for (Event event : frame.events()) {
            after(frame.atNanos(), event);
        }
        Plan plan = frame.plan();
        if (plan == null) {
            return;
        }
        for (Decision decision : plan.decisions()) {
            if (decision instanceof Decision.Reject reject) {
                left(frame.atNanos(), reject.job(), true);
            }
        }
    }

    /** As it was after the last frame. */
    public State state() {
        return recovery.state();
    }

    /** How many jobs were submitted. */
    public long submitted() {
        return submissions.size();
    }

    /** How many jobs left in each way. */
    public SortedMap<JobOutcome, Long> outcomes() {
        return outcomes;
    }

    /** All nodes there ever were, by number, each as it was declared last. */
    public List<NodeSpec> nodes() {
        return List.copyOf(nodes.values());
    }

    /** The strategies that were in force, in the order of their first use; of one name, the last. */
    public List<StrategySpec> strategies() {
        return List.copyOf(strategies.values());
    }

    /**
     * The jobs that were submitted, with the run times they had, and what people and the world did meanwhile: cancellations, drains,
     * losses and returns of nodes, what others used.
     */
    public Workload workload() {
        List<Happening> all = new ArrayList<>();
        for (int node : later) {
            all.add(new Happening(beganNanos, new Event.NodeLost(node)));
        }
        all.addAll(happenings.of(job -> numbers.getOrDefault(job, 0L)));
        ListedWorkload measured = ListedWorkload.of(
                        submissions.stream().map(job -> job.arrival(numbers)).toList())
                .with(all);
        return expectedMix.isEmpty()
                ? measured
                : new ListedWorkload(measured.arrivals(), expectedMix, measured.happenings());
    }

    private void before(long at, Event event) {
        // Those that join when it begins are there from the beginning of any run.
        if (!(event instanceof Event.NodeJoined && at == beganNanos)) {
            happenings.hear(at, event);
        }
        switch (event) {
            case Event.JobSubmitted submitted -> {
                // A repetition of a submission is not a second job.
                if (submitted.sequence() > state().lastSequence(submitted.origin())) {
                    submitted(at, submitted.job(), submitted.spec());
                }
            }
            case Event.JobCancelled cancelled -> {
                RecordedJob job = living.get(cancelled.job());
                if (job != null) {
                    job.cancelled();
                }
            }
            case Event.TaskStarted started -> {
                RecordedJob job = living.get(started.job());
                if (job != null) {
                    job.started(at, state().job(started.job()));
                }
            }
            case Event.TaskEnded ended -> {
                RecordedJob job = living.get(ended.job());
                Job known = state().job(ended.job());
                if (job != null && known != null) {
                    job.ends(at, known);
                }
            }
            case Event.JobFound found -> {
                if (found.job() >= state().nextJob()) {
                    submitted(at, found.job(), found.spec());
                }
            }
            case Event.NodeJoined joined -> joined(at, joined.node(), joined.spec());
            case Event.StrategyChanged changed ->
                strategies.put(changed.strategy().name(), changed.strategy());
            case Event.MixExpected expected -> expectedMix = expected.mix();
            case Event.JobOperation _, Event.NodeEvent _, Event.OperatorEvent _, Event.TaskOutcome _ -> {}
            case Event.ProgressReported _, Event.WindowPlanned _, Event.Tick _, Event.TaskMeasured _ -> {}
        }
    }

    private void after(long at, Event event) {
        switch (event) {
            case Event.TaskOutcome outcome -> gone(at, outcome.job());
            case Event.JobOperation operation -> gone(at, operation.job());
            case Event.JobFound found -> {
                RecordedJob job = living.get(found.job());
                if (job != null) {
                    job.started(at, state().job(found.job()));
                }
                gone(at, found.job());
                gone(at, found.from());
            }
            case Event.NodeLost _, Event.NodeForgotten _ ->
                List.copyOf(living.keySet()).forEach(job -> gone(at, job));
            case Event.NodeJoined _,
                    Event.NodeChanged _,
                    Event.UsageObserved _,
                    Event.LoadObserved _,
                    Event.GuaranteedObserved _ -> {}
            case Event.OperatorEvent _, Event.DataHeld _ -> {}
            case Event.JobSubmitted _, Event.MixExpected _, Event.ProgressReported _, Event.TaskMeasured _ -> {}
            case Event.WindowPlanned _, Event.Tick _ -> {}
        }
    }

    /** Takes note where {@code job} has left, or gone to its next phase. */
    private void gone(long at, long job) {
        Job lives = state().job(job);
        RecordedJob known = living.get(job);
        if (lives == null) {
            left(at, job, false);
        } else if (known != null) {
            known.isIn(lives.spec().phases().at());
        }
    }

    /** Of a number that another machine got later, the run begins with the first. */
    private void joined(long at, int node, NodeSpec spec) {
        NodeSpec known = nodes.get(node);
        if (known == null || known.name().equals(spec.name())) {
            nodes.put(node, spec);
        }
        if (known == null && at > beganNanos) {
            later.add(node);
        }
    }

    private void submitted(long at, long number, JobSpec spec) {
        RecordedJob job = new RecordedJob(
                at,
                spec.withTerms(spec.terms().ending())
                        .withEach(group -> group.withDemand(demands.computeIfAbsent(group.demand(), same -> same))));
        living.put(number, job);
        submissions.add(job);
        numbers.put(number, (long) submissions.size());
    }

    private void left(long at, long id, boolean rejected) {
        RecordedJob job = living.remove(id);
        if (job != null) {
            outcomes.merge(job.left(at, rejected), 1L, Long::sum);
        }
    }
}
