package io.berth.learn.environment.engine;

import io.berth.core.journal.Frame;
import io.berth.core.metric.RunMetrics;
import io.berth.core.metric.Window;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.learn.environment.Figures;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The figures of the jobs of one queue; those of the nodes are of the whole cluster. */
final class QueueFigures implements Observer {
    private final String queue;
    private final WaitCost cost;
    private @Nullable RunMetrics metrics;

    QueueFigures(String queue, WaitCost cost) {
        this.queue = queue;
        this.cost = cost;
    }

    void begins(State state) {
        metrics = new RunMetrics(state, Window.ALL);
    }

    Figures figures() {
        return Scene.figures(measured());
    }

    WaitCost cost() {
        return cost;
    }

    @Override
    public void ended(JobEnd end) {
        cost.ended(end);
        if (end.job().spec().queue().equals(queue)) {
            measured().ended(end);
        }
    }

    @Override
    public void instant(Frame frame, State state) {
        cost.instant(frame, state);
        measured().instant(frame, state);
    }

    private RunMetrics measured() {
        return Objects.requireNonNull(metrics);
    }
}
