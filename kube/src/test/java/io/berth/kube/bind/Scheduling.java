package io.berth.kube.bind;

import static io.berth.kube.server.Await.until;

import io.berth.core.catalog.Catalog;
import io.berth.core.event.Event;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.edge.metric.Metrics;
import io.berth.kube.api.ApiClient;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Watches;
import io.berth.kube.server.FakeServer;
import io.berth.kube.share.ShareConventions;
import io.berth.live.driver.LiveDriver;
import io.berth.live.journal.file.JournalOptions;
import io.berth.live.journal.file.Sync;
import io.berth.live.run.LiveOptions;
import io.berth.live.run.LiveRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A Berth that schedules the cluster of a server. */
final class Scheduling implements AutoCloseable {
    private final ApiClient client;
    private final Watches watches;
    private final LiveRun run;
    private final List<String> notes = new CopyOnWriteArrayList<>();
    private @Nullable KubeWorld world;

    /** Begins, or goes on with the journal; null for none. */
    Scheduling(FakeServer server, @Nullable Path journal) {
        this(server, journal, StrategySpec.of("test", "priority", "best-fit", "greedy"));
    }

    Scheduling(FakeServer server, @Nullable Path journal, StrategySpec strategy) {
        this(server, journal, strategy, "");
    }

    /** @param shares by which convention pods have shares; empty for none */
    Scheduling(FakeServer server, @Nullable Path journal, StrategySpec strategy, String shares) {
        client = new ApiClient(server.address());
        Mirror mirror = new Mirror(pod -> pod.bound() || pod.spec().scheduler().equals("berth"));
        if (!shares.isEmpty()) {
            mirror.shares().follow(ShareConventions.named(shares), notes::add);
        }
        watches = Watches.startScheduling(client, mirror, notes::add);
        LiveOptions options = LiveOptions.of(1, List.of(new Event.StrategyChanged(strategy)))
                .withObserver(new Observer() {
                    @Override
                    public void ended(JobEnd end) {
                        KubeWorld here = world;
                        if (here != null) {
                            here.ended(end);
                        }
                    }
                });
        if (journal != null) {
            options = options.withJournal(journal, JournalOptions.LIVE.withSync(Sync.WRITTEN));
        }
        run = LiveRun.start(options, (driver, _) -> world(driver));
    }

    private KubeWorld world(LiveDriver driver) {
        KubeWorld made = new KubeWorld(
                driver,
                client,
                watches,
                new KubeOptions("berth", KubeOptions.EACH, Catalog.standard(), () -> true),
                notes::add);
        world = made;
        return made;
    }

    /** What was said. */
    List<String> notes() {
        return notes;
    }

    /** What is counted, as Prometheus reads it. */
    String metrics() {
        return new Metrics(List.of(Objects.requireNonNull(world).metrics())).text();
    }

    /** Asks the engine. */
    <T> T ask(Function<State, T> question) {
        return run.driver().ask(question).join();
    }

    /** Waits until the engine has seen all that the server told by now, and has decided. */
    void settle(FakeServer server) {
        until(
                "the mirror has the pods",
                () -> watches.mirror().pods() == server.where().size());
        until(
                "nothing is left to look at",
                () -> !run.driver().ask(State::dirty).join());
    }

    /** True when it sends nothing more. */
    boolean closing() {
        return Objects.requireNonNull(world).closing();
    }

    @Override
    public void close() {
        watches.close();
        run.close();
        client.close();
    }
}
