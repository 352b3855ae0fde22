package io.berth.sim.report.identity;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phase;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Readiness;
import io.berth.core.workload.term.RunProfile;
import io.berth.core.workload.term.Traffic;

/**
 * Finds the identity of a run of jobs while it lasts: of the workload what was submitted when, but for what tasks run; of the outcome when
 * which job was started where, stopped or rejected, and when which task started, failed to and ended. All figures follow from these. The
 * seed of a run is in neither.
 */
public final class RunDigest implements Observer {
    private enum What {
        STARTED,
        FAILED,
        ENDED,
        START,
        STOP,
        REJECT,
        GROW,
        SHRINK
    }

    private final Digest workload = new Digest();
    private final Digest outcome = new Digest();

    @Override
    public void instant(Frame frame, State state) {
        long now = frame.atNanos();
        for (Event event : frame.events()) {
            switch (event) {
                case Event.JobSubmitted submitted -> job(now, submitted.job(), submitted.spec());
                case Event.TaskStarted started -> task(What.STARTED, now, started);
                case Event.TaskStartFailed failed -> task(What.FAILED, now, failed);
                case Event.TaskEnded ended -> task(What.ENDED, now, ended);
                case Event.JobFound found -> {
                    job(now, found.job(), found.spec());
                    outcome.add(What.STARTED.ordinal()).add(now);
                    found.placements()
                            .forEach(where ->
                                    outcome.add(where.node()).add(where.grant().code()));
                }
                // Nodes, people and timers show in what is decided.
                case Event.TaskStarting _, Event.ProgressReported _, Event.WindowPlanned _, Event.Tick _ -> {}
                case Event.NodeEvent _, Event.OperatorEvent _, Event.MixExpected _, Event.TaskMeasured _ -> {}
            }
        }
        if (frame.plan() != null) {
            frame.plan().decisions().forEach(decision -> decided(now, decision));
        }
    }

    private void job(long now, long number, JobSpec spec) {
        workload.add(now).add(number).add(spec.name()).add(spec.queue());
        workload.add(spec.kind().ordinal()).add(spec.priority()).add(spec.tasks());
        demand(spec.demand());
        workload.add(spec.estimateNanos()).add(spec.workNanos());
        workload.add(spec.patienceNanos()).add(spec.deadlineNanos());
        workload.add(spec.terms().timeLimitNanos()).add(spec.terms().retries());
        workload.add(spec.terms().array().id()).add(spec.terms().array().parallel());
        workload.add(spec.terms().after().size());
        for (After after : spec.terms().after()) {
            workload.add(after.job()).add(after.when().ordinal());
        }
        profile(spec.profile());
        for (Phase phase : spec.phases().all()) {
            workload.add(phase.name()).add(phase.estimateNanos()).add(phase.workNanos());
            workload.add(phase.group().min()).add(phase.group().max());
            demand(phase.group().demand());
        }
        Readiness ready = spec.terms().ready();
        if (ready.limited()) {
            workload.add(ready.withinNanos()).add(ready.tolerate()).add(ready.retries());
        }
        if (!spec.terms().qos().isEmpty()) {
            workload.add(spec.terms().qos());
        }
        // What a job of one group that must start all its tasks does not have is left out, as before there was any.
        if (!spec.uniform() || spec.elastic()) {
            for (TaskGroup group : spec.groups()) {
                workload.add(group.name()).add(group.min()).add(group.max());
                demand(group.demand());
                if (group.within() != null) {
                    workload.add(group.within().key());
                }
            }
        }
    }

    /** Nothing of a job that is as fast wherever it runs, as before there were others. */
    private void profile(RunProfile profile) {
        profile.speeds().forEach(speed -> workload.add(speed.model()).add(speed.millionths()));
        profile.utilities()
                .forEach(each -> workload.add("utility").add(each.model()).add(each.millionths()));
        if (profile.hidden()) {
            workload.add("hidden");
        }
        profile.speedup().points().forEach(point -> workload.add(point.tasks()).add(point.milli()));
        Traffic traffic = profile.traffic();
        if (traffic != null) {
            workload.add(traffic.bytes()).add(traffic.computeNanos());
            workload.add(traffic.pattern().ordinal());
        }
    }

    private void demand(Demand demand) {
        workload.add(demand.cpuMilli()).add(demand.memoryBytes()).add(demand.diskBytes());
        workload.add(demand.diskIoBytesPerSecond()).add(demand.networkBytesPerSecond());
        workload.add(demand.gpus()).add(demand.gpuMilli()).add(demand.gpuMemoryBytes());
        workload.add(demand.gpuModels().size());
        demand.gpuModels().forEach(workload::add);
    }

    private void task(What what, long now, Event.TaskOutcome event) {
        outcome.add(what.ordinal()).add(now).add(event.order());
    }

    private void decided(long now, Decision decision) {
        switch (decision) {
            case Decision.Start start -> {
                outcome.add(What.START.ordinal()).add(now).add(start.job());
                for (Placement placement : start.placements()) {
                    outcome.add(placement.node()).add(placement.grant().code());
                }
                start.tasks().forEach(outcome::add);
            }
            case Decision.Grow grow -> {
                outcome.add(What.GROW.ordinal()).add(now).add(grow.job());
                for (Placement placement : grow.placements()) {
                    outcome.add(placement.node()).add(placement.grant().code());
                }
                grow.tasks().forEach(outcome::add);
            }
            case Decision.Shrink shrink -> {
                outcome.add(What.SHRINK.ordinal()).add(now).add(shrink.job());
                shrink.tasks().forEach(outcome::add);
            }
            case Decision.Stop stop -> outcome.add(What.STOP.ordinal()).add(now).add(stop.job());
            case Decision.Reject reject ->
                outcome.add(What.REJECT.ordinal()).add(now).add(reject.job());
            case Decision.Note _ -> {}
        }
    }

    /** The identity of what happened so far. */
    public RunIdentity identity() {
        return new RunIdentity(workload.text(), outcome.text());
    }
}
