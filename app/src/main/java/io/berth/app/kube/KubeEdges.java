package io.berth.app.kube;

import io.berth.kube.api.ApiClient;
import io.berth.kube.lease.LeaderElection;
import io.berth.kube.mirror.Mirror;
import io.berth.kube.mirror.Watches;
import io.berth.kube.share.ListedDevices;
import io.berth.kube.share.ShareConvention;
import io.berth.kube.share.ShareConventions;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a Berth has of its cluster from the start on, whether it schedules or waits for the lease.
 *
 * @param devices objects that say the devices of nodes; null where nodes say them
 * @param election null where nobody else schedules
 */
record KubeEdges(
        ApiClient client,
        Watches watches,
        @Nullable ListedDevices devices,
        @Nullable LeaderElection election) implements AutoCloseable {
    /** Begins to watch. */
    static KubeEdges open(KubeSettings settings, Consumer<String> notes) {
        String scheduler = settings.scheduler();
        ApiClient client = new ApiClient(settings.server());
        Mirror mirror = new Mirror(pod -> pod.bound() || pod.spec().scheduler().equals(scheduler));
        if (settings.own().images()) {
            mirror.images().follow();
        }
        mirror.setLevels(settings.own().levels());
        mirror.setData(settings.own().place().data());
        KubeSettings.Words words = settings.own().words();
        if (words.queues() != null) {
            mirror.queues().follow(words.queues(), notes);
        }
        ShareConvention shares = words.shares().isEmpty() ? null : ShareConventions.named(words.shares());
        if (shares != null) {
            mirror.shares().follow(shares, notes);
        }
        Watches watches = Watches.startScheduling(client, mirror, notes);
        ListedDevices devices = shares == null || shares.objects().isEmpty()
                ? null
                : ListedDevices.start(client, shares.objects(), mirror::shared, notes);
        LeaderElection election = settings.lease() == null ? null : new LeaderElection(client, settings.lease(), notes);
        return new KubeEdges(client, watches, devices, election);
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
        if (devices != null) {
            devices.close();
        }
        if (election != null) {
            election.close();
        }
        client.close();
    }
}
