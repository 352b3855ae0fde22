package io.berth.kube.record;

import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Mirror.Changes;
import io.berth.live.journal.JournalDirectory;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalOptions;
import java.nio.file.Path;
import java.util.List;

/** A journal of facts, without a plan, and the state that they come to. Of one thread. */
public final class FactJournal implements AutoCloseable {
    private static final long SEED = 42;

    private final JournalDirectory journal;
    private final Recovery recovery;

    private FactJournal(JournalDirectory journal, State state) {
        this.journal = journal;
        this.recovery = Recovery.recover(state);
    }

    /**
     * Begins the journal in {@code folder}, or goes on with it.
     *
     * @throws io.berth.live.journal.file.JournalException where it cannot be used
     */
    public static FactJournal open(Path folder, JournalOptions options) {
        if (JournalDirectory.exists(folder)) {
            RecoveredJournal recovered = RecoveredJournal.open(folder, options);
            return new FactJournal(recovered.journal(), recovered.state());
        }
        return new FactJournal(JournalDirectory.create(folder, SEED, options), new State(SEED));
    }

    public State state() {
        return recovery.state();
    }

    /** How many frames it has. */
    public long frames() {
        return journal.frames();
    }

    /** Writes what {@code step} brings, at {@code atNanos} or right after what was written last; what is to be looked at again. */
    public Changes write(long atNanos, Account.Step step) {
        List<Event> events = step.events();
        if (!events.isEmpty()) {
            State state = recovery.state();
            // Each of them is an instant of its own, so that whoever decides it again sees what there was before.
            long at = state.instants() == 0 ? atNanos : Math.max(atNanos, state.nowNanos() + 1);
            Frame frame = new Frame(at, events, null);
            journal.append(frame);
            recovery.apply(frame);
            journal.snapshotIfDue(state);
        }
        return step.again();
    }

    @Override
    public void close() {
        journal.close();
    }
}
