package io.berth.app.kube;

import io.berth.app.catalog.FullCatalog;
import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Cure;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.explain.Explanation;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.kube.diff.Account;
import io.berth.kube.mirror.Listing;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.object.Pod;
import io.berth.sim.forecast.Eta;
import io.berth.sim.forecast.Forecast;
import io.berth.sim.forecast.Moment;
import io.berth.sim.forecast.RunTime;
import io.berth.sim.forecast.RunTimes;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a Berth that schedules for {@code scheduler} by {@code strategy} would say of a cluster that was listed. */
record PodSnapshot(Listing listing, String scheduler, StrategySpec strategy, Consumer<String> notes) {
    private static final long SEED = 42;
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int MOST_NAMED = 3;

    /** Why the pod of {@code uid} waits at {@code now}; null where it does not wait in it. */
    @Nullable
    PodWhy why(String uid, Instant now, String source) {
        PodWhy ofClaims = ofClaims(uid, source);
        if (ofClaims != null) {
            return ofClaims;
        }
        Catalog catalog = FullCatalog.get();
        State state = new State(SEED);
        Account.tell(listing, state, pod -> pod.spec().scheduler().equals(scheduler), notes);
        long nowNanos = Math.max(state.nowNanos(), TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano());
        state.apply(nowNanos, new Event.StrategyChanged(catalog.signed(strategy)));
        TaskOfJob task = state.taskByKey(uid);
        if (task == null || !task.job().waiting()) {
            return null;
        }
        long id = task.job().id();
        Explanation why = Explainer.of(state, catalog).explain(id);
        if (why == null) {
            return null;
        }
        Reason reason = why.reason();
        Cure cure = why.cure();
        return new PodWhy(
                task.job().spec().name(),
                "pending",
                reason == null ? "the next pass starts it" : why.text(),
                cure == null ? null : CureText.of(cure.name().toLowerCase(Locale.ROOT)),
                why.nodes().entries().stream()
                        .map(entry -> new PodWhy.Lack(entry.nodes(), entry.text()))
                        .toList(),
                start(state, nowNanos, id),
                source + ", as " + strategy.name() + " decides");
    }

    /** What its claims keep it waiting for; null for nothing. */
    private @Nullable PodWhy ofClaims(String uid, String source) {
        Mirror mirror = listing.mirror();
        Pod pod = mirror.pod(uid);
        if (pod == null) {
            return null;
        }
        boolean unread =
                !pod.spec().needs().claims().isEmpty() && !mirror.claims().weighsDevices();
        String waits = unread
                ? "claims of devices cannot be read"
                : mirror.claims().needs(pod).waits();
        return waits.isEmpty() ? null : PodWhy.plain(pod.meta().key().text(), "pending", waits, source);
    }

    private static PodWhy.Start start(State state, long nowNanos, long id) {
        Forecast forecast =
                new Forecast(() -> state.image().state(), FullCatalog.get(), nowNanos, RunTimes.of(List.of()));
        long began = System.nanoTime();
        Eta eta = forecast.eta(id, () -> System.nanoTime() - began < MOST_NANOS);
        if (eta == null) {
            return PodWhy.Start.unknown("nobody can say");
        }
        Moment moment = eta.start();
        return switch (eta.verdict()) {
            case STARTS ->
                new PodWhy.Start(
                        waitsFor(eta, id),
                        time(moment == null ? nowNanos : moment.nanos()),
                        time(moment == null ? nowNanos : moment.earlyNanos()),
                        time(moment == null ? nowNanos : moment.lateNanos()));
            case UNKNOWN ->
                PodWhy.Start.unknown(
                        others(eta, id).isEmpty()
                                ? "nothing that is known to come lets it start"
                                : "not known, as nobody says how long " + others(eta, id)
                                        + " run: activeDeadlineSeconds of those pods would tell");
            case TURNED_AWAY -> PodWhy.Start.unknown("never: no node could hold it");
            case FAR -> PodWhy.Start.unknown("further away than was looked");
        };
    }

    private static String waitsFor(Eta eta, long id) {
        return others(eta, id).isEmpty() ? "it waits for its turn" : "it waits for the end of " + others(eta, id);
    }

    private static String others(Eta eta, long id) {
        return eta.restsOn().stream()
                .filter(run -> run.job() != id)
                .limit(MOST_NAMED)
                .map(RunTime::name)
                .collect(Collectors.joining(", "));
    }

    private static String time(long nanos) {
        return Instant.ofEpochSecond(nanos / Nanos.SECOND, nanos % Nanos.SECOND).toString();
    }
}
