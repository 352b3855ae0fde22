package io.berth.app.demo;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.demo.DemoOptions.ConsolePort;
import io.berth.app.demo.screen.DemoSnapshot;
import io.berth.app.demo.screen.WaitText;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.SystemName;
import io.berth.console.view.LiveView;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.clock.TimeOptions;
import io.berth.live.control.ControlException;
import io.berth.live.control.ControlServer;
import io.berth.live.control.EndedJobs;
import io.berth.live.control.StrategyFile;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.run.LiveOptions;
import io.berth.live.run.LiveRun;
import io.berth.sim.report.RunReport;
import io.berth.sim.run.Simulation;
import io.berth.spec.input.InputException;
import io.berth.spec.strategy.StrategyReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A demo that runs: the live system on the emulated world, with its control socket and its watched strategy file. */
final class DemoRun implements AutoCloseable {
    static final String DEFAULT_STRATEGY = "fgd-greedy";
    static final long DEFAULT_SEED = 42;

    private static final int ENDED_JOBS_KEPT = 10_000;

    private final long beganNanos = System.nanoTime();
    private final DemoOptions options;
    private final Consumer<String> notes;
    private final DemoJournal journal;
    private final Watch watch = new Watch();
    private final EndedJobs ended = new EndedJobs(ENDED_JOBS_KEPT);
    private final StrategyReader strategies = StrategyReader.ofText(FullCatalog.names());
    private final LiveRun run;
    private final @Nullable LiveView view;
    private @Nullable ConsoleServer console;
    private @Nullable ControlServer control;
    private @Nullable StrategyFile file;
    private double wallSecondsAtEnd;

    private DemoRun(DemoOptions options, Consumer<String> notes) {
        this.options = options;
        this.notes = notes;
        journal = DemoJournal.of(options, notes);
        view = options.console() == null ? null : new LiveView();
        Observer followers = ended.andThen(watch);
        long seed = Objects.requireNonNullElse(options.seed(), DEFAULT_SEED);
        LiveOptions live = LiveOptions.of(seed, beginning(seed))
                .withCatalog(FullCatalog.get())
                .withJournal(journal.folder(), journal.options())
                .withTime(TimeOptions.scaled(options.timeScale()).startingAt(DemoCluster.START_NANOS))
                .withObserver(view == null ? followers : followers.andThen(view));
        try {
            run = LiveRun.start(live, (driver, journalSeed) -> {
                DemoWorld world = new DemoWorld(driver, journalSeed, watch);
                watch.tellToo(world);
                return world;
            });
        } catch (RuntimeException e) {
            journal.delete(notes);
            throw e;
        }
    }

    /** Starts a demo, or goes on with that of the journal; {@code notes} gets what is worth a line meanwhile. */
    static DemoRun start(DemoOptions options, Consumer<String> notes) {
        DemoRun demo = new DemoRun(options, notes);
        try {
            demo.open();
            return demo;
        } catch (RuntimeException e) {
            demo.close();
            throw e;
        }
    }

    /** Completed when it ended by itself: somebody stopped it over the control socket, or it failed. */
    CompletableFuture<Void> done() {
        return run.done();
    }

    /** What a view shows of now. */
    DemoSnapshot snapshot() {
        return run.operator().ask(watch::expose).join().snapshot(wallSeconds(), options.timeScale());
    }

    /** Where its console is; empty where there is none. */
    String url() {
        return console == null ? "" : console.uri().toString();
    }

    /** Where its journal is; null for none. */
    @Nullable
    Path journal() {
        return journal.folder();
    }

    /** Ends it in order. */
    @Override
    public void close() {
        if (wallSecondsAtEnd == 0) {
            wallSecondsAtEnd = wallSeconds();
        }
        if (file != null) {
            file.close();
        }
        if (control != null) {
            control.close();
        }
        if (console != null) {
            console.close();
        }
        try {
            run.close();
        } finally {
            journal.delete(notes);
        }
    }

    /** The figures since it began or went on; call it after the end. */
    RunReport report() {
        State state = watch.state();
        return RunReport.of(state.strategy().name(), state.seed(), watch.metrics(), wallSecondsAtEnd);
    }

    /** How much cluster time passed since it began or went on; call it after the end. */
    long clusterNanos() {
        return watch.state().nowNanos() - watch.sinceNanos();
    }

    private void open() {
        RecoveredJournal recovered = run.recovered();
        if (recovered != null) {
            say(recovered);
        }
        StrategySpec strategy = options.strategy();
        boolean other = strategy != null
                && !strategy.equals(run.operator().ask(State::strategy).join());
        if (strategy != null && other) {
            run.operator().strategy(strategy).join();
        }
        if (options.strategyFile() != null) {
            file = new StrategyFile(options.strategyFile(), strategies, run.operator(), notes);
            file.watch();
        }
        openControl();
        openConsole(recovered == null ? List.of() : recovered.ends());
    }

    private void openConsole(List<JobEnd> ends) {
        ConsolePort port = options.console();
        LiveView pages = view;
        if (port == null || pages == null) {
            return;
        }
        run.operator()
                .ask(state -> {
                    pages.recover(ends, state);
                    return true;
                })
                .join();
        try {
            console = serve(port.port(), pages);
        } catch (UncheckedIOException e) {
            if (port.asked()) {
                throw new InputException("--port " + port.port(), String.valueOf(e.getMessage()));
            }
            console = serve(0, pages);
        }
        notes.accept("console at " + url());
    }

    private ConsoleServer serve(int port, LiveView pages) {
        return ConsoleServer.start(
                ConsoleOptions.local(port)
                        .withCatalog(FullCatalog.get())
                        .withSources(Sources.NONE.withLinks(DemoCluster::links))
                        .called(new SystemName(
                                "demo", DemoRun.class.getPackage().getImplementationVersion()))
                        .reporting(notes),
                run,
                pages);
    }

    private void openControl() {
        Path path = options.control();
        if (path == null) {
            return;
        }
        try {
            control = ControlServer.open(path, run.operator(), strategies, ended);
        } catch (ControlException | UncheckedIOException e) {
            if (options.controlAsked()) {
                throw new InputException("--control", String.valueOf(e.getMessage()));
            }
            notes.accept(e.getMessage() + "; this demo goes without (--control SOCKET names another)");
        }
    }

    private void say(RecoveredJournal recovered) {
        State state = recovered.state();
        notes.accept("goes on with the journal in " + options.journal() + " at " + WaitText.date(state.nowNanos())
                + ", after " + state.decisions() + " decisions");
        if (recovered.torn() != null) {
            notes.accept("its last record was torn and is cut off");
        }
        Long asked = options.seed();
        if (asked != null && asked != state.seed()) {
            notes.accept("the seed of the journal, " + state.seed() + ", holds; --seed " + asked + " does not");
        }
    }

    private List<Event> beginning(long seed) {
        List<NodeSpec> nodes = DemoCluster.nodes();
        StrategySpec strategy = options.strategy();
        if (strategy == null) {
            strategy = strategies.named(DEFAULT_STRATEGY, "--strategy");
        }
        return Simulation.opening(nodes, strategy, DemoStream.mix(seed, nodes));
    }

    private double wallSeconds() {
        return (System.nanoTime() - beganNanos) / 1e9;
    }
}
