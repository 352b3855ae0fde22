package io.berth.testkit.kube.rule;

import io.berth.core.cluster.Shape;
import io.berth.core.event.Event;
import io.berth.core.policy.Filter;
import io.berth.core.state.State;
import io.berth.core.state.State.TaskOfJob;
import io.berth.kube.diff.Account;
import io.berth.kube.diff.Difference;
import io.berth.kube.mirror.Listing;
import io.berth.kube.object.Meta;
import io.berth.kube.object.Namespace;
import io.berth.kube.object.Node;
import io.berth.kube.object.ObjectKey;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Envelope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Where Berth would let each pod of a cluster go that waits, by what it makes of two lists as the API server sent them. */
final class FeasibleByBerth {
    private static final int ITEMS = 2;

    /** Those that worlds have, as {@link RuleTable} makes them. */
    private static final List<Namespace> NAMESPACES = List.of(
            namespace("default", Map.of()),
            namespace("other", Map.of("kind", "other")),
            namespace("third", Map.of("kind", "third")));

    private static final Consumer<String> NOTES = note -> {
        throw new IllegalStateException(note);
    };

    private final Listing listing;
    private final State state = new State(1);

    private FeasibleByBerth(Listing listing) {
        this.listing = listing;
    }

    /** As {@code berth kube} schedules that has both lists, which are in their envelopes. */
    static FeasibleByBerth scheduling(byte[] nodeList, byte[] podList) {
        FeasibleByBerth berth = new FeasibleByBerth(listing(nodeList, podList));
        Difference.Comparison compared =
                new Difference(berth.listing.mirror(), WorldObjects.SCHEDULER, NOTES).compare();
        for (Event event : compared.apply(berth.state)) {
            berth.state.apply(0, numbered(event, berth.state));
        }
        return berth;
    }

    /** As {@code berth kube explain} sees both lists where no Berth runs. */
    static FeasibleByBerth explaining(byte[] nodeList, byte[] podList) {
        FeasibleByBerth berth = new FeasibleByBerth(listing(nodeList, podList));
        Account.tell(berth.listing, berth.state, _ -> true, NOTES);
        return berth;
    }

    /** Of a cluster in which nobody claimed a volume. */
    private static Listing listing(byte[] nodeList, byte[] podList) {
        return new Listing(
                Envelope.open(nodeList, list -> list.each(ITEMS, Node::read)),
                Envelope.open(podList, list -> list.each(ITEMS, Pod::read)),
                Listing.Stored.NONE,
                null,
                NAMESPACES);
    }

    private static Namespace namespace(String name, Map<String, String> labels) {
        Map<String, String> all = new TreeMap<>(labels);
        all.put("kubernetes.io/metadata.name", name);
        return new Namespace(new Meta(new ObjectKey("", name, "u-" + name), "", false, 0, all, Map.of(), null));
    }

    /** With the numbers that an engine's driver would have given. */
    private static Event numbered(Event event, State state) {
        return switch (event) {
            case Event.JobSubmitted made ->
                new Event.JobSubmitted(
                        state.nextJob(), made.spec(), made.origin(), state.lastSequence(made.origin()) + 1);
            case Event.JobFound found -> new Event.JobFound(state.nextJob(), found.spec(), found.placements());
            default -> event;
        };
    }

    /** By the number of the pod, the numbers of the nodes; none of a pod that waits for something else. */
    TreeMap<Integer, List<Integer>> nodes() {
        TreeMap<Integer, List<Integer>> nodes = new TreeMap<>();
        waiting()
                .forEach(pod -> nodes.put(
                        WorldObjects.numberIn(pod.meta().name()),
                        nodes(pod.meta().uid())));
        return nodes;
    }

    /** The UIDs by the number of the pod. */
    TreeMap<Integer, String> uids() {
        TreeMap<Integer, String> uids = new TreeMap<>();
        waiting()
                .forEach(pod -> uids.put(
                        WorldObjects.numberIn(pod.meta().name()), pod.meta().uid()));
        return uids;
    }

    private List<Pod> waiting() {
        return listing.pods().stream().filter(pod -> !pod.bound()).toList();
    }

    private List<Integer> nodes(String uid) {
        TaskOfJob task = state.taskByKey(uid);
        if (task == null) {
            return List.of();
        }
        Shape shape = task.job().gang().shape(0);
        List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < state.nodes().count(); node++) {
            if (Filter.FIT.whyNot(state.nodeTable(), node, shape) == null) {
                nodes.add(WorldObjects.numberIn(state.nodes().name(node)));
            }
        }
        return nodes.stream().sorted().toList();
    }
}
