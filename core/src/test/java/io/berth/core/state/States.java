package io.berth.core.state;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.strategy.DemandCount;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.BootTime;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.DeviceDemand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Program;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A state that has something of all that a state may have; golden files were written of it, so it is only added to. */
final class States {
    private static final Demand GPU = Demand.cpu(1_000, 1 << 30).withGpus(1).onModels(List.of("H100"));
    private static final Demand CPU = new Demand(new Amounts(500, 1 << 20, 3, 4, 5), DeviceDemand.NONE);

    private final State state = new State(7);
    private long now = 1_767_225_600_000_000_000L;

    private States() {}

    /** What there was when states were of version 10. */
    static State ofVersion10() {
        States states = new States();
        states.nodes();
        states.jobs();
        states.plans();
        states.outcomes();
        return states.state;
    }

    private void nodes() {
        happens(
                new Event.NodeJoined(0, NodeSpec.of("n0", 64_000, 1L << 38, 8, "H100")),
                new Event.NodeJoined(
                        1,
                        new NodeSpec(
                                "n1",
                                new Amounts(8_000, 1L << 34, 100, 200, 300),
                                9,
                                NodeSpec.gpus(2, "T4", 16L << 30))),
                new Event.NodeJoined(2, NodeSpec.of("n2", 8_000, 1L << 34, 0, "")),
                new Event.NodeDrained(1, true, "a fan is löud"),
                new Event.NodeLost(2),
                new Event.UsageObserved(0, 1_500, 1 << 20),
                new Event.ClockSet(-3, new BootTime("boot", 1, -9)),
                new Event.MixExpected(List.of(new DemandCount(GPU, 9), new DemandCount(CPU, 1))),
                new Event.StrategyChanged(StrategySpec.of("mine", "sjf", "fgd", "conservative")
                        .planning(PolicySpec.of("dual", Map.of("window", "4")))));
    }

    private void jobs() {
        JobSpec job = JobSpec.batch("träin", GPU, Nanos.HOUR);
        JobSpec array = JobSpec.batch("array", CPU, 7)
                .withProgram(new Program(List.of("true"), new TreeMap<>(Map.of("A", "b")), "/srv", "ada"))
                .withTerms(Terms.NONE.withRetries(2).withArray(JobArray.of(2, 1)));
        Metrics metrics = new Metrics(true, "(?P<loss>[0-9.]+)", 400);
        happens(
                new Event.JobSubmitted(1, job.withTasks(2).withPriority(-3), "cli", 1),
                new Event.JobSubmitted(2, job.withDeadline(Nanos.DAY).withPatience(Nanos.DAY), "cli", 2),
                new Event.JobSubmitted(
                        3,
                        job.withTerms(Terms.NONE.withTimeLimit(Nanos.MINUTE).withAfter(List.of(new After(1, When.OK)))),
                        "cli",
                        3),
                new Event.JobSubmitted(4, array.member(4, 0), "ci", 1),
                new Event.JobSubmitted(5, array.member(4, 1), "ci", 1),
                new Event.JobSubmitted(6, job.withProgram(Program.of("train").withMetrics(metrics)), "ci", 2),
                new Event.JobSubmitted(7, job.withTasks(100), "ci", 3),
                new Event.JobSubmitted(8, job.withQueue("other"), "ci", 4),
                new Event.JobHeld(8, true));
    }

    private void plans() {
        state.apply(
                now,
                new Plan(
                        1,
                        List.of(
                                new Decision.Start(1, 1, List.of(Placement.on(0, 1), Placement.on(0, 1L << 7))),
                                new Decision.Start(2, 2, List.of(Placement.on(0, 2))),
                                new Decision.Start(3, 6, List.of(Placement.on(0, 4))),
                                new Decision.Reject(4, 7, Reason.NO_NODE_EVER),
                                new Decision.Promise(5, 4, 1_767_225_700_000_000_000L, List.of(Placement.on(1, 0))),
                                new Decision.PlanWindow(6, List.of(4L), 1_767_225_630_000_000_000L),
                                new Decision.Remember(7, "round-robin.next", 1, List.of(7L, -7L)))));
        state.endInstant();
    }

    private void outcomes() {
        happens(
                new Event.TaskStarting(1, 0, 1),
                new Event.TaskStarted(1, 0, 1),
                new Event.TaskStarted(1, 1, 1),
                new Event.TaskEnded(1, 1, 1, 137, true),
                new Event.TaskStartFailed(2, 0, 2, "no such image"),
                new Event.TaskStarted(6, 0, 3),
                new Event.ProgressReported(6, 3, Nanos.DAY),
                new Event.JobCancelled(6));
    }

    private void happens(Event... events) {
        now += Nanos.SECOND;
        for (Event event : events) {
            state.apply(now, event);
        }
        state.endInstant();
    }
}
