package io.berth.sim.world;

import io.berth.core.decision.Decision;
import io.berth.core.engine.Driver;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * When tasks of jobs are over whose tasks come and go: when the work is done that is theirs, which takes longer with fewer of them. A tick
 * is asked for when that will be if nothing changes, and taken back when it changes; a driver may deliver it all the same, so whoever comes
 * to it looks again.
 */
public final class WorkedEnds {
    private final Driver driver;
    private final Tasks tasks;
    /** By job: the tick that was asked for. */
    private final TreeMap<Long, Asked> asked = new TreeMap<>();

    private record Asked(long atNanos, Event.Tick tick) {}

    /**
     * The end of a task.
     *
     * @param doneNanos how much of its work its job has done then, as {@link Job#doneNanos} counts; {@link Nanos#NEVER} for no end
     * @param exitCode of the task
     */
    public record End(long doneNanos, int exitCode) {}

    /** The tasks of a world. */
    public interface Tasks {
        /** When {@code task} of {@code job} is over. */
        End end(Job job, int task);

        /** It is over, with {@code exitCode}; told again until the state knows. */
        void ended(Job job, int task, int exitCode);
    }

    /** Of {@code tasks}. */
    public WorkedEnds(Driver driver, Tasks tasks) {
        this.driver = driver;
        this.tasks = tasks;
    }

    /** Takes up the jobs of a recovered state. */
    public void resume(State state) {
        List.copyOf(asked.keySet()).forEach(id -> ask(id, Nanos.NEVER));
        state.jobs().forEach(job -> look(job.id(), job));
    }

    /** {@code frame} was applied to {@code state}. */
    public void passed(Frame frame, State state) {
        TreeSet<Long> touched = new TreeSet<>();
        for (Event event : frame.events()) {
            switch (event) {
                case Event.TaskOutcome outcome -> touched.add(outcome.job());
                case Event.Tick tick -> touched.add(tick.job());
                case Event.NodeEvent _ -> touched.addAll(asked.keySet());
                case Event.JobSubmitted _, Event.JobFound _, Event.OperatorEvent _, Event.MixExpected _ -> {}
                case Event.ProgressReported _, Event.WindowPlanned _, Event.TaskMeasured _ -> {}
            }
        }
        if (frame.plan() != null) {
            for (Decision decision : frame.plan().decisions()) {
                if (decision instanceof Decision.Effect effect) {
                    touched.add(effect.job());
                }
            }
        }
        touched.forEach(id -> look(id, state.job(id)));
    }

    private void look(long id, @Nullable Job job) {
        if (job == null || !job.resizable() || job.startNanos() < 0 || job.stopping() != null) {
            ask(id, Nanos.NEVER);
            return;
        }
        long now = driver.nowNanos();
        long done = job.doneNanos(now);
        long next = Nanos.NEVER;
        for (int task = 0; task < job.placedTasks(); task++) {
            boolean there = job.holds(task) && !job.leaves(task);
            End end = there ? tasks.end(job, task) : null;
            if (end != null && end.doneNanos <= done) {
                tasks.ended(job, task, end.exitCode);
            } else if (end != null && job.taskState(task) == JobState.RUNNING) {
                next = StrictMath.min(next, end.doneNanos);
            }
        }
        long at = next == Nanos.NEVER ? Nanos.NEVER : Nanos.after(now, StrictMath.max(1, job.stretched(next - done)));
        ask(id, at);
    }

    /** Asks for a tick at {@code atNanos} in place of the last one; none for {@link Nanos#NEVER}. */
    private void ask(long id, long atNanos) {
        Asked last = asked.get(id);
        if (last != null && last.atNanos == atNanos) {
            return;
        }
        if (last != null) {
            driver.forget(last.atNanos, last.tick);
            asked.remove(id);
        }
        if (atNanos != Nanos.NEVER) {
            Asked next = new Asked(atNanos, new Event.Tick(id));
            asked.put(id, next);
            driver.at(atNanos, next.tick);
        }
    }
}
