package io.berth.app.system;

import io.berth.app.catalog.FullCatalog;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobHistory;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.driver.LiveDriver;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.run.LiveOptions;
import io.berth.live.run.LiveRun;
import io.berth.live.run.LiveWorld;
import io.berth.live.run.StrategyFile;
import io.berth.spec.input.InputException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A system that runs: engine, journal, those who follow it, console, learning, and the parts of its edge. The page of this
 * package says what is opened when.
 */
public final class LiveSystem implements AutoCloseable {
    private final SystemOptions options;
    private final Consumer<String> notes;
    private final List<AutoCloseable> open = new ArrayList<>();
    private final LiveView view = new LiveView(LiveView.ENDED_KEPT, this::remember);
    private final @Nullable OnlineLearning learning;
    private final LiveRun run;
    private @Nullable JobHistory history;
    private @Nullable ConsoleServer console;

    private LiveSystem(SystemOptions options, Consumer<String> notes) {
        this.options = options;
        this.notes = notes;
        learning = learning();
        run = startRun();
    }

    /**
     * Starts a system, or goes on with the one whose journal is there. Where that fails, nothing stays open.
     *
     * @param notes gets a line for what somebody should know, on any thread
     * @throws io.berth.live.journal.file.JournalException where the journal cannot be used
     * @throws InputException where what was asked for cannot be had
     */
    public static LiveSystem start(SystemOptions options, Consumer<String> notes) {
        LiveSystem system = new LiveSystem(options, notes);
        try {
            system.open();
            return system;
        } catch (RuntimeException e) {
            system.close();
            // An engine that failed answers nobody: why it did is what somebody should know.
            system.throwFailure();
            throw e;
        }
    }

    /** Its engine, and what people may ask of it. */
    public LiveRun run() {
        return run;
    }

    /** What is known of it without asking the engine; only of a system with a console does it follow. */
    public LiveView view() {
        return view;
    }

    /** What it serves; null where it has no console. */
    public @Nullable ConsoleServer console() {
        return console;
    }

    /** Completed when it ended by itself, with the cause where it failed. */
    public CompletableFuture<Void> done() {
        return run.done();
    }

    /** Throws why it failed, if it did; only of one that has ended. */
    public void throwFailure() {
        try {
            run.done().join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Writes what could not be written into the file of ended jobs so far, where there is one. */
    public void retryHistory() {
        JobHistory kept = history;
        if (kept != null) {
            kept.retry();
        }
    }

    /** Stops in order; each part is closed whatever became of the others. */
    @Override
    public void close() {
        for (AutoCloseable part : open.reversed()) {
            try {
                part.close();
            } catch (Exception e) {
                notes.accept("cannot close: " + e.getMessage());
            }
        }
        open.clear();
    }

    private @Nullable OnlineLearning learning() {
        LearningSetup setup = options.learning();
        Path journal = options.storage().journal();
        if (setup == null || journal == null) {
            return null;
        }
        return new OnlineLearning(setup.options(), new LearnerFile(setup.file()), journal, notes);
    }

    private LiveRun startRun() {
        EngineSetup engine = options.engine();
        LiveOptions live = LiveOptions.of(engine.seed(), engine.beginning())
                .withCatalog(FullCatalog.get())
                .withJournal(options.storage().journal(), options.storage().options())
                .withTime(engine.time())
                .withObserver(observer());
        try {
            LiveRun started = LiveRun.start(live, this::world, this::checkPlugins);
            open.add(started);
            return started;
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Observer observer() {
        Observer known = options.engine().follower();
        if (options.console() != null) {
            known = known.andThen(view).andThen(new Observer() {
                @Override
                public void instant(Frame frame, State state) {
                    // Before a snapshot hides from the next recovery who ended.
                    retryHistory();
                }
            });
        }
        if (learning != null) {
            known = known.andThen(learning);
        }
        known = known.andThen(new PluginNotes(notes));
        return options.engine().time().followsMachine() ? known.andThen(new ClockNotes(notes)) : known;
    }

    /** The journal is locked when this is called, so the files beside it are this process's. */
    private LiveWorld world(LiveDriver driver, long seed) {
        Path file = options.storage().history();
        if (file == null) {
            return options.engine().world().open(driver, seed);
        }
        JobHistory kept = JobHistory.open(file, LiveView.ENDED_KEPT, notes);
        history = kept;
        open.add(kept);
        return new RememberedWorld(options.engine().world().open(driver, seed), view, kept, notes);
    }

    private void remember(JobEntry job) {
        JobHistory kept = history;
        if (kept != null) {
            kept.accept(job);
        }
    }

    private void open() {
        run.operator().bound(options.engine().bounds());
        RecoveredJournal recovered = run.recovered();
        if (options.console() != null) {
            run.operator()
                    .ask(state -> {
                        view.recover(recovered == null ? List.of() : recovered.ends(), state);
                        return true;
                    })
                    .join();
        }
        if (recovered != null) {
            say(recovered);
        }
        setStrategy();
        openConsole();
        if (learning != null) {
            open.add(learning);
            learning.start(run.operator());
        }
        openStrategyFile();
        for (Part part : options.parts()) {
            AutoCloseable opened = part.open(this);
            if (opened != null) {
                open.add(opened);
            }
        }
        if (console != null) {
            console.ready();
        }
    }

    /** Puts in force what is wanted; else what is in force, where a plugin of it is there in another file than before. */
    private void setStrategy() {
        StrategySpec inForce = run.operator().ask(State::strategy).join();
        StrategySpec wanted = options.strategy().wanted();
        StrategySpec strategy = FullCatalog.get().signed(wanted == null ? inForce : wanted);
        if (strategy.equals(inForce)) {
            return;
        }
        if (wanted == null) {
            strategy.plugins()
                    .forEach(plugin -> notes.accept(
                            "the strategy \"" + strategy.name() + "\" goes on with " + plugin.shortText()));
        }
        run.operator().strategy(strategy).join();
    }

    /** The engine would go on without a plugin that is gone; to want that is for people. */
    private void checkPlugins(State state) {
        StrategySpec inForce = state.strategy();
        if (inForce.plugins().isEmpty() || options.strategy().wanted() != null) {
            return;
        }
        try {
            FullCatalog.get().strategy(inForce, state.facts());
        } catch (IllegalArgumentException e) {
            throw new InputException(
                    "the strategy \"" + inForce.name() + "\"",
                    "has parts of "
                            + inForce.plugins().stream()
                                    .map(plugin -> "the plugin " + plugin)
                                    .toList()
                            + " and cannot go on: " + e.getMessage()
                            + " Put the jar back, or name another strategy in the configuration (key strategy).");
        }
    }

    /** What somebody should know of what was there. */
    private void say(RecoveredJournal recovered) {
        boolean real = options.engine().time().followsMachine();
        List<String> lines = new ArrayList<>();
        run.operator()
                .ask(state -> {
                    lines.add(options.storage().resumed().apply(state));
                    if (real) {
                        lines.add(run.driver().timeNotice());
                        lines.add(ClockNotes.apart(state.wall().lastOffsetNanos()));
                    }
                    return true;
                })
                .join();
        if (recovered.torn() != null) {
            lines.add(options.storage().torn());
        }
        lines.stream().filter(line -> !line.isEmpty()).forEach(notes);
    }

    private void openConsole() {
        ConsoleSetup setup = options.console();
        if (setup == null) {
            return;
        }
        open.add(setup);
        ConsoleOptions wanted = setup.options(this);
        if (wanted == null) {
            return;
        }
        ConsoleServer serving;
        try {
            serving = serve(wanted);
        } catch (UncheckedIOException e) {
            serving = serve(setup.instead(e));
        }
        console = serving;
        open.add(serving);
    }

    private ConsoleServer serve(ConsoleOptions wanted) {
        ConsoleOptions whole =
                wanted.withCatalog(FullCatalog.get()).startingUp().reporting(notes);
        return ConsoleServer.start(learning == null ? whole : whole.withLearning(learning), run, view);
    }

    private void openStrategyFile() {
        StrategyChoice choice = options.strategy();
        if (choice.file() != null) {
            StrategyFile file = new StrategyFile(choice.file(), choice.reader(), run.operator(), notes);
            open.add(file);
            file.watch();
        }
    }
}
