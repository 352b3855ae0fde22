package io.berth.live.run;

import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.live.driver.LiveDriver;

/** A world whose tasks are timers of the driver. */
public final class TimerWorld implements LiveWorld {
    private final LiveDriver driver;

    public TimerWorld(LiveDriver driver) {
        this.driver = driver;
    }

    @Override
    public void resume(State state) {
        for (Job job : state.jobs()) {
            for (int task = 0; !job.waiting() && task < job.spec().tasks(); task++) {
                if (job.taskState(task) == JobState.STOPPING) {
                    end(job, task, driver.nowNanos(), 143);
                } else if (job.taskState(task) != JobState.ENDED) {
                    run(job, task);
                }
            }
        }
    }

    @Override
    public void carryOut(Decision.Effect effect, State state) {
        switch (effect) {
            case Decision.Start start -> {
                Job job = state.job(start.job());
                for (int task = 0; task < start.placements().size(); task++) {
                    run(job, task);
                }
            }
            case Decision.Stop stop -> {
                Job job = state.job(stop.job());
                for (int task = 0; task < job.spec().tasks(); task++) {
                    end(job, task, driver.nowNanos(), 143);
                }
            }
            case Decision.Grow _, Decision.Shrink _ -> throw new AssertionError("no strategy here resizes: " + effect);
            case Decision.Reject _ -> {}
        }
    }

    private void run(Job job, int task) {
        driver.at(driver.nowNanos(), new Event.TaskStarted(job.id(), task, job.decision()));
        end(job, task, Nanos.after(driver.nowNanos(), job.spec().workNanos()), 0);
    }

    private void end(Job job, int task, long at, int exitCode) {
        driver.at(at, new Event.TaskEnded(job.id(), task, job.decision(), exitCode));
    }
}
