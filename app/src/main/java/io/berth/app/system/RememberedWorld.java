package io.berth.app.system;

import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobHistory;
import io.berth.core.decision.Decision;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.live.run.LiveWorld;
import java.util.List;
import java.util.function.Consumer;

/**
 * A world beside which a file remembers the jobs that ended: what it remembers of a history that the journal does not hold any more
 * is set aside before anything happens, since numbers are given again.
 */
record RememberedWorld(LiveWorld world, LiveView view, JobHistory history, Consumer<String> notes)
        implements LiveWorld {
    @Override
    public void resume(State state) {
        List<JobEntry> ended = history.read();
        if (!ended.stream().allMatch(job -> LiveView.endedIn(state, job))) {
            int lost = history.retain(job -> LiveView.endedIn(state, job));
            notes.accept("the journal does not know the ends of " + lost
                    + " jobs that the history lists: they are set aside");
            ended = history.read();
        }
        view.restore(ended);
        world.resume(state);
    }

    @Override
    public void carryOut(Decision.Effect effect, State state) {
        world.carryOut(effect, state);
    }

    @Override
    public void passed(Frame frame, State state) {
        world.passed(frame, state);
    }

    @Override
    public void note(String line) {
        world.note(line);
    }

    @Override
    public void close() {
        world.close();
    }
}
