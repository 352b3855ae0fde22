package io.berth.kube.queue;

import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueSpec;
import io.berth.core.workload.NodeSelectorTerm;
import io.berth.core.workload.NodeSelectorTerm.Operator;
import io.berth.core.workload.NodeSelectorTerm.Requirement;
import io.berth.core.workload.Toleration;
import io.berth.kube.object.Branches;
import io.berth.kube.object.JsonObject;
import io.berth.kube.object.Quantity;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Makes queues of ClusterQueues and Cohorts, so that each may hold what it may in Kueue: of a cohort its own quota is in common, and nothing of a tree of
 * cohorts is lent to another. (kueue.x-k8s.io/v1beta2; apis/kueue/v1beta2.)
 */
final class KueueReading {
    private final QueueObjects objects;
    private final QueueResources resources;
    private final QueueNotes notes = new QueueNotes();
    private final SortedMap<String, Node> nodes = new TreeMap<>();
    private final SortedMap<String, String> closed = new TreeMap<>();
    private final SortedMap<String, DeclaredQueues.Door> doors = new TreeMap<>();
    /** Those that somebody has a quota of, by the names of the core. */
    private final SortedSet<String> governed = new TreeSet<>();

    /** One ClusterQueue or cohort. @param quotas null where nothing is said */
    private static final class Node {
        final QueueDraft draft;
        final boolean cohort;

        @Nullable
        KueueQuotas quotas;

        final List<Node> below = new ArrayList<>();
        final SortedMap<String, Long> total = new TreeMap<>();

        Node(String name, boolean cohort) {
            this.draft = new QueueDraft(name);
            this.cohort = cohort;
        }
    }

    KueueReading(QueueObjects objects) {
        this.objects = objects;
        SortedSet<String> named = new TreeSet<>();
        for (String kind : List.of(KueueQueues.CLUSTER_QUEUE, KueueQueues.COHORT)) {
            objects.of(kind).forEach(object -> named.addAll(KueueQuotas.named(object.tree())));
        }
        resources = new QueueResources(named);
        named.stream()
                .filter(resource -> !QueueResources.counts(resource))
                .forEach(resource -> notes.say("quotas of these are not kept", resource));
    }

    DeclaredQueues read() {
        objects.of(KueueQueues.COHORT).forEach(object -> readOne(KueueQueues.OF_COHORT, object, this::cohort));
        objects.of(KueueQueues.CLUSTER_QUEUE).forEach(object -> readOne("", object, this::clusterQueue));
        QueueForest forest = new QueueForest(
                nodes.values().stream().map(node -> node.draft.spec()).toList());
        forest.lost().forEach((name, why) -> closed.putIfAbsent(name, why));
        nodes.keySet().removeAll(forest.lost().keySet());
        nodes.values().forEach(this::hang);
        nodes.values().stream().filter(node -> node.draft.parent.isEmpty()).forEach(this::addUp);
        nodes.values().forEach(this::settle);
        List<QueueSpec> queues =
                nodes.values().stream().map(node -> node.draft.spec()).toList();
        return new DeclaredQueues(queues, places(), closed, doors, notes.lines());
    }

    /** @param before its name, in that of the queue */
    private void readOne(String before, JsonObject object, Consumer<JsonObject> reading) {
        String name = before + object.meta().name();
        try {
            reading.accept(object);
        } catch (InputException | IllegalArgumentException e) {
            closed.put(name, notes.unread(name, e));
        }
    }

    private Node node(String name, boolean cohort) {
        return nodes.computeIfAbsent(name, _ -> new Node(name, cohort));
    }

    private String inCohort(String cohort) {
        return cohort.isEmpty() ? "" : node(KueueQueues.OF_COHORT + cohort, true).draft.name;
    }

    private void cohort(JsonObject object) {
        Tree tree = object.tree();
        KueueQuotas quotas = KueueQuotas.read(tree, resources);
        Node cohort = node(KueueQueues.OF_COHORT + object.meta().name(), true);
        String parent = Branches.text(tree, "spec", "parentName");
        // Of v1alpha1.
        cohort.draft.parent = inCohort(parent.isEmpty() ? Branches.text(tree, "spec", "parent") : parent);
        cohort.quotas = quotas;
        weigh(cohort, tree);
        governed.addAll(quotas.nominal.keySet());
    }

    private void clusterQueue(JsonObject object) {
        Tree tree = object.tree();
        String name = object.meta().name();
        KueueQuotas quotas = KueueQuotas.read(tree, resources);
        DeclaredQueues.Door door = door(name, tree);
        Node queue = node(name, false);
        String cohort = Branches.text(tree, "spec", "cohortName");
        // Of v1beta1.
        queue.draft.parent = inCohort(cohort.isEmpty() ? Branches.text(tree, "spec", "cohort") : cohort);
        queue.quotas = quotas;
        weigh(queue, tree);
        governed.addAll(quotas.nominal.keySet());
        if (!door.open()) {
            doors.put(name, door);
        }
        if (quotas.several()) {
            notes.say("quotas of several flavors are one together: how much of it is of which is not kept", name);
        }
        told(name, tree);
    }

    private void weigh(Node node, Tree tree) {
        String weight = Branches.text(tree, "spec", "fairSharing", "weight");
        if (!weight.isEmpty()) {
            node.draft.weigh(Quantity.milli(weight) / 1000.0);
        }
    }

    /** What Kueue would do and is not done here. */
    private void told(String name, Tree tree) {
        String stop = Branches.text(tree, "spec", "stopPolicy");
        if (stop.equals("Hold") || stop.equals("HoldAndDrain")) {
            closed.put(name, "ClusterQueue " + name + " is held (stopPolicy " + stop + ")");
        }
        if (stop.equals("HoldAndDrain")) {
            notes.say("stopPolicy HoldAndDrain starts nothing new, and what runs goes on", name);
        }
        if (!Branches.items(tree, "spec", "admissionChecks").isEmpty()
                || Branches.at(tree, "spec", "admissionChecksStrategy") != null) {
            notes.say("admission checks are not asked", name);
        }
        if (Branches.text(tree, "spec", "queueingStrategy").equals("StrictFIFO")) {
            notes.say(
                    "whether others start before the first that has no room is the strategy's (backfill), not the queueingStrategy's",
                    name);
        }
        for (String within : List.of("reclaimWithinCohort", "withinClusterQueue")) {
            String policy = Branches.text(tree, "spec", "preemption", within);
            if (!policy.isEmpty() && !policy.equals("Never")) {
                notes.say(
                        "who is stopped for others is the strategy's (reclaim, preempt), not that of preemption."
                                + within,
                        name);
            }
        }
    }

    private DeclaredQueues.Door door(String name, Tree tree) {
        Tree selector = Branches.at(tree, "spec", "namespaceSelector");
        if (selector == null) {
            closed.put(name, "ClusterQueue " + name + " takes pods of no namespace (namespaceSelector)");
        }
        List<DeclaredQueues.Flavors> flavors = new ArrayList<>();
        for (Tree group : Branches.items(tree, "spec", "resourceGroups")) {
            DeclaredQueues.Flavors of = flavors(name, group);
            if (!of.nodes().isEmpty() || !of.tolerations().isEmpty()) {
                flavors.add(of);
            }
        }
        return new DeclaredQueues.Door(Selectors.labels(selector), flavors);
    }

    /** Where pods go by the flavors of {@code group}: to nodes of any of them. */
    private DeclaredQueues.Flavors flavors(String queue, Tree group) {
        SortedSet<String> covered = new TreeSet<>();
        Branches.items(group, "coveredResources").forEach(resource -> covered.add(resource.text()));
        List<NodeSelectorTerm> nodes = new ArrayList<>();
        List<Toleration> tolerations = new ArrayList<>();
        boolean anywhere = false;
        for (Tree of : Branches.items(group, "flavors")) {
            JsonObject flavor = objects.get(KueueQueues.FLAVOR, Branches.text(of, "name"));
            if (flavor == null) {
                closed.putIfAbsent(
                        queue,
                        "ClusterQueue " + queue + " has the flavor " + Branches.text(of, "name")
                                + ", which is not there");
                continue;
            }
            List<Requirement> labels = new ArrayList<>();
            Branches.entries(flavor.tree(), "spec", "nodeLabels")
                    .forEach(label -> labels.add(new Requirement(
                            label.key(), Operator.IN, List.of(label.value().text()))));
            anywhere |= labels.isEmpty();
            if (!labels.isEmpty()) {
                nodes.add(new NodeSelectorTerm(labels));
            }
            tolerations.addAll(Selectors.tolerations(flavor.tree()));
        }
        return new DeclaredQueues.Flavors(covered, anywhere ? List.of() : nodes, tolerations);
    }

    private void hang(Node node) {
        Node parent = nodes.get(node.draft.parent);
        if (parent != null) {
            parent.below.add(node);
        }
    }

    /** Of a cohort, what those below it have is added to its own. */
    private void addUp(Node node) {
        if (node.quotas != null) {
            node.total.putAll(node.quotas.nominal);
        }
        for (Node below : node.below) {
            addUp(below);
            below.total.forEach((resource, amount) -> node.total.merge(resource, amount, QueueDraft::sum));
        }
    }

    /** Each says what it has of everything that anybody has, so that nobody has a part of what is in common as its own. */
    private void settle(Node node) {
        boolean top = node.draft.parent.isEmpty();
        for (String resource : governed) {
            node.draft.quota.put(resource, QueueAmount.of(node.total.getOrDefault(resource, 0L)));
            if (!node.cohort && !node.total.containsKey(resource)) {
                // Kueue admits nobody who asks for what the ClusterQueue does not cover.
                node.draft.limit.put(resource, QueueAmount.of(0));
            }
            bound(node.draft.borrow, resource, top, node.quotas == null ? null : node.quotas.borrow.get(resource));
            bound(node.draft.lend, resource, top, node.quotas == null ? null : node.quotas.lend.get(resource));
        }
    }

    private static void bound(
            SortedMap<String, QueueAmount> bounds, String resource, boolean top, @Nullable Long bound) {
        if (top || bound != null) {
            bounds.put(resource, QueueAmount.of(top || bound == null ? 0 : bound));
        }
    }

    private SortedMap<String, String> places() {
        SortedMap<String, String> places = new TreeMap<>();
        for (JsonObject local : objects.of(KueueQueues.LOCAL_QUEUE)) {
            String key = QueueObjects.key(local);
            String queue = Branches.text(local.tree(), "spec", "clusterQueue");
            String stop = Branches.text(local.tree(), "spec", "stopPolicy");
            if (stop.equals("Hold") || stop.equals("HoldAndDrain")) {
                closed.put(key, "LocalQueue " + key + " is held (stopPolicy " + stop + ")");
            } else if (!nodes.containsKey(queue) && !closed.containsKey(queue)) {
                closed.put(key, "LocalQueue " + key + " is of ClusterQueue " + queue + ", which is not there");
            }
            places.put(key, queue);
        }
        return places;
    }
}
