package io.berth.app.kube;

import io.berth.app.catalog.FullCatalog;
import io.berth.app.system.EngineSetup;
import io.berth.app.system.LiveSystem;
import io.berth.app.system.Storage;
import io.berth.app.system.StrategyChoice;
import io.berth.app.system.SystemOptions;
import io.berth.console.ConsoleServer;
import io.berth.core.event.Event;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.kube.api.ApiClient;
import io.berth.kube.bind.KubeOptions;
import io.berth.kube.bind.KubeWorld;
import io.berth.kube.lease.LeaderElection;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Watches;
import io.berth.live.clock.TimeOptions;
import io.berth.live.driver.Bounds;
import io.berth.live.driver.LiveDriver;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Sync;
import io.berth.live.run.LiveWorld;
import io.berth.spec.strategy.StrategyReader;
import java.nio.file.Path;
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
    private final ApiClient client;
    private final Watches watches;
    private final @Nullable LeaderElection election;
    private final LiveSystem system;
    private @Nullable KubeWorld world;

    private KubeSystem(KubeSettings settings, Consumer<String> notes) {
        this.settings = settings;
        this.notes = notes;
        String scheduler = settings.scheduler();
        client = new ApiClient(settings.server());
        Mirror mirror = new Mirror(pod -> pod.bound() || pod.spec().scheduler().equals(scheduler));
        watches = Watches.start(client, mirror, notes);
        election = settings.lease() == null ? null : new LeaderElection(client, settings.lease(), notes);
        try {
            awaitLease();
            system = LiveSystem.start(options(), notes);
        } catch (RuntimeException e) {
            closeEdges();
            throw e;
        }
    }

    /** Starts one, or goes on with that of the journal. Returns when it schedules, which it does once all was listed. */
    static KubeSystem start(KubeSettings settings, Consumer<String> notes) {
        return new KubeSystem(settings, notes);
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

    /** True where it ended because another may schedule in its place. */
    boolean lost() {
        return election != null && election.lost().isDone();
    }

    /** Has {@code work} run when that comes to be. */
    void whenLost(Runnable work) {
        if (election != null) {
            election.lost().thenRun(work);
        }
    }

    /** Pods stay as they are. */
    @Override
    public void close() {
        system.close();
        closeEdges();
    }

    private void closeEdges() {
        watches.close();
        if (election != null) {
            election.close();
        }
        client.close();
    }

    /** Meanwhile the cluster is watched, so that it begins at once. */
    private void awaitLease() {
        if (election != null) {
            try {
                election.acquire();
            } catch (InterruptedException e) {
                throw new IllegalStateException("Nobody interrupts who waits for the lease.", e);
            }
        }
    }

    private SystemOptions options() {
        return new SystemOptions(
                new EngineSetup(
                        SEED, TimeOptions.REAL, beginning(), Bounds.NONE, (driver, _) -> world(driver), new Ends()),
                new Storage(
                        settings.journal(),
                        // The API server is the truth: what a crash of the machine takes is listed again.
                        JournalOptions.LIVE.withSync(Sync.WRITTEN),
                        null,
                        this::resumed,
                        "the last record of the journal was torn and is cut off"),
                new StrategyChoice(settings.strategy(), null, new StrategyReader(FullCatalog.names(), Path.of(""))),
                new KubeConsole(settings, () -> Objects.requireNonNull(world).metrics()),
                null,
                List.of());
    }

    private LiveWorld world(LiveDriver driver) {
        KubeOptions how = new KubeOptions(
                settings.scheduler(), settings.events(), FullCatalog.get(), () -> election == null || election.leads());
        KubeWorld opened = new KubeWorld(driver, client, watches, how, notes);
        world = opened;
        return opened;
    }

    private List<Event> beginning() {
        StrategySpec strategy = settings.strategy();
        return List.of(new Event.StrategyChanged(
                strategy == null
                        ? new StrategyReader(FullCatalog.names(), Path.of(""))
                                .named(KubeSettings.DEFAULT_STRATEGY, "strategy")
                        : strategy));
    }

    private String resumed(State state) {
        return "goes on with " + settings.journal() + ": " + state.nodes().count() + " nodes, " + state.liveJobs()
                + " pods that wait or run, " + state.decisions() + " decisions so far";
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
