package io.berth.app.kube;

import io.berth.app.adaptive.StrategyChooser;
import io.berth.app.catalog.FullCatalog;
import io.berth.app.system.EngineSetup;
import io.berth.app.system.LiveSystem;
import io.berth.app.system.Storage;
import io.berth.app.system.StrategyChoice;
import io.berth.app.system.SystemOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.api.call.Sources;
import io.berth.core.event.Event;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.kube.bind.KubeOptions;
import io.berth.kube.bind.KubeWorld;
import io.berth.kube.load.ClusterLoads;
import io.berth.kube.load.LoadSource;
import io.berth.kube.load.MetricsServer;
import io.berth.kube.load.Prometheus;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.Bounds;
import io.berth.live.driver.LiveDriver;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Retention;
import io.berth.live.journal.file.Sync;
import io.berth.live.run.LiveWorld;
import io.berth.spec.adaptive.AdaptiveSpec;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Berth that schedules a Kubernetes cluster: a system whose world is what the API server says. */
final class KubeSystem implements AutoCloseable {
    private static final long SEED = 42;

    private final KubeSettings settings;
    private final Consumer<String> notes;
    private final KubeEdges edges;
    private final LiveSystem system;
    private final @Nullable ClusterLoads loads;
    private @Nullable KubeWorld world;
    private @Nullable StrategyChooser chooser;

    private KubeSystem(KubeSettings settings, KubeEdges edges, Consumer<String> notes) {
        this.settings = settings;
        this.notes = notes;
        this.edges = edges;
        try {
            edges.awaitLease();
            system = LiveSystem.start(options(), notes);
            loads = loads(settings.own().place().loads());
        } catch (RuntimeException e) {
            edges.close();
            throw e;
        }
    }

    /**
     * Starts one, or goes on with that of the journal. Returns when it schedules, which it does once all was listed.
     *
     * @param edges are closed with it
     */
    static KubeSystem start(KubeSettings settings, KubeEdges edges, Consumer<String> notes) {
        return new KubeSystem(settings, edges, notes);
    }

    /** Where its console is. */
    String url() {
        ConsoleServer serving = system.console();
        return serving == null ? "" : serving.uri().toString();
    }

    /** Completed when it ended by itself, with the cause where it failed. */
    CompletableFuture<Void> done() {
        return system.done();
    }

    /** Throws why it failed, if it did. */
    void throwFailure() {
        system.throwFailure();
    }

    /** All figures, as Prometheus reads them. */
    String figures() {
        return Objects.requireNonNull(system.console()).metrics();
    }

    /** Is answered on the engine's thread. */
    CompletableFuture<?> ask() {
        return system.run().driver().ask(State::passes);
    }

    /** Pods stay as they are. */
    @Override
    public void close() {
        if (loads != null) {
            loads.close();
        }
        system.close();
        edges.close();
    }

    /** The API server is the truth: what a crash of the machine takes is listed again. */
    private static JournalOptions journal(KubeSettings.@Nullable Kept kept) {
        JournalOptions options = JournalOptions.LIVE.withSync(Sync.WRITTEN);
        return kept == null || kept.mostBytes() == Long.MAX_VALUE
                ? options
                : options.withRetention(new Retention(Long.MAX_VALUE, kept.mostBytes()));
    }

    private SystemOptions options() {
        KubeSettings.Kept kept = settings.journal();
        return new SystemOptions(
                new EngineSetup(
                        SEED, TimeOptions.REAL, beginning(), Bounds.NONE, (driver, _) -> world(driver), new Ends()),
                new Storage(
                        kept == null ? null : kept.folder(),
                        journal(kept),
                        null,
                        this::resumed,
                        "the last record of the journal was torn and is cut off"),
                new StrategyChoice(settings.strategy(), null, new StrategyReader(FullCatalog.names(), Path.of(""))),
                new KubeConsole(settings, this::sources),
                null,
                List.of(this::choose));
    }

    private Sources sources(LiveSystem running) {
        Sources known = Sources.NONE.withMetrics(Objects.requireNonNull(world).metrics());
        AdaptiveSpec adaptive = settings.adaptive();
        if (adaptive == null) {
            return known;
        }
        StrategyChooser chooses =
                new StrategyChooser(adaptive, running.view(), running.run().operator(), notes);
        chooser = chooses;
        return known.withMetrics(chooses);
    }

    /** Another strategy whenever one is better, where the settings say so and this process is the one that schedules. */
    private @Nullable AutoCloseable choose(LiveSystem running) {
        StrategyChooser chooses = chooser;
        if (chooses != null) {
            chooses.start(edges::leads);
        }
        return chooses;
    }

    private @Nullable ClusterLoads loads(KubeSettings.@Nullable Loads wanted) {
        if (wanted == null) {
            return null;
        }
        List<LoadSource> sources = new ArrayList<>();
        if (wanted.prometheus() != null) {
            sources.add(new Prometheus(wanted.prometheus()));
        }
        if (wanted.metricsServer()) {
            sources.add(new MetricsServer(edges.client(), Instant::now));
        }
        LiveDriver driver = system.run().driver();
        ClusterLoads asking = new ClusterLoads(sources, System::nanoTime, driver::proposeAll, notes);
        asking.start();
        return asking;
    }

    private LiveWorld world(LiveDriver driver) {
        KubeOptions how = new KubeOptions(settings.scheduler(), settings.events(), FullCatalog.get(), edges::leads);
        KubeWorld opened = new KubeWorld(driver, edges.client(), edges.watches(), how, notes);
        world = opened;
        return opened;
    }

    private List<Event> beginning() {
        StrategySpec strategy = settings.strategy();
        return List.of(new Event.StrategyChanged(
                strategy == null
                        ? new StrategyReader(FullCatalog.names(), Path.of(""))
                                .named(KubeSchema.DEFAULT_STRATEGY, "strategy")
                        : strategy));
    }

    private String resumed(State state) {
        return "goes on with " + Objects.requireNonNull(settings.journal()).folder() + ": "
                + state.nodes().count() + " nodes, " + state.liveJobs() + " pods that wait or run, " + state.decisions()
                + " decisions so far";
    }

    /** The world hears of jobs that end. */
    private final class Ends implements Observer {
        @Override
        public void ended(JobEnd end) {
            KubeWorld here = world;
            if (here != null) {
                here.ended(end);
            }
        }
    }
}
