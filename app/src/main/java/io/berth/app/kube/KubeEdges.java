package io.berth.app.kube;

import io.berth.kube.api.ApiClient;
import io.berth.kube.lease.LeaderElection;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Watches;
import io.berth.kube.share.ShareConventions;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a Berth has of its cluster from the start on, whether it schedules or waits for the lease.
 *
 * @param election null where nobody else schedules
 */
record KubeEdges(
        ApiClient client, Watches watches, @Nullable LeaderElection election) implements AutoCloseable {
    /** Begins to watch. */
    static KubeEdges open(KubeSettings settings, Consumer<String> notes) {
        String scheduler = settings.scheduler();
        ApiClient client = new ApiClient(settings.server());
        Mirror mirror = new Mirror(pod -> pod.bound() || pod.spec().scheduler().equals(scheduler));
        if (settings.own().images()) {
            mirror.images().follow();
        }
        mirror.setLevels(settings.own().levels());
        if (!settings.own().shares().isEmpty()) {
            mirror.shares().follow(ShareConventions.named(settings.own().shares()), notes);
        }
        Watches watches = Watches.startScheduling(client, mirror, notes);
        return new KubeEdges(
                client, watches, settings.lease() == null ? null : new LeaderElection(client, settings.lease(), notes));
    }

    /** Waits until nobody else schedules; meanwhile the cluster is watched, so that it begins at once. */
    void awaitLease() {
        if (election != null) {
            try {
                election.acquire();
            } catch (InterruptedException e) {
                throw new IllegalStateException("Nobody interrupts who waits for the lease.", e);
            }
        }
    }

    /** True while nobody else may bind what is its own. */
    boolean leads() {
        return election == null || election.leads();
    }

    /** True where another may schedule in its place. */
    boolean lost() {
        return election != null && election.lost().isDone();
    }

    /** Has {@code work} run when that comes to be. */
    void whenLost(Runnable work) {
        if (election != null) {
            election.lost().thenRun(work);
        }
    }

    /** Gives the lease back, where it has it. */
    @Override
    public void close() {
        watches.close();
        if (election != null) {
            election.close();
        }
        client.close();
    }
}
