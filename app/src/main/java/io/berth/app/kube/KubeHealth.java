package io.berth.app.kube;

import io.berth.edge.metric.Metric;
import io.berth.edge.metric.MetricSource;
import io.berth.edge.metric.MetricText;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a Berth that schedules a cluster lives, and is ready. One that waits for the lease is ready when all was listed once, as
 * kube-scheduler is: a new version then takes the place of the one before, pod by pod, and the last to end hands over to one that knows
 * the cluster. Dead is only what a restart would help.
 */
final class KubeHealth implements MetricSource {
    /** Who may not schedule any more, or failed, ends by itself sooner. */
    static final long ENDING_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** A pass over very many pods takes seconds. */
    static final long STUCK_NANOS = TimeUnit.MINUTES.toNanos(2);

    private static final Metric LEADS = Metric.gauge(
            "berth_kube_leads",
            "0 or 1",
            "1 where this one schedules, 0 where it waits for the lease that another has.",
            "name");
    private static final Metric LISTED =
            Metric.gauge("berth_kube_listed", "0 or 1", "1 where all nodes and pods were listed once, else 0.");

    private final String name;
    private final LongSupplier nanos;
    private BooleanSupplier listed = () -> false;
    private BooleanSupplier leads = () -> false;
    private @Nullable Supplier<CompletableFuture<?>> engine;
    private CompletableFuture<?> asked = CompletableFuture.completedFuture(null);
    private long askedNanos;
    private @Nullable Long overNanos;

    /**
     * Of a start.
     *
     * @param name of the scheduler
     * @param nanos as {@link System#nanoTime}
     */
    KubeHealth(String name, LongSupplier nanos) {
        this.name = name;
        this.nanos = nanos;
    }

    /** The cluster is watched from now on. */
    synchronized void watching(BooleanSupplier allListed, BooleanSupplier mayBind) {
        listed = allListed;
        leads = mayBind;
    }

    /** It schedules from now on; {@code question} is answered on the engine's thread. */
    synchronized void scheduling(Supplier<CompletableFuture<?>> question) {
        engine = question;
    }

    /** It is about to end. */
    synchronized void over() {
        if (overNanos == null) {
            overNanos = nanos.getAsLong();
        }
    }

    /** Why a restart is all that helps; null where it is not. */
    synchronized @Nullable String dead() {
        long now = nanos.getAsLong();
        Long over = overNanos;
        if (over != null) {
            return now - over > ENDING_NANOS ? "it should have ended by now" : null;
        }
        Supplier<CompletableFuture<?>> question = engine;
        if (question == null) {
            return null;
        }
        if (!asked.isDone()) {
            return now - askedNanos > STUCK_NANOS ? "the engine does not answer" : null;
        }
        askedNanos = now;
        asked = question.get();
        return null;
    }

    /** Why it is not ready; null where it is. */
    synchronized @Nullable String unready() {
        if (overNanos != null) {
            return "it is about to end";
        }
        return listed.getAsBoolean() ? null : "the cluster was not listed yet";
    }

    /** What it does, for people. */
    synchronized String role() {
        return leads.getAsBoolean() ? "schedules" : "waits for the lease";
    }

    @Override
    public List<Metric> metrics() {
        return List.of(LEADS, LISTED);
    }

    @Override
    public synchronized void write(MetricText text) {
        text.put(LEADS, leads.getAsBoolean() ? 1.0 : 0.0, name);
        text.put(LISTED, listed.getAsBoolean() ? 1.0 : 0.0);
    }
}
