package io.berth.app.replay;

import io.berth.app.command.Output;
import io.berth.app.command.Progress;
import io.berth.console.explanation.Explained;
import io.berth.console.explanation.Explaining;
import io.berth.console.explanation.Explaining.Subject;
import io.berth.console.explanation.Started;
import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.StrategyLabel;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.engine.Recovery;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.explain.LastStart;
import io.berth.core.explain.StartExplanation;
import io.berth.core.journal.Frame;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.live.journal.JournalOrigin;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.file.TornTail;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One job of a journal, followed from the first frame that is kept up to some moment. */
final class JournalJob implements Observer {
    private final long id;
    private final JournalReader reader;
    private final State state;
    private final LastStart start;
    private @Nullable JobEnd end;
    private @Nullable Reason refused;

    /** @param origin where the journal begins */
    private JournalJob(long id, JournalOrigin origin) {
        this.id = id;
        this.reader = origin.reader();
        this.state = origin.state();
        this.start = new LastStart(id);
    }

    /**
     * Job {@code id} of the journal in {@code folder}.
     *
     * @param at up to this moment, an instant or a duration from the begin; null for all of it
     * @throws InputException where there is no such job
     */
    static JournalJob of(Path folder, @Nullable String at, long id, Output output) {
        JournalJob job = new JournalJob(id, JournalOrigin.within(folder, Long.MAX_VALUE));
        try (Progress progress = new Progress("frames", 0, output.err())) {
            job.read(folder, at, progress);
        }
        if (job.end == null && job.state.job(id) == null) {
            throw new InputException("--explain " + id, job.unknown());
        }
        return job;
    }

    /** What was cut off at the end of the journal, or null. */
    @Nullable
    TornTail torn() {
        return reader.torn();
    }

    /** Why it waits, and how it came to its last start; policies come from {@code catalog}. */
    Explained explain(Catalog catalog) {
        StartExplanation why = start.explain(catalog);
        Started started = why == null ? null : Explaining.started(why, start.starts(), state.wall());
        String strategy = started == null ? null : started.strategy();
        JobEnd left = end;
        if (left != null) {
            return Explaining.settled(subject(left.job(), left.outcome()), ending(left), strategy, started);
        }
        Job job = state.job(id);
        Explanation waits = Explainer.of(state, catalog).explain(id);
        if (job == null) {
            throw new IllegalStateException("Job (" + id + ") neither lives nor left.");
        }
        Subject subject = subject(job, job.state());
        return waits == null
                ? Explaining.settled(subject, "it does not wait", strategy, started)
                : Explaining.waiting(subject, waits, StrategyLabel.of(state.strategy()), started);
    }

    @Override
    public void ended(JobEnd left) {
        if (left.job().id() == id) {
            end = left;
        }
    }

    private void read(Path folder, @Nullable String at, Progress progress) {
        Frame first = reader.next();
        if (first == null) {
            throw new InputException(folder.toString(), "the journal is empty");
        }
        long until = at == null
                ? Nanos.NEVER
                : Replay.moment(at, first.atNanos(), () -> shown(JournalOrigin.within(folder, Long.MAX_VALUE)));
        Recovery recovery = Recovery.recover(state, this);
        for (Frame frame = first; frame != null && frame.atNanos() <= until; frame = reader.next()) {
            start.follow(frame, state);
            noteRefusal(frame.plan());
            recovery.apply(frame);
            progress.add(1);
        }
    }

    private static Replay.Shown shown(JournalOrigin origin) {
        return Replay.Shown.of(origin.state().wall(), origin.reader());
    }

    private void noteRefusal(@Nullable Plan plan) {
        if (plan == null) {
            return;
        }
        for (Decision decision : plan.decisions()) {
            if (decision instanceof Decision.Reject reject && reject.job() == id) {
                refused = reject.reason();
            }
        }
    }

    private String unknown() {
        long last = state.nextJob() - 1;
        if (id < 1 || id > last) {
            String known = last == 0 ? "no jobs" : last == 1 ? "job 1 alone" : "the jobs 1 to " + last;
            return "there is no such job: until " + Replay.time(state.wall().wallNanos(state.nowNanos()))
                    + " the journal has " + known;
        }
        return "this job had ended before the first frame that the journal still has";
    }

    private Subject subject(Job job, Enum<?> phase) {
        return new Subject(job.id(), phase.name().toLowerCase(Locale.ROOT), job.spec(), state.wall(), "");
    }

    private String ending(JobEnd left) {
        Reason why = refused == null ? left.job().stopping() : refused;
        return "it ended at " + Replay.time(state.wall().wallNanos(left.atNanos()))
                + (why == null ? "" : ": " + why.text());
    }
}
