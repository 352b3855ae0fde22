package io.berth.kube.data;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.network.Network;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import io.berth.core.workload.term.Traffic;
import io.berth.kube.object.Pod;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.job.TrafficKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the settings say of data sets and of the network, and what pods say that they read and exchange.
 *
 * @param sets data sets, each name once
 * @param network what the network of each node carries
 */
public record ClusterData(List<NamedData> sets, Network network) {
    /** Nothing is said. */
    public static final ClusterData NONE = new ClusterData(List.of(), Network.NONE);

    /** By which a pod names the data sets that it reads, with commas between them. */
    static final String READS = "berth.io/data";

    /** By which a pod says what its devices exchange, as {@code traffic} of a job has it. */
    static final String EXCHANGES = "berth.io/traffic";

    private static final long MEGA = 1_000_000;

    public ClusterData {
        sets = List.copyOf(sets);
    }

    /** {@code node} with what its network carries: to any node of the cluster is what it has in all. */
    public NodeSpec declared(NodeSpec node) {
        if (!network.known()) {
            return node;
        }
        Amounts has = node.capacity();
        int anywhere = network.at(Network.CLUSTER);
        Amounts capacity = new Amounts(
                has.cpuMilli(),
                has.memoryBytes(),
                has.diskBytes(),
                has.diskIoBytesPerSecond(),
                anywhere * MEGA,
                has.extended());
        return node.withNetwork(network).withCapacity(capacity);
    }

    /** {@code job}, which {@code pod} is, with the data sets that it reads and what it exchanges. */
    public JobSpec asked(JobSpec job, Pod pod) {
        SortedSet<String> read = of(pod);
        JobSpec reading = read.isEmpty()
                ? job
                : job.withEach(group -> {
                    List<Preference> preferences =
                            new ArrayList<>(group.demand().preferences());
                    preferences.add(new Preference.OfData(List.copyOf(read)));
                    return group.withDemand(group.demand().preferring(preferences));
                });
        Traffic traffic = traffic(pod);
        return traffic == null
                ? reading
                : reading.withTiming(
                        reading.timing().withProfile(reading.profile().withTraffic(traffic)));
    }

    /** The data sets that {@code pod} reads: those of its annotation, and those whose claims it has. */
    SortedSet<String> of(Pod pod) {
        SortedSet<String> read = named(pod);
        read.retainAll(names());
        for (NamedData set : sets) {
            if (!set.claim().isEmpty() && claims(pod, set.claim())) {
                read.add(set.name());
            }
        }
        return read;
    }

    private static boolean claims(Pod pod, String claim) {
        return pod.spec().where().volumes().stream()
                .anyMatch(
                        volume -> !volume.own() && claim.equals(pod.meta().key().namespace() + "/" + volume.name()));
    }

    /** What of the annotations of {@code pod} is wrong, in words; empty for nothing. It is placed as if it did not say that. */
    public String wrong(Pod pod) {
        String name = "pod " + pod.meta().key().text() + ": annotation ";
        SortedSet<String> unknown = named(pod);
        unknown.removeAll(names());
        if (!unknown.isEmpty()) {
            return name + READS + " names " + String.join(", ", unknown)
                    + ", of which the settings say nothing; their data: "
                    + (sets.isEmpty() ? "none" : String.join(", ", names()));
        }
        try {
            read(pod);
            return "";
        } catch (InputException e) {
            return name + e.getMessage();
        }
    }

    private static @Nullable Traffic traffic(Pod pod) {
        try {
            return read(pod);
        } catch (InputException e) {
            return null;
        }
    }

    private static @Nullable Traffic read(Pod pod) {
        String text = pod.meta().annotations().getOrDefault(EXCHANGES, "");
        return text.isBlank() ? null : TrafficKeys.read(TreeReader.read(Source.text(EXCHANGES, text)));
    }

    private static SortedSet<String> named(Pod pod) {
        SortedSet<String> named = new TreeSet<>();
        for (String name : pod.meta().annotations().getOrDefault(READS, "").split(",")) {
            if (!name.isBlank()) {
                named.add(name.strip());
            }
        }
        return named;
    }

    private SortedSet<String> names() {
        return sets.stream().map(NamedData::name).collect(Collectors.toCollection(TreeSet::new));
    }
}
