package io.berth.app.demo;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.demo.screen.DemoSnapshot;
import io.berth.app.demo.screen.WaitText;
import io.berth.app.system.EngineSetup;
import io.berth.app.system.LiveSystem;
import io.berth.app.system.Storage;
import io.berth.app.system.StrategyChoice;
import io.berth.app.system.SystemOptions;
import io.berth.console.ConsoleServer;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.event.Event;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.Bounds;
import io.berth.live.driver.LiveDriver;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.run.LiveWorld;
import io.berth.sim.report.RunReport;
import io.berth.sim.run.Simulation;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A demo that runs: a system on the emulated world, watched for its views. */
final class DemoRun implements AutoCloseable {
    static final String DEFAULT_STRATEGY = "fgd-greedy";
    static final long DEFAULT_SEED = 42;

    private final long beganNanos = System.nanoTime();
    private final DemoOptions options;
    private final Consumer<String> notes;
    private final DemoJournal journal;
    private final Watch watch = new Watch();
    private final StrategyReader strategies = StrategyReader.ofText(FullCatalog.names());
    private final LiveSystem system;
    private double wallSecondsAtEnd;

    private DemoRun(DemoOptions options, Consumer<String> notes) {
        this.options = options;
        this.notes = notes;
        journal = DemoJournal.of(options, notes);
        try {
            system = LiveSystem.start(systemOptions(), notes);
        } catch (RuntimeException e) {
            journal.delete(notes);
            throw e;
        }
    }

    /** Starts a demo, or goes on with that of the journal; {@code notes} gets what is worth a line meanwhile. */
    static DemoRun start(DemoOptions options, Consumer<String> notes) {
        DemoRun demo = new DemoRun(options, notes);
        demo.say();
        return demo;
    }

    /** Completed when it ended by itself, which it does only where it failed. */
    CompletableFuture<Void> done() {
        return system.done();
    }

    /** Throws why it failed, if it did. */
    void throwFailure() {
        system.throwFailure();
    }

    /** What a view shows of now. */
    DemoSnapshot snapshot() {
        return system.run().operator().ask(watch::expose).join().snapshot(wallSeconds(), options.timeScale());
    }

    /** Where its console is; empty where there is none. */
    String url() {
        ConsoleServer console = system.console();
        return console == null || !console.hasPort() ? "" : console.uri().toString();
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
        try {
            system.close();
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

    private SystemOptions systemOptions() {
        long seed = Objects.requireNonNullElse(options.seed(), DEFAULT_SEED);
        return new SystemOptions(
                new EngineSetup(
                        seed,
                        TimeOptions.scaled(options.timeScale()).startingAt(DemoCluster.START_NANOS),
                        beginning(seed),
                        Bounds.NONE,
                        this::world,
                        watch),
                new Storage(
                        journal.folder(),
                        journal.options(),
                        null,
                        this::resumed,
                        "its last record was torn and is cut off"),
                new StrategyChoice(options.strategy(), options.strategyFile(), strategies),
                options.console() == null && options.control() == null ? null : new DemoConsole(options, notes),
                null,
                List.of());
    }

    private LiveWorld world(LiveDriver driver, long journalSeed) {
        DemoWorld world = new DemoWorld(driver, journalSeed, watch);
        watch.tellToo(world);
        return world;
    }

    private String resumed(State state) {
        return "goes on with the journal in " + options.journal() + " at " + WaitText.date(state.nowNanos())
                + ", after " + state.decisions() + " decisions";
    }

    /** What somebody who started it should know. */
    private void say() {
        RecoveredJournal recovered = system.run().recovered();
        Long asked = options.seed();
        if (recovered != null && asked != null && asked != recovered.state().seed()) {
            notes.accept(
                    "the seed of the journal, " + recovered.state().seed() + ", holds; --seed " + asked + " does not");
        }
        if (!url().isEmpty()) {
            notes.accept("console at " + url());
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
