package io.berth.live.driver;

import io.berth.core.engine.Driver;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.live.clock.Clock;
import io.berth.live.clock.LiveTime;
import io.berth.live.clock.TimeBefore;
import io.berth.live.clock.TimeOptions;
import io.berth.live.disk.DiskFullException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Real time: owns the one thread on which the engine runs. Everybody else lays messages into its inbox and holds a future that
 * is completed, on a thread of its own, once the message is durable and applied.
 *
 * <p>Whatever was laid in and whatever timer is due when the thread looks is one instant. When the engine fails (the disk is
 * broken, a bug) all stops: open futures fail with the cause, {@link #done()} too, and nothing is taken any more. While the disk is
 * full the instant in the making waits: who wants something is turned away meanwhile, what happens in the world is kept for later,
 * and a {@link #stop()} ends the wait with all that it waits for.
 *
 * <p>{@link #nowNanos()} and {@link #at} are for the engine's thread; all else may be called from any.
 */
public final class LiveDriver implements Driver, AutoCloseable {
    /** An instant holds no more messages, so that the first of a flood is not answered with the last. */
    private static final int MOST_MESSAGES = 4_096;

    /** The thread looks at the clock at least so often, to see it jump. */
    private static final long LONGEST_WAIT_NANOS = Nanos.SECOND;

    /** Between two attempts to write on a full disk. */
    private static final long ROOM_WAIT_NANOS = 100 * Nanos.MILLISECOND;

    private final LinkedBlockingQueue<Message> inbox = new LinkedBlockingQueue<>();
    private final Timers timers = new Timers();
    private final List<Message> batch = new ArrayList<>();
    /** What came while the disk was full, for the next instant. */
    private final ArrayDeque<Message> held = new ArrayDeque<>();

    private final List<Runnable> answers = new ArrayList<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final LiveTime time;
    private final LiveJobs live = new LiveJobs();
    private volatile Bounds bounds = Bounds.NONE;
    private @Nullable Engine engine;
    private @Nullable Intake intake;
    private @Nullable Thread thread;
    private volatile @Nullable EngineStoppedException ended;
    private boolean stopping;
    private volatile @Nullable String refusal;
    private volatile int unanswered;

    /** How many that wanted something were not answered when it ended; no more than that is lost. */
    public int unanswered() {
        return unanswered;
    }

    /** @param before where time was in the state that is gone on with */
    public LiveDriver(TimeOptions options, Clock clock, TimeBefore before) {
        this.time = new LiveTime(clock, options, before);
    }

    @Override
    public long nowNanos() {
        return time.nowNanos();
    }

    /** The time at this moment rather than that of the instant; from any thread. */
    public long evenNanos() {
        return time.evenNanos();
    }

    /** What somebody should know of how time goes on after a restart; empty for nothing. */
    public String timeNotice() {
        return time.notice();
    }

    @Override
    public void at(long deadlineNanos, Event event) {
        timers.add(deadlineNanos, event);
    }

    /** The driver takes {@code recovered} submissions for known ones. Call it before {@link #start}. */
    public void prepare(Engine newEngine, List<Event> recovered) {
        live.begin(newEngine.state());
        Intake newIntake = new Intake(newEngine.state(), live);
        recovered.forEach(newIntake::remember);
        engine = newEngine;
        intake = newIntake;
    }

    /** Hears of the jobs that end; one of the observers of the engine that this driver drives. */
    public Observer observer() {
        return live;
    }

    /** From now on no more comes in than {@code most}. */
    public void bound(Bounds most) {
        bounds = most;
    }

    /** How much may be handed in. */
    public Bounds bounds() {
        return bounds;
    }

    /** Starts the thread; {@code begin} runs on it before anything else. */
    public void start(Runnable begin) {
        if (engine == null || thread != null) {
            throw new IllegalStateException("A driver is prepared first, and started once.");
        }
        thread = Thread.ofPlatform().name("berth-engine").start(() -> run(begin));
    }

    /** Something happened. The events enter one instant, none without the others. */
    public CompletableFuture<Void> post(Event... events) {
        return send(new Message.Post(List.of(events), new CompletableFuture<>()));
    }

    /** As {@link #post(Event...)}. */
    public CompletableFuture<Void> post(List<Event> events) {
        return send(new Message.Post(List.copyOf(events), new CompletableFuture<>()));
    }

    /** A job wants in; the future fails with {@link RefusedException} where submissions before it are missing. */
    public CompletableFuture<Acceptance> submit(Submission submission) {
        Message.Submit message = new Message.Submit(submission, new CompletableFuture<>());
        send(message);
        return message.future();
    }

    /** Jobs want in together, all or none; the acceptance is that of the first. Refused as one that is submitted alone is. */
    public CompletableFuture<Acceptance> submit(Batch batch) {
        Message.SubmitAll message = new Message.SubmitAll(batch, new CompletableFuture<>());
        send(message);
        return message.future();
    }

    /**
     * Makes an event of the state as it is; on the engine's thread, so it must be quick and must change nothing. What it throws
     * fails the future, and nothing happens.
     */
    public CompletableFuture<Void> propose(Function<State, Event> proposal) {
        return proposeAll(state -> List.of(proposal.apply(state)));
    }

    /**
     * As {@link #propose} where several events follow, or none: of what a world knows, say, compared with the state. They enter one
     * instant; jobs among them get numbers of this state.
     */
    public CompletableFuture<Void> proposeAll(Function<State, List<Event>> proposal) {
        return send(new Message.Propose(proposal, new CompletableFuture<>()));
    }

    /**
     * Asks the state something between two instants; on the engine's thread, so it must be quick, must change nothing and must
     * answer with a copy.
     */
    public <T> CompletableFuture<T> ask(Function<State, T> question) {
        Message.Ask<T> message = new Message.Ask<>(question, new CompletableFuture<>());
        send(message);
        return message.future();
    }

    /** Completed when the thread has ended: normally after {@link #stop()}, with the cause after a failure. */
    public CompletableFuture<Void> done() {
        return done.copy();
    }

    /** Ends the thread after all that was sent before; the future is completed when that is durable. */
    public CompletableFuture<Void> stop() {
        return send(new Message.Stop(new CompletableFuture<>()));
    }

    /** Stops and waits for the end. Call it from any thread but the engine's. */
    @Override
    public void close() {
        stop();
        Thread running = thread;
        boolean interrupted = false;
        while (running != null && running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                // The engine's thread must come to its end by itself: an interrupt would close the journal under it.
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private CompletableFuture<Void> send(Message message) {
        EngineStoppedException end = ended;
        if (end == null) {
            inbox.add(message);
            end = ended;
            // What the thread took out before its end, it answers itself.
            end = end != null && inbox.remove(message) ? end : null;
        }
        if (end != null) {
            answerEnd(message, end);
        }
        return message.future().thenApply(_ -> null);
    }

    /**
     * For the journal, on the engine's thread: there is no room to write. Waits a little, and turns away who asks meanwhile.
     *
     * @throws DiskFullException where the driver is stopped meanwhile: what waits will not be written
     */
    public void awaitRoom(IOException cause) {
        String reason = "nothing can be written down now: " + cause.getMessage();
        refusal = reason;
        long end = System.nanoTime() + ROOM_WAIT_NANOS;
        for (long left = ROOM_WAIT_NANOS; left > 0; left = end - System.nanoTime()) {
            Message message = poll(left);
            switch (message) {
                case null -> {}
                case Message.Post post -> held.add(post);
                case Message.Stop stop -> {
                    held.add(stop);
                    throw new DiskFullException(reason, cause);
                }
                case Message.Submit _, Message.SubmitAll _, Message.Propose _, Message.Ask<?> _ ->
                    elsewhere(() -> message.future().completeExceptionally(new DiskFullException(reason)));
            }
        }
    }

    /** Why nothing is taken now, while the disk is full; null where that is not so. */
    public @Nullable String refusal() {
        return refusal;
    }

    private @Nullable Message poll(long waitNanos) {
        try {
            return inbox.poll(waitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException("Nobody interrupts the engine's thread.", e);
        }
    }

    private void run(Runnable begin) {
        try {
            begin.run();
            while (!stopping) {
                awaitMessage(turn());
            }
            end(new EngineStoppedException("the engine was stopped", null));
            done.complete(null);
        } catch (DiskFullException e) {
            if (held.stream().noneMatch(Message.Stop.class::isInstance)) {
                end(new EngineStoppedException("the engine failed: " + e.getMessage(), e));
                done.completeExceptionally(e);
                return;
            }
            end(new EngineStoppedException("the engine was stopped while " + e.getMessage(), null));
            done.complete(null);
        } catch (Throwable e) {
            end(new EngineStoppedException("the engine failed: " + e, e));
            done.completeExceptionally(e);
        }
    }

    private void awaitMessage(long waitNanos) throws InterruptedException {
        Message first = stopping || !held.isEmpty() ? null : inbox.poll(waitNanos, TimeUnit.NANOSECONDS);
        if (first != null) {
            batch.add(first);
        }
    }

    /** Lives through what is due now; how long nothing will be due unless a message comes, nanoseconds of the machine. */
    long turn() {
        if (engine == null || intake == null) {
            throw new IllegalStateException("A driver is prepared first.");
        }
        while (!held.isEmpty() && batch.size() < MOST_MESSAGES) {
            batch.add(held.remove());
        }
        inbox.drainTo(batch, MOST_MESSAGES - batch.size());
        long now = time.read();
        intake.begin(bounds);
        // A system begins with what it begins with: who dies before that begins anew.
        Event change = engine.state().instants() > 0 || !batch.isEmpty() ? time.change() : null;
        if (change != null) {
            intake.take(change);
        }
        timers.fire(now, time.stalled(), intake::take);
        for (Message message : batch) {
            take(message, engine.state(), intake);
        }
        if (!intake.events().isEmpty()) {
            engine.instant(now, List.copyOf(intake.events()));
            refusal = null;
        }
        for (Message message : batch) {
            if (message instanceof Message.Ask<?> ask) {
                answer(ask, engine.state());
            }
        }
        batch.clear();
        answers.forEach(LiveDriver::elsewhere);
        answers.clear();
        long next = timers.nextNanos();
        return next == Timers.NEVER ? LONGEST_WAIT_NANOS : Math.min(LONGEST_WAIT_NANOS, time.waitNanos(next));
    }

    /** Makes events of a message; it is answered when they are durable and applied, at once where it is turned away. */
    private void take(Message message, State state, Intake into) {
        try {
            switch (message) {
                case Message.Post post -> {
                    post.events().forEach(into::take);
                    answers.add(() -> post.future().complete(null));
                }
                case Message.Submit submit -> {
                    Acceptance acceptance = into.take(submit.submission());
                    answers.add(() -> submit.future().complete(acceptance));
                }
                case Message.SubmitAll submit -> {
                    Acceptance acceptance = into.take(submit.batch());
                    answers.add(() -> submit.future().complete(acceptance));
                }
                case Message.Propose propose -> {
                    propose.proposal().apply(state).forEach(into::take);
                    answers.add(() -> propose.future().complete(null));
                }
                case Message.Ask<?> _ -> {}
                case Message.Stop stop -> {
                    stopping = true;
                    answers.add(() -> stop.future().complete(null));
                }
            }
        } catch (RuntimeException e) {
            answers.add(() -> message.future().completeExceptionally(e));
        }
    }

    private <T> void answer(Message.Ask<T> ask, State state) {
        try {
            T answer = ask.question().apply(state);
            answers.add(() -> ask.future().complete(answer));
        } catch (RuntimeException e) {
            answers.add(() -> ask.future().completeExceptionally(e));
        }
    }

    private void end(EngineStoppedException end) {
        ended = end;
        answers.clear();
        batch.addAll(held);
        held.clear();
        inbox.drainTo(batch);
        unanswered = (int) batch.stream()
                .filter(message -> !(message instanceof Message.Stop) && !(message instanceof Message.Ask<?>))
                .count();
        batch.forEach(message -> answerEnd(message, end));
        batch.clear();
    }

    private static void answerEnd(Message message, EngineStoppedException end) {
        boolean stopped = message instanceof Message.Stop && end.getCause() == null;
        elsewhere(() -> {
            if (stopped) {
                message.future().complete(null);
            } else {
                message.future().completeExceptionally(end);
            }
        });
    }

    /** Whoever waits for a future may go on with it for long: never on the engine's thread. */
    private static void elsewhere(Runnable answer) {
        Thread.startVirtualThread(answer);
    }
}
