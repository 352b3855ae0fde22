package io.berth.sim.fault;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.engine.Driver;
import io.berth.core.engine.Effector;
import io.berth.core.event.Event;
import io.berth.core.event.Event.TaskStartFailed.Again;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.sim.safety.BrokenRule;
import io.berth.sim.safety.Rule;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.WorkedEnds;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultKind;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose tasks are timers and where much goes wrong. It knows what really runs, whatever was told of it, so that it can say
 * whether that is what the state believes.
 *
 * <p>A start that is ordered again does nothing, as of all worlds.
 */
final class FaultyWorld implements Effector, WorkedEnds.Tasks {
    /** Making an instance of a GPU takes so long. */
    private static final long MIG_NANOS = 2 * Nanos.SECOND;

    private final long latencyNanos;
    private final TaskTroubles troubles;
    private final Driver driver;
    private final WorkedEnds ends;
    /** By job what was ever started of it: what is over must be known too, or it would start again where its end is not told yet. */
    private final TreeMap<Long, List<Run>> runs = new TreeMap<>();

    /** One task that was started. */
    private static final class Run {
        private final int task;
        private final long decision;
        private final int node;
        /** When it is over, told or not. */
        private long endNanos;

        /** Of one that crashes of a job whose tasks come and go: when its job has done so much. */
        private long crashDoneNanos = Nanos.NEVER;

        /** It was told to be over, or will be. */
        private boolean over;

        Run(int task, long decision, int node) {
            this.task = task;
            this.decision = decision;
            this.node = node;
        }

        private boolean is(int otherTask, long otherDecision) {
            return task == otherTask && decision == otherDecision;
        }
    }

    FaultyWorld(long latencyNanos, TaskTroubles troubles, Driver driver) {
        this.latencyNanos = latencyNanos;
        this.troubles = troubles;
        this.driver = driver;
        this.ends = new WorkedEnds(driver, this);
    }

    @Override
    public void carryOut(Decision.Effect effect, State state) {
        Job job = state.job(effect.job());
        if (job == null) {
            return;
        }
        switch (effect) {
            case Decision.Start start -> {
                for (int i = 0; i < start.placements().size(); i++) {
                    launch(
                            job,
                            start.task(i),
                            start.id(),
                            start.placements().get(i).node(),
                            start.placements().get(i).grant());
                }
            }
            case Decision.Grow grow -> {
                for (int task : grow.tasks()) {
                    launch(job, task, grow.id(), job.node(task), job.grant(task));
                }
            }
            case Decision.Shrink shrink -> shrink.tasks().forEach(task -> stop(job, task));
            case Decision.Stop _ -> stop(job.id());
            case Decision.Reject _ -> {}
        }
    }

    @Override
    public void passed(Frame frame, State state) {
        ends.passed(frame, state);
    }

    @Override
    public void happened(Event event, State state) {
        switch (event) {
            case Event.JobFound found -> found(state.job(found.job()));
            case Event.NodeLost lost -> gone(lost.node());
            case Event.NodeForgotten forgotten -> gone(forgotten.node());
            default -> {}
        }
    }

    /** Takes up what a recovered state has ordered and this world has not heard of. */
    void resume(State state) {
        for (Job job : state.jobs()) {
            for (int task = 0; !job.waiting() && task < job.spec().tasks(); task++) {
                switch (job.taskState(task)) {
                    case RESERVED, STARTING -> launch(job, task, job.decision(task), job.node(task), job.grant(task));
                    case STOPPING -> stop(job, task);
                    case PENDING, RUNNING, ENDED -> {}
                }
            }
        }
        ends.resume(state);
    }

    /**
     * Looks whether what runs is what the state holds.
     *
     * @throws BrokenRule where a task runs that it does not hold, there or at all
     */
    void check(State state, long now) {
        runs.forEach((id, tasks) -> {
            Job job = state.job(id);
            for (Run run : tasks) {
                boolean held = run.endNanos <= now
                        || job != null
                                && !job.waiting()
                                && run.task < job.placedTasks()
                                && job.decision(run.task) == run.decision
                                && job.holds(run.task)
                                && job.node(run.task) == run.node;
                if (!held) {
                    throw new BrokenRule(
                            Rule.TASKS_RUN_AS_DECIDED,
                            now,
                            "task " + run.task + " of job " + id + " runs on node " + run.node + " by decision "
                                    + run.decision + ", and the state does not hold it there");
                }
            }
        });
    }

    private void launch(Job job, int task, long decision, int node, Grant grant) {
        List<Run> tasks = runs.computeIfAbsent(job.id(), _ -> new ArrayList<>());
        if (tasks.stream().anyMatch(run -> run.is(task, decision))) {
            return;
        }
        Run run = new Run(task, decision, node);
        tasks.add(run);
        long now = driver.nowNanos();
        Fault slow = troubles.of(FaultKind.STARTS_SLOW, now, decision, task);
        long running = now
                + latencyNanos
                + (slow == null ? 0 : slow.byNanos())
                + (grant instanceof Grant.Instance ? MIG_NANOS : 0);
        if (troubles.of(FaultKind.STARTS_FAILED, now, decision, task) != null) {
            run.endNanos = running;
            // What never ran does not end with its job either.
            run.over = true;
            tell(running, new Event.TaskStartFailed(job.id(), task, decision, "no such luck", again(decision, task)));
            return;
        }
        if (running > now) {
            tell(now, new Event.TaskStarting(job.id(), task, decision));
        }
        tell(running, new Event.TaskStarted(job.id(), task, decision));
        ends(job, run, running);
    }

    private Again again(long decision, int task) {
        return troubles.unit(FaultKind.STARTS_FAILED, decision, -1 - task) < 0.25 ? Again.AT_ONCE : Again.LATER;
    }

    private void ends(Job job, Run run, long running) {
        long whole = job.spec().workNanos();
        if (whole == Nanos.NEVER) {
            run.endNanos = Nanos.NEVER;
            return;
        }
        long left = job.stretched(StrictMath.max(0, whole - job.keptNanos()));
        if (job.resizable()) {
            run.endNanos = Nanos.NEVER;
            boolean crashes = troubles.of(FaultKind.TASKS_CRASHED, running, run.decision, run.task) != null;
            run.crashDoneNanos =
                    crashes ? whole - StrictMath.max(0, whole - job.doneNanos(driver.nowNanos())) / 2 : Nanos.NEVER;
            return;
        }
        int exitCode = 0;
        boolean outOfMemory = false;
        Fault stuck = troubles.of(FaultKind.TASKS_STUCK, running, run.decision, run.task);
        if (stuck != null) {
            left = StrictMath.max(left, stuck.endNanos() - running);
        } else if (troubles.of(FaultKind.TASKS_CRASHED, running, run.decision, run.task) != null) {
            left /= 2;
            exitCode = 1;
            outOfMemory = troubles.unit(FaultKind.TASKS_CRASHED, run.decision, -1 - run.task) < 0.2;
        }
        run.endNanos = Nanos.after(running, left);
        tell(run.endNanos, new Event.TaskEnded(job.id(), run.task, run.decision, exitCode, outOfMemory));
    }

    @Override
    public WorkedEnds.End end(Job job, int task) {
        long whole = job.spec().workNanos();
        long crash = run(job, task).crashDoneNanos;
        return crash < whole ? new WorkedEnds.End(crash, 1) : new WorkedEnds.End(whole, 0);
    }

    @Override
    public void ended(Job job, int task, int exitCode) {
        Run run = run(job, task);
        if (run.over) {
            return;
        }
        run.over = true;
        long now = driver.nowNanos();
        Fault stuck = exitCode > 0 ? null : troubles.of(FaultKind.TASKS_STUCK, now, run.decision, run.task);
        run.endNanos = stuck == null ? now : StrictMath.max(now, stuck.endNanos());
        tell(run.endNanos, new Event.TaskEnded(job.id(), task, run.decision, exitCode));
    }

    /** What was started of {@code task} last; of one that was never heard of, as if it had been over at once. */
    private Run run(Job job, int task) {
        for (Run run : runs.getOrDefault(job.id(), List.of())) {
            if (run.is(task, job.decision(task))) {
                return run;
            }
        }
        Run unknown = new Run(task, job.decision(task), job.node(task));
        unknown.over = true;
        return unknown;
    }

    private void found(@Nullable Job job) {
        for (int task = 0; job != null && task < job.placedTasks(); task++) {
            if (job.taskState(task) == JobState.RUNNING) {
                Run run = new Run(task, job.decision(), job.node(task));
                runs.computeIfAbsent(job.id(), _ -> new ArrayList<>()).add(run);
                ends(job, run, driver.nowNanos());
            }
        }
    }

    private void stop(long job) {
        runs.getOrDefault(job, List.of()).forEach(run -> stop(job, run));
    }

    private void stop(Job job, int task) {
        stop(job.id(), run(job, task));
    }

    private void stop(long job, Run run) {
        long now = driver.nowNanos();
        if (run.endNanos > now) {
            run.endNanos = now;
            run.over = true;
            tell(now, new Event.TaskEnded(job, run.task, run.decision, EmulatedWorld.STOPPED_EXIT_CODE));
        }
    }

    private void gone(int node) {
        long now = driver.nowNanos();
        runs.values()
                .forEach(tasks -> tasks.stream()
                        .filter(run -> run.node == node)
                        .forEach(run -> run.endNanos = StrictMath.min(run.endNanos, now)));
    }

    private void tell(long nanos, Event.TaskOutcome outcome) {
        long told = nanos + troubles.delayNanos(outcome, nanos);
        driver.at(told, outcome);
        long again = troubles.againNanos(outcome, nanos);
        if (again >= 0) {
            driver.at(told + again, outcome);
        }
    }
}
