package io.berth.sim.world;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Grant;
import io.berth.core.engine.Driver;
import io.berth.core.engine.Effector;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.sim.world.data.Staging;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster whose tasks are timers. What becomes of a start is a function of (seed, decision, task), so it comes out the same
 * after a restart; which clock the timers run on is the driver's business.
 */
public final class EmulatedWorld implements Effector {
    /** Of a task that was told to stop: 128 + SIGTERM. */
    public static final int STOPPED_EXIT_CODE = 143;

    private static final String START_FAILURE = "world.start-failure";
    private static final String TASK_FAILURE = "world.task-failure";

    private final WorldOptions options;
    private final long seed;
    private final Driver driver;
    private final ToLongFunction<Job> work;
    private final WorkedEnds ends;
    /** Brings what tasks read; null where they begin without. */
    private @Nullable Staging staging;

    public EmulatedWorld(WorldOptions options, long seed, Driver driver) {
        this(options, seed, driver, job -> job.spec().workNanos());
    }

    /**
     * @param work how long a job really runs in all its lives where all its tasks run, nanoseconds; {@link Nanos#NEVER} for without an
     *     end; with fewer tasks it takes longer in proportion
     */
    public EmulatedWorld(WorldOptions options, long seed, Driver driver, ToLongFunction<Job> work) {
        this.options = options;
        this.seed = seed;
        this.driver = driver;
        this.work = work;
        this.ends = new WorkedEnds(driver, new WorkedEnds.Tasks() {
            @Override
            public WorkedEnds.End end(Job job, int task) {
                return works(job, task);
            }

            @Override
            public void ended(Job job, int task, int exitCode) {
                driver.at(driver.nowNanos(), new Event.TaskEnded(job.id(), task, job.decision(task), exitCode));
            }
        });
    }

    /** Tasks begin when {@code by} has brought what they read. */
    public void stages(Staging by) {
        staging = by;
    }

    @Override
    public void carryOut(Decision.Effect effect, State state) {
        switch (effect) {
            case Decision.Start start -> start(start, state.job(start.job()));
            case Decision.Grow grow -> launchAll(state.job(grow.job()), grow.tasks());
            case Decision.Shrink shrink -> stop(state.job(shrink.job()), shrink.tasks());
            case Decision.Stop stop -> stop(state.job(stop.job()));
            case Decision.Reject _ -> {}
        }
    }

    /** A job that was found running has its work before it; all else that happens shows in what the state holds. */
    @Override
    public void happened(Event event, State state) {
        switch (event) {
            case Event.JobFound found -> run(state.job(found.job()));
            case Event.JobSubmitted _, Event.JobOperation _, Event.NodeEvent _, Event.OperatorEvent _ -> {}
            case Event.MixExpected _, Event.TaskOutcome _, Event.ProgressReported _ -> {}
            case Event.WindowPlanned _, Event.Tick _, Event.TaskMeasured _ -> {}
        }
    }

    @Override
    public void passed(Frame frame, State state) {
        ends.passed(frame, state);
    }

    private void run(@Nullable Job job) {
        for (int task = 0; job != null && task < job.placedTasks(); task++) {
            if (job.taskState(task) == JobState.RUNNING) {
                end(job, task, driver.nowNanos());
            }
        }
    }

    /** Takes up the tasks of a recovered state where they were left: starts are ordered again, ends come when they are due. */
    public void resume(State state) {
        for (Job job : state.jobs()) {
            if (job.waiting()) {
                continue;
            }
            for (int task = 0; task < job.spec().tasks(); task++) {
                switch (job.taskState(task)) {
                    case RESERVED, STARTING -> launch(job, task, driver.nowNanos());
                    case RUNNING -> end(job, task, job.startNanos() >= 0 ? job.startNanos() : driver.nowNanos());
                    case STOPPING ->
                        driver.at(
                                driver.nowNanos(),
                                new Event.TaskEnded(job.id(), task, job.decision(task), STOPPED_EXIT_CODE));
                    case PENDING, ENDED -> {}
                }
            }
        }
        ends.resume(state);
    }

    private void start(Decision.Start start, @Nullable Job job) {
        if (job == null) {
            return;
        }
        List<Integer> tasks = IntStream.range(0, start.placements().size())
                .mapToObj(start::task)
                .toList();
        boolean staged = staging != null
                && staging.starts(
                        job,
                        driver.nowNanos(),
                        now -> tasks.stream()
                                .filter(task -> job.decision() == start.id() && job.holds(task))
                                .forEach(task -> launch(job, task, now)));
        if (!staged) {
            launchAll(job, tasks);
        }
    }

    private void launchAll(@Nullable Job job, List<Integer> tasks) {
        if (job != null) {
            tasks.forEach(task -> launch(job, task, driver.nowNanos()));
        }
    }

    private void launch(Job job, int task, long now) {
        long made = job.grant(task) instanceof Grant.Instance ? options.migNanos() : 0;
        long running = Nanos.after(now, options.startLatencyNanos() + made);
        if (options.startFailures() > 0
                && Chance.unitAt(seed, START_FAILURE, job.decision(task), task) < options.startFailures()) {
            driver.at(running, new Event.TaskStartFailed(job.id(), task, job.decision(task), "emulated failure"));
            return;
        }
        if (running > now) {
            driver.at(now, new Event.TaskStarting(job.id(), task, job.decision(task)));
        }
        driver.at(running, new Event.TaskStarted(job.id(), task, job.decision(task)));
        end(job, task, running);
    }

    /** Of a job whose tasks come and go, nobody knows yet when that is. */
    private void end(Job job, int task, long running) {
        if (job.resizable()) {
            return;
        }
        long whole = work.applyAsLong(job);
        long left = whole == Nanos.NEVER ? Nanos.NEVER : job.stretched(StrictMath.max(0, whole - job.keptNanos()));
        double fails = fails(job, task);
        int exitCode = 0;
        if (fails < 1 && left != Nanos.NEVER) {
            left = (long) (left * fails);
            exitCode = 1;
        }
        long ends = Nanos.after(running, left);
        if (left != Nanos.NEVER && ends != Nanos.NEVER) {
            driver.at(ends, new Event.TaskEnded(job.id(), task, job.decision(), exitCode));
        }
    }

    /** How far a task comes that fails, as a part of what it has to do in this life of its job; 1 where it does not. */
    private double fails(Job job, int task) {
        double failure = options.taskFailures() == 0 ? 1 : Chance.unitAt(seed, TASK_FAILURE, job.decision(), task);
        // The same draw, stretched to 0..1, says how far the task came.
        return failure < options.taskFailures() ? failure / options.taskFailures() : 1;
    }

    /** How much {@code job} has done when {@code task} is over; of those that came while it ran none fails. */
    private WorkedEnds.End works(Job job, int task) {
        long whole = work.applyAsLong(job);
        double fails = job.decision(task) == job.decision() ? fails(job, task) : 1;
        return whole == Nanos.NEVER || fails == 1
                ? new WorkedEnds.End(whole, 0)
                : new WorkedEnds.End(job.keptNanos() + (long) (fails * StrictMath.max(0, whole - job.keptNanos())), 1);
    }

    private void stop(@Nullable Job job) {
        if (job == null || job.waiting()) {
            return;
        }
        stop(
                job,
                IntStream.range(0, job.spec().tasks())
                        .filter(job::holds)
                        .boxed()
                        .toList());
    }

    private void stop(@Nullable Job job, List<Integer> tasks) {
        if (job == null) {
            return;
        }
        for (int task : tasks) {
            driver.at(driver.nowNanos(), new Event.TaskEnded(job.id(), task, job.decision(task), STOPPED_EXIT_CODE));
        }
    }
}
