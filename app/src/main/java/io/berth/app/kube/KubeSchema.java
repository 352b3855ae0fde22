package io.berth.app.kube;

import io.berth.app.adaptive.AdaptiveSettings;
import io.berth.app.kube.data.DataSettings;
import io.berth.kube.queue.QueueConventions;
import io.berth.kube.share.ShareConventions;
import io.berth.spec.cluster.TopologyText;
import io.berth.spec.queue.QueueKeys;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import io.berth.spec.schema.Shape.Nested;
import io.berth.spec.schema.ValueType;
import java.util.List;
import java.util.stream.Stream;

/** The keys of the file that {@code berth kube --config} reads. */
public final class KubeSchema {
    static final int MOST_EVENTS = 1_000_000;

    /** An event costs an API server as much as a binding: in a burst of thousands, one for each would take as long again. */
    static final int EVENTS_RATE = 100;

    static final int HIGHEST_PORT = 65_535;
    static final int DEFAULT_PORT = 7118;
    static final String DEFAULT_NAME = "berth";
    static final String DEFAULT_STRATEGY = "priority-packing";
    static final String DEFAULT_LEASE = "kube-system/berth";

    static final String NO_SHARES = "none";
    static final List<String> SHARES = Stream.concat(Stream.of(NO_SHARES), ShareConventions.names().stream())
            .toList();

    static final String NO_QUEUES = "none";
    static final String OWN_QUEUES = "berth";
    static final List<String> QUEUE_OBJECTS =
            Stream.concat(QueueConventions.NAMES.stream(), Stream.of(NO_QUEUES)).toList();

    /** Who measures nodes. */
    static final Section LOAD = Section.of(
            "load",
            "Who is asked once a minute what nodes do, for strategies that look at that (least-load, overload).",
            Key.of(
                            "metrics_server",
                            Shape.of(ValueType.FLAG),
                            "Whether the metrics API of Kubernetes is asked, which says CPU and memory.")
                    .fallback("true"),
            Key.of(
                            "prometheus",
                            Shape.of(ValueType.TEXT),
                            "A Prometheus that scrapes node-exporter and DCGM's exporter, by its address; or DCGM's exporter itself,"
                                    + " by one that ends with /metrics. It goes before the metrics API.")
                    .example("http://prometheus.monitoring:9090"));

    /** The whole file. */
    public static final Section FILE = Section.of(
            "kube",
            "How Berth schedules the pods of a cluster: berth kube --config FILE. An option that is typed goes before the key"
                    + " of its name.",
            Key.of(
                            "kubeconfig",
                            Shape.of(ValueType.FILE),
                            "How the API server is reached, relative to this file; absent: KUBECONFIG, else, in a pod, its"
                                    + " service account, else ~/.kube/config.")
                    .example("admin.conf"),
            Key.of(
                            "scheduler_name",
                            Shape.of(ValueType.TEXT),
                            "Which pods are its own, by their schedulerName; another than that of any other scheduler.")
                    .fallback(DEFAULT_NAME),
            Key.of(
                            "events",
                            Shape.of(ValueType.FLAG),
                            "Whether an event is written for each pod that is bound or cannot be.")
                    .fallback("true"),
            Key.of(
                            "events_rate",
                            Shape.whole(0, MOST_EVENTS),
                            "How many events that pods were bound are written a second, and five times as many at once; the others"
                                    + " are counted. 0: one for each pod.")
                    .fallback(Integer.toString(EVENTS_RATE)),
            Key.of(
                            "image_locality",
                            Shape.of(ValueType.FLAG),
                            "Whether, of nodes that are else about as good, a pod goes to the one that holds most of its images.")
                    .fallback("true"),
            TopologyText.key(),
            Key.of(
                            "shares",
                            Shape.choice(SHARES.toArray(String[]::new)),
                            "By which project's words pods ask for shares of devices, and agents on nodes are told of them; it"
                                    + " may write into pods and nodes then.")
                    .fallback(NO_SHARES),
            QueueKeys.key(),
            Key.of(
                            "queue_objects",
                            Shape.choice(QUEUE_OBJECTS.toArray(String[]::new)),
                            "Whose objects of the cluster say which queues there are, where the key queues does not: Berth's own"
                                    + " Queue, those of Kueue, of Volcano or of KAI Scheduler.")
                    .fallback(OWN_QUEUES),
            Key.of(
                            "leader_elect",
                            Shape.of(ValueType.FLAG),
                            "Whether it waits until no other has the lease, and schedules only while having it. Several with the"
                                    + " same scheduler_name need it.")
                    .fallback("false"),
            Key.of(
                            "lease",
                            Shape.of(ValueType.TEXT),
                            "Which lease, as NAMESPACE/NAME; absent: berth in the namespace of its pod, else "
                                    + DEFAULT_LEASE + ".")
                    .example("berth-system/berth"),
            Key.of(
                            "strategy",
                            Shape.of(ValueType.TEXT),
                            "The strategy, by name or in full, such as \"{order: priority, place: fgd}\"; absent: that of the"
                                    + " journal, and " + DEFAULT_STRATEGY + " at first.")
                    .example(DEFAULT_STRATEGY),
            AdaptiveSettings.key(),
            Key.of(
                            "journal",
                            Shape.of(ValueType.FOLDER),
                            "Where the record of all decisions is kept, relative to this file, and gone on with; absent: it is"
                                    + " not kept.")
                    .example("/var/lib/berth/journal"),
            Key.of(
                            "journal_size",
                            Shape.of(ValueType.BYTES),
                            "How large the journal gets: over it, the oldest part goes, but for what a start needs; absent: all"
                                    + " is kept.")
                    .example("1Gi")
                    .with("journal"),
            Key.of("port", Shape.whole(0, HIGHEST_PORT), "The port of the console on 127.0.0.1; 0: any that is free.")
                    .fallback(Integer.toString(DEFAULT_PORT)),
            Key.of(
                            "probe_port",
                            Shape.whole(0, HIGHEST_PORT),
                            "The port, on all addresses and without a token, of /livez, /readyz and /metrics, for kubelets and"
                                    + " Prometheus; 0: any that is free; absent: none.")
                    .example("7119"),
            Key.of("load", new Nested(LOAD), "Who measures nodes; absent: nobody is asked."),
            DataSettings.DATA,
            DataSettings.NETWORK,
            Key.of(
                            "plugins",
                            Shape.of(ValueType.FOLDER),
                            "A folder of plugins, jars with policies, relative to this file; absent: plugins of BERTH_HOME.")
                    .example("plugins"));

    private KubeSchema() {}
}
