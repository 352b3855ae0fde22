package io.berth.testkit.golden;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.event.Event;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Terms;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What frames hold, in words that stay the same when classes, fields or bytes change: the first word is the kind. Times are in
 * nanoseconds. Whoever gives a field another form says here what it was in the old one.
 */
final class FrameText {
    private FrameText() {}

    static String of(Event event) {
        return switch (event) {
            case Event.JobSubmitted it ->
                "submitted " + it.job() + " by " + it.origin() + " as " + it.sequence() + ": " + of(it.spec());
            case Event.JobCancelled it -> "cancelled " + it.job();
            case Event.JobHeld it -> (it.held() ? "held " : "released ") + it.job();
            case Event.JobRequeued it -> "requeued " + it.job();
            case Event.JobUpdated it ->
                "updated " + it.job() + ": queue " + it.change().queue() + ", priority "
                        + it.change().priority() + ", time limit " + it.change().timeLimitNanos();
            case Event.NodeJoined it -> "joined " + it.node() + ": " + of(it.spec());
            case Event.NodeChanged it -> "changed " + it.node() + ": " + of(it.spec());
            case Event.NodeForgotten it -> "forgotten " + it.node();
            case Event.JobFound it -> "found " + it.job() + " on " + places(it.placements()) + ": " + of(it.spec());
            case Event.NodeLost it -> "lost " + it.node();
            case Event.NodeDrained it ->
                (it.draining() ? "drained " : "undrained ") + it.node() + " because " + it.why();
            case Event.UsageObserved it ->
                "observed " + it.node() + ": cpu " + it.cpuMilli() + ", memory " + it.memoryBytes();
            case Event.GuaranteedObserved it -> "guaranteed " + it.node() + ": " + it.used() + ", age " + it.ageNanos();
            case Event.LoadObserved it -> "load " + it.node() + ": " + it.load() + ", age " + it.ageNanos();
            case Event.TaskMeasured it ->
                "task " + it.job() + "/" + it.task() + " by " + it.decision() + ": " + it.mean() + ", " + it.most();
            case Event.StrategyChanged it -> "strategy " + of(it.strategy());
            case Event.BudgetChanged it -> "budget " + it.name() + ": " + it.budget();
            case Event.ImageChanged it -> "image " + it.image() + ": " + it.holders();
            case Event.DataDeclared it -> "data " + it.name() + ": " + it.set();
            case Event.QueuesDeclared it -> "queues " + it.queues();
            case Event.ReservationChanged it -> "reservation " + it.name() + ": " + it.reservation();
            case Event.PoolsDeclared it -> "pools " + it.pools();
            case Event.QosDeclared it -> "classes " + it.classes();
            case Event.DataHeld it -> (it.held() ? "holds " : "drops ") + it.name() + " on " + it.node();
            case Event.MixExpected it -> "expected " + mix(it.mix());
            case Event.TaskOutcome it -> outcome(it);
            case Event.ProgressReported it ->
                "progress " + it.job() + " by " + it.decision() + ": " + it.remainingNanos() + " left";
            case Event.ClockJumped it -> "jumped " + it.jumpNanos();
            case Event.ClockSet it ->
                "clock ahead by " + it.offsetNanos() + ", boot " + it.boot().boot() + " "
                        + it.boot().monotonicZeroNanos() + " " + it.boot().uptimeZeroNanos();
            case Event.WindowPlanned it -> "planned for " + it.question() + ": " + answer(it.answer());
            case Event.Tick it -> "tick " + it.job();
        };
    }

    static String of(Decision decision) {
        return switch (decision) {
            case Decision.Start it -> "start " + it.id() + ": job " + it.job() + " on " + places(it.placements());
            case Decision.Grow it ->
                "grow " + it.id() + ": job " + it.job() + " tasks " + it.tasks() + " on " + places(it.placements());
            case Decision.Shrink it ->
                "shrink " + it.id() + ": job " + it.job() + " tasks " + it.tasks() + ", " + it.reason();
            case Decision.Stop it -> "stop " + it.id() + ": job " + it.job() + ", " + it.reason();
            case Decision.Reject it -> "reject " + it.id() + ": job " + it.job() + ", " + it.reason();
            case Decision.Promise it ->
                "promise " + it.id() + ": job " + it.job() + " at " + it.atNanos() + " on " + places(it.placements());
            case Decision.PlanWindow it -> "window " + it.id() + ": jobs " + it.jobs() + " until " + it.untilNanos();
            case Decision.Move it ->
                "move " + it.id() + ": job " + it.job() + " for " + it.forJob() + " to " + places(it.placements());
            case Decision.GrantNode it -> "grant " + it.id() + ": node " + it.node() + " to " + it.pool();
            case Decision.Remember it ->
                "remember " + it.id() + ": " + it.slot() + " version " + it.version() + " " + it.values();
        };
    }

    static String of(StrategySpec strategy) {
        return strategy.name() + ": order " + strategy.order() + ", place " + strategy.place() + ", backfill "
                + strategy.backfill() + ", preempt " + strategy.part(PolicyKind.PREEMPT) + ", plan "
                + strategy.part(PolicyKind.PLAN);
    }

    static String of(JobSpec job) {
        return job.name() + ", queue " + job.queue() + ", kind " + job.kind() + ", priority " + job.priority()
                + ", tasks " + job.tasks() + " of " + of(job.demand()) + ", estimate " + job.estimateNanos()
                + ", work " + job.workNanos() + ", patience " + job.patienceNanos() + ", deadline "
                + job.deadlineNanos() + of(job.program()) + of(job.terms());
    }

    private static String outcome(Event.TaskOutcome outcome) {
        String task = " " + outcome.job() + "/" + outcome.task() + " by " + outcome.decision();
        return switch (outcome) {
            case Event.TaskStarting _ -> "starting" + task;
            case Event.TaskStarted _ -> "started" + task;
            case Event.TaskStartFailed it -> "unstarted" + task + ": " + it.message() + ", again " + again(it.again());
            case Event.TaskEnded it ->
                "ended" + task + ": exit " + it.exitCode() + ", out of memory " + it.outOfMemory() + ", ran "
                        + it.ranNanos();
        };
    }

    private static String again(Event.TaskStartFailed.Again again) {
        return switch (again) {
            case LATER -> "true";
            case AT_ONCE -> "at once";
            case NEVER -> "false";
        };
    }

    private static String of(Demand demand) {
        return "cpu " + demand.cpuMilli() + " memory " + demand.memoryBytes() + " disk " + demand.diskBytes() + " io "
                + demand.diskIoBytesPerSecond() + " network " + demand.networkBytesPerSecond() + " gpus "
                + demand.gpus() + " of " + demand.gpuMilli() + " with " + demand.gpuMemoryBytes() + " in "
                + demand.gpuModels();
    }

    private static String of(Program program) {
        return ", command " + program.command() + " with " + program.environment() + " in " + program.directory()
                + " as " + program.user() + ", read " + program.metrics().read() + " "
                + program.metrics().pattern() + " " + program.metrics().steps();
    }

    private static String of(Terms terms) {
        JobArray array = terms.array();
        String after = terms.after().stream()
                .map(each -> each.job() + ":" + each.when())
                .collect(Collectors.joining(" "));
        return ", time limit " + terms.timeLimitNanos() + ", retries " + terms.retries() + ", after [" + after
                + "], array " + array.id() + " " + array.index() + " of " + array.count() + ", " + array.parallel()
                + " at once, " + array.values();
    }

    private static String of(NodeSpec node) {
        return node.name() + ", cpu " + node.cpuMilli() + ", memory " + node.memoryBytes() + ", disk "
                + node.diskBytes() + ", io " + node.diskIoBytesPerSecond() + ", network "
                + node.networkBytesPerSecond() + ", tasks " + node.maxTasks() + ", gpus " + node.gpus() + " "
                + node.gpuModel() + " with " + node.gpuMemoryBytes();
    }

    private static String mix(List<DemandCount> mix) {
        return mix.stream()
                .map(entry -> entry.count() + " of " + of(entry.demand()))
                .collect(Collectors.joining("; "));
    }

    private static String answer(WindowAnswer answer) {
        String starts = answer.starts().stream()
                .map(start -> start.job() + " on " + places(start.placements()))
                .collect(Collectors.joining("; "));
        return "planned " + answer.planned() + ", " + starts + ", gap " + answer.gapPpm() + ", work " + answer.work();
    }

    private static String places(List<Placement> placements) {
        return placements.stream()
                .map(place ->
                        place.node() + "/" + Long.toHexString(place.grant().mask()))
                .collect(Collectors.joining(" "));
    }
}
