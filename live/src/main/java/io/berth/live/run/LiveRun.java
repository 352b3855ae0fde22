package io.berth.live.run;

import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.journal.Journal;
import io.berth.core.plugin.PluginFailure;
import io.berth.core.policy.window.WindowAdviser;
import io.berth.core.policy.window.WindowPlanners;
import io.berth.core.state.Job;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.workload.JobSpec;
import io.berth.live.clock.TimeBefore;
import io.berth.live.disk.DiskFullException;
import io.berth.live.disk.Reserve;
import io.berth.live.driver.LiveDriver;
import io.berth.live.driver.Operator;
import io.berth.live.journal.JournalCare;
import io.berth.live.journal.JournalDirectory;
import io.berth.live.journal.RecoveredJournal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A system that runs: begun anew, or recovered from its journal and resumed. */
public final class LiveRun implements AutoCloseable {
    private final LiveDriver driver;
    private final LiveWorld world;
    private final @Nullable LiveAdviser adviser;
    private final Operator operator;
    private final @Nullable JournalDirectory journal;
    private final @Nullable RecoveredJournal recovered;

    private LiveRun(LiveOptions options, LiveDriver driver, LiveWorld world, @Nullable LiveAdviser adviser, Base base) {
        this.driver = driver;
        this.world = world;
        this.adviser = adviser;
        this.operator = new Operator(driver, options.catalog());
        this.journal = base.journal();
        this.recovered = base.recovered();
    }

    /** The state to begin with, and where it is kept. */
    private record Base(
            State state,
            @Nullable JournalDirectory journal,
            @Nullable RecoveredJournal recovered,
            List<Event> submissions) {}

    /**
     * Starts a run. When this returns, the beginning of a new system is durable.
     *
     * @throws io.berth.live.journal.file.JournalException where the journal cannot be used
     */
    public static LiveRun start(LiveOptions options, WorldFactory worlds) {
        return start(options, worlds, _ -> {});
    }

    /**
     * The same; where a state was recovered, {@code check} sees it before anything goes on with it, and may throw to leave it as it was.
     *
     * @throws io.berth.live.journal.file.JournalException where the journal cannot be used
     */
    public static LiveRun start(LiveOptions options, WorldFactory worlds, Consumer<State> check) {
        Base base = base(options);
        try {
            if (base.recovered() != null) {
                check.accept(base.state());
            }
            return start(options, worlds, base);
        } catch (RuntimeException e) {
            if (base.journal() != null) {
                base.journal().close();
            }
            throw e;
        }
    }

    /** What the run's world and its edges work with. */
    public LiveDriver driver() {
        return driver;
    }

    /** What people may ask of it. */
    public Operator operator() {
        return operator;
    }

    /** How it was recovered; null where it began anew. */
    public @Nullable RecoveredJournal recovered() {
        return recovered;
    }

    /** Where its journal is; null where it keeps none. */
    public @Nullable Path journal() {
        return journal == null ? null : journal.directory();
    }

    /** The room that its journal holds back for when the disk is full; null where it keeps none. */
    public @Nullable Reserve reserve() {
        return journal == null ? null : journal.reserve();
    }

    /** Completed when it has ended: normally when it was stopped, with the cause when it failed. */
    public CompletableFuture<Void> done() {
        return driver.done();
    }

    /** Stops in order: what was sent before is lived through and durable, then world and journal are closed. */
    @Override
    public void close() {
        driver.close();
        if (adviser != null) {
            adviser.close();
        }
        try {
            world.close();
        } finally {
            if (journal != null) {
                journal.close();
            }
        }
    }

    private static LiveRun start(LiveOptions options, WorldFactory worlds, Base base) {
        State state = base.state();
        LiveDriver driver = new LiveDriver(options.time(), options.clock(), TimeBefore.of(state));
        LiveWorld world = worlds.open(driver, state.seed());
        JournalDirectory journal = base.journal();
        boolean anew = state.instants() == 0;
        AtomicBoolean begun = new AtomicBoolean(!anew);
        if (journal != null) {
            journal.setCare(new Care(driver, world, begun));
        }
        Observer followers = driver.observer().andThen(options.observer());
        Observer observer = journal == null ? followers : new Keeper(followers, journal);
        WindowPlanners planners = options.catalog().planners();
        @Nullable LiveAdviser adviser = planners == null ? null : new LiveAdviser(planners, driver);
        Engine engine = new Engine(
                state,
                options.catalog(),
                new Engine.Parts(
                        journal == null ? Journal.NONE : journal,
                        driver,
                        world,
                        observer,
                        adviser == null ? WindowAdviser.NONE : adviser));
        driver.prepare(engine, base.submissions());
        LiveRun run = new LiveRun(options, driver, world, adviser, base);
        driver.start(() -> {
            engine.resume();
            world.resume(state);
        });
        if (anew && !options.beginning().isEmpty()) {
            try {
                driver.post(options.beginning()).join();
            } catch (CompletionException e) {
                run.close();
                Throwable cause = e.getCause() == null ? e : e.getCause();
                throw new IllegalStateException("The run could not begin: " + cause.getMessage(), cause);
            }
        }
        begun.set(true);
        return run;
    }

    private static Base base(LiveOptions options) {
        Path directory = options.journal();
        if (directory == null) {
            return new Base(new State(options.seed()), null, null, List.of());
        }
        if (!JournalDirectory.exists(directory)) {
            JournalDirectory journal = JournalDirectory.create(directory, options.seed(), options.journalOptions());
            return new Base(new State(options.seed()), journal, null, List.of());
        }
        List<Event> submissions = new ArrayList<>();
        RecoveredJournal recovered = RecoveredJournal.open(directory, options.journalOptions(), frame -> {
            for (Event event : frame.events()) {
                if (event instanceof Event.JobSubmitted) {
                    submissions.add(event);
                }
            }
        });
        return new Base(recovered.state(), recovered.journal(), recovered, submissions);
    }

    /** Has the journal wait on the engine's thread for room on the disk, once it has begun, and says what it says. */
    private record Care(LiveDriver driver, LiveWorld world, AtomicBoolean begun) implements JournalCare {
        @Override
        public void awaitRoom(IOException cause) {
            if (!begun.get()) {
                throw new DiskFullException("the journal cannot be begun: " + cause.getMessage(), cause);
            }
            driver.awaitRoom(cause);
        }

        @Override
        public void note(String line) {
            world.note(line);
        }
    }

    /** Makes snapshots when they are due, after others heard of the instant: what they keep of it is no part of the state. */
    private record Keeper(Observer observer, JournalDirectory journal) implements Observer {
        @Override
        public void ended(JobEnd end) {
            observer.ended(end);
        }

        @Override
        public void updated(Job job, JobSpec before) {
            observer.updated(job, before);
        }

        @Override
        public void instant(Frame frame, State state) {
            observer.instant(frame, state);
            journal.snapshotIfDue(state);
        }

        @Override
        public void failed(PluginFailure failure) {
            observer.failed(failure);
        }
    }
}
