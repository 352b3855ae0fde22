package io.berth.kube.record;

import io.berth.core.engine.Recovery;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Mirror.Changes;
import io.berth.kube.mirror.Watches;
import io.berth.live.clock.Clock;
import io.berth.live.journal.JournalDirectory;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.JournalOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

/**
 * Writes down what becomes of the nodes and pods of a cluster that somebody else schedules: a journal of facts, without a plan. It is
 * forced to the disk frame by frame, since no API server would tell the past again. A second start goes on where the first ended: what
 * happened between is known as far as objects say when, to the second; what ended then counts from when it is noticed.
 */
public final class Recorder implements AutoCloseable {
    private static final long SEED = 42;

    private final Mirror mirror;
    private final Clock clock;
    private final Account account;
    private final JournalDirectory journal;
    private final Recovery recovery;
    private final Hearing hearing;
    private final Semaphore changed = new Semaphore(1);
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final Thread thread = Thread.ofPlatform().name("berth-kube-record").unstarted(this::run);
    private volatile boolean closed;

    private Recorder(Watches watches, Account account, Clock clock, Path folder) {
        this.mirror = watches.mirror();
        this.account = account;
        this.clock = clock;
        this.hearing = new Hearing(mirror);
        if (JournalDirectory.exists(folder)) {
            RecoveredJournal recovered = RecoveredJournal.open(folder, JournalOptions.LIVE);
            journal = recovered.journal();
            recovery = Recovery.recover(recovered.state());
        } else {
            journal = JournalDirectory.create(folder, SEED, JournalOptions.LIVE);
            recovery = Recovery.recover(new State(SEED));
        }
    }

    /**
     * Begins, or goes on with the journal in {@code folder}. Returns when all is written that was there.
     *
     * @param watches have begun
     * @throws io.berth.live.journal.file.JournalException where the journal cannot be used
     */
    public static Recorder start(Watches watches, Account account, Clock clock, Path folder) {
        Recorder recorder = new Recorder(watches, account, clock, folder);
        try {
            watches.awaitLists();
            recorder.begin();
        } catch (RuntimeException e) {
            recorder.journal.close();
            throw e;
        }
        recorder.thread.start();
        return recorder;
    }

    /** Completed when it ended, with the cause where it failed. */
    public CompletableFuture<Void> done() {
        return done;
    }

    /** How many frames the journal has. */
    public long frames() {
        return journal.frames();
    }

    /** What was heard of is written; nothing is heard of any more. */
    @Override
    public void close() {
        closed = true;
        changed.release();
        done.exceptionally(_ -> null).join();
        journal.close();
    }

    private void begin() {
        State state = recovery.state();
        long known = state.instants() == 0 ? Nanos.NEVER : state.nowNanos();
        mirror.touchAll();
        state.nodeNames().forEach(name -> mirror.touch(new Changes(List.of(name), List.of())));
        state.jobs().forEach(job -> job.spec().terms().keys().tasks().forEach(mirror::touch));
        hearing.hear(now());
        look(known);
        mirror.listen(this::heard);
        heard();
    }

    private void run() {
        long known = recovery.state().nowNanos();
        try {
            while (!closed) {
                changed.acquire();
                changed.drainPermits();
                known = look(known);
            }
            done.complete(null);
        } catch (InterruptedException | RuntimeException e) {
            done.completeExceptionally(e);
        }
    }

    private void heard() {
        hearing.hear(now());
        changed.release();
    }

    private long now() {
        return clock.wallNanos();
    }

    /** Writes what was heard since all was known at {@code knownNanos}, and returns up to when all is known now. */
    private long look(long knownNanos) {
        long now = Math.max(now(), recovery.state().nowNanos());
        write(now, account.nodes(hearing.takeNodes(), recovery.state()));
        Moments moments = new Moments(mirror, account, knownNanos, now);
        for (Moments.Moment moment : moments.of(hearing.takePods(), recovery.state())) {
            State state = recovery.state();
            write(
                    moment.atNanos(),
                    moment.created() ? account.created(moment.uid(), state) : account.pod(moment.uid(), state));
        }
        return now;
    }

    private void write(long atNanos, Account.Step step) {
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
        if (!step.again().none()) {
            mirror.touch(step.again());
        }
    }
}
