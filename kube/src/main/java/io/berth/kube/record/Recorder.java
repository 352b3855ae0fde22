package io.berth.kube.record;

import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Mirror.Changes;
import io.berth.kube.mirror.Watches;
import io.berth.live.clock.Clock;
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
    private final Mirror mirror;
    private final Clock clock;
    private final Account account;
    private final FactJournal journal;
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
        this.journal = FactJournal.open(folder, JournalOptions.LIVE);
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
        State state = journal.state();
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
        long known = journal.state().nowNanos();
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
        long now = Math.max(now(), journal.state().nowNanos());
        write(now, account.nodes(hearing.takeNodes(), journal.state()));
        Moments moments = new Moments(mirror, account, knownNanos, now);
        for (Moments.Moment moment : moments.of(hearing.takePods(), journal.state())) {
            State state = journal.state();
            write(
                    moment.atNanos(),
                    moment.created() ? account.created(moment.uid(), state) : account.pod(moment.uid(), state));
        }
        return now;
    }

    private void write(long atNanos, Account.Step step) {
        Changes again = journal.write(atNanos, step);
        if (!again.none()) {
            mirror.touch(again);
        }
    }
}
