package io.berth.app.kube;

import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.topology.Levels;
import io.berth.kube.api.ApiServer;
import io.berth.kube.bind.KubeOptions;
import io.berth.kube.data.ClusterData;
import io.berth.kube.lease.LeaseName;
import io.berth.kube.queue.QueueConvention;
import io.berth.spec.adaptive.AdaptiveSpec;
import java.net.URI;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What {@code berth kube} was asked for.
 *
 * @param server the API server of the cluster
 * @param own which pods are its own, and what of them it looks at
 * @param events how many events about pods that were bound a second, {@link KubeOptions#EACH} for one for each; 0 for no events at all
 * @param lease that who schedules holds; null where nobody else does
 * @param journal where the record of what was decided is kept; null to keep none
 * @param strategy that holds from the start on; null for that of the journal, or the one that new systems have
 * @param adaptive by what one of several strategies is chosen again and again; null where that of the system stays
 * @param ports at which it is asked
 */
record KubeSettings(
        ApiServer server,
        Own own,
        int events,
        @Nullable LeaseName lease,
        @Nullable Kept journal,
        @Nullable StrategySpec strategy,
        @Nullable AdaptiveSpec adaptive,
        Ports ports) {
    /**
     * Its own pods.
     *
     * @param scheduler the name by which they ask for it
     * @param images true where nodes that hold their images are worth more to them
     * @param words by which conventions they, and the cluster, say things
     * @param levels of topology of the cluster, by which gangs may ask to be together
     * @param place what else its nodes have, and who says what they do
     */
    record Own(String scheduler, boolean images, Words words, Levels levels, Place place) {}

    /**
     * By which conventions pods and the cluster say things.
     *
     * @param shares of devices that pods have; empty for none
     * @param queues null where there are none
     */
    record Words(String shares, @Nullable QueueConvention queues) {}

    /**
     * What is said of nodes beside what the API server says.
     *
     * @param data sets and network
     * @param loads who measures nodes; null where nobody is asked
     */
    record Place(ClusterData data, @Nullable Loads loads) {}

    /**
     * Who measures nodes.
     *
     * @param metricsServer true for the metrics API of Kubernetes
     * @param prometheus a Prometheus or an exporter; null for none
     */
    record Loads(boolean metricsServer, @Nullable URI prometheus) {}

    /** The name by which pods ask for it. */
    String scheduler() {
        return own.scheduler;
    }

    /**
     * A journal.
     *
     * @param mostBytes how large it gets; {@link Long#MAX_VALUE} for any size
     */
    record Kept(Path folder, long mostBytes) {}

    /**
     * Ports; 0 for any that is free.
     *
     * @param console on 127.0.0.1
     * @param probes on all addresses; null for none
     */
    record Ports(int console, @Nullable Integer probes) {}
}
