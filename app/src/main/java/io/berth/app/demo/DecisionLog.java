package io.berth.app.demo;

import io.berth.app.demo.screen.DemoSnapshot.LogKind;
import io.berth.app.demo.screen.DemoSnapshot.LogRow;
import io.berth.core.catalog.StrategyLabel;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The last decisions, and what befell the cluster, in words with reasons. For the engine's thread only. */
final class DecisionLog implements Observer {
    /** As many as a tall terminal shows. */
    private static final int KEPT = 60;

    private final ArrayDeque<LogRow> rows = new ArrayDeque<>();
    private final Map<Long, Job> left = new HashMap<>();
    private @Nullable StrategySpec labelled;
    private String label = "";

    /** The rows, the last first. */
    List<LogRow> rows() {
        return new ArrayList<>(rows);
    }

    @Override
    public void ended(JobEnd end) {
        left.put(end.job().id(), end.job());
    }

    @Override
    public void instant(Frame frame, State state) {
        for (Event event : frame.events()) {
            happened(frame.atNanos(), event, state);
        }
        if (frame.plan() != null) {
            for (Decision decision : frame.plan().decisions()) {
                decided(frame.atNanos(), decision, state);
            }
        }
        left.clear();
    }

    private void happened(long at, Event event, State state) {
        switch (event) {
            case Event.NodeLost lost -> add(at, LogKind.LOST, state.nodes().name(lost.node()) + " and all it ran");
            case Event.NodeJoined joined
            when state.instants() > 1 -> add(at, LogKind.BACK, joined.spec().name() + " is there again");
            case Event.StrategyChanged changed -> add(at, LogKind.STRATEGY, label(changed.strategy()));
            case Event.TaskStartFailed failed
            when left.containsKey(failed.job()) ->
                add(at, LogKind.STOP, name(failed.job(), state) + ": " + Reason.TOO_MANY_FAILURES.text());
            default -> {}
        }
    }

    private void decided(long at, Decision decision, State state) {
        switch (decision) {
            case Decision.Start start -> add(at, LogKind.START, started(at, start, state));
            case Decision.Grow grow ->
                add(
                        at,
                        LogKind.START,
                        name(grow.job(), state) + ": " + grow.tasks().size() + " tasks more on "
                                + JobText.where(grow.placements(), state.nodes()));
            case Decision.Shrink shrink ->
                add(
                        at,
                        LogKind.STOP,
                        name(shrink.job(), state) + ": " + shrink.tasks().size() + " tasks fewer, "
                                + shrink.reason().text());
            case Decision.Stop stop ->
                add(
                        at,
                        LogKind.STOP,
                        name(stop.job(), state) + ": " + stop.reason().text());
            case Decision.Reject reject ->
                add(
                        at,
                        LogKind.REJECT,
                        name(reject.job(), state) + ": " + reject.reason().text());
            case Decision.Note _ -> {}
        }
    }

    private String started(long at, Decision.Start start, State state) {
        Job job = state.job(start.job());
        if (job == null) {
            return "job " + start.job();
        }
        return job.spec().name() + " (" + JobText.asks(job.spec()) + ") on "
                + JobText.where(start.placements(), state.nodes()) + ": "
                + label(state.strategy()) + ", " + state.strategy().place() + ", waited "
                + Nanos.format(at - job.submitNanos());
    }

    private String label(StrategySpec strategy) {
        if (!strategy.equals(labelled)) {
            labelled = strategy;
            label = StrategyLabel.of(strategy);
        }
        return label;
    }

    private String name(long id, State state) {
        Job job = state.job(id);
        if (job == null) {
            job = left.get(id);
        }
        return job == null ? "job " + id : job.spec().name();
    }

    private void add(long at, LogKind kind, String text) {
        rows.addFirst(new LogRow(at, kind, text));
        if (rows.size() > KEPT) {
            rows.removeLast();
        }
    }
}
