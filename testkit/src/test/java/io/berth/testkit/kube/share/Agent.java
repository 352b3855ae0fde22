package io.berth.testkit.kube.share;

import io.berth.spec.input.Tree;
import io.berth.testkit.kube.Cluster;
import io.berth.testkit.kube.Draft;
import io.berth.testkit.kube.KubeApi;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** What the programs of a project do on nodes, as its source and its documentation have it: read here apart from Berth. */
interface Agent {
    /** What one device has given away. */
    record Held(long mib, int milli) {
        Held and(Held more) {
            return new Held(mib + more.mib, milli + more.milli);
        }
    }

    /** By which Berth knows the project. */
    String project();

    /** Nodes of {@code gpus} devices of {@code mib} each, as the project's programs tell of them. */
    void offer(Cluster cluster, List<String> nodes, int gpus, long mib);

    /** A pod that asks for a share as the project's guide says. */
    Draft pod(String name, Random random);

    /** Does once what they do when pods were bound, or are to be bound; anything that they would refuse is an error. */
    void serve(Cluster cluster);

    /** What pods that are bound have of each device, by {@code NODE/DEVICE}. */
    Map<String, Held> held(Cluster cluster);

    /** Nothing of the project is left. */
    default void end(Cluster cluster) {}

    /** Those of the default namespace that are bound. */
    static List<Tree> bound(Cluster cluster) {
        return cluster.api().list(KubeApi.PODS).stream()
                .filter(pod -> !node(pod).isEmpty())
                .toList();
    }

    static String node(Tree pod) {
        return KubeApi.text(pod, "spec", "nodeName");
    }

    static String annotation(Tree object, String key) {
        return KubeApi.text(object, "metadata", "annotations", key);
    }

    /** Sets annotations of the object at {@code path}; null takes one away. */
    static void annotate(Cluster cluster, String path, Map<String, Object> annotations) {
        cluster.api()
                .patch(path, Map.of("metadata", Map.of("annotations", new HashMap<>(annotations))))
                .well();
    }

    /** Adds {@code more} to what {@code device} has given away. */
    static void add(Map<String, Held> held, String device, Held more) {
        held.merge(device, more, Held::and);
    }

    static Map<String, Held> none() {
        return new TreeMap<>();
    }
}
