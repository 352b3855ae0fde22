package io.berth.kube.dump;

import io.berth.kube.dump.form.JsonMessage;
import io.berth.kube.dump.form.ObjectForms;
import io.berth.kube.mirror.Namespaces;
import io.berth.kube.object.Branches;
import io.berth.kube.object.Namespace;
import io.berth.kube.object.Node;
import io.berth.kube.object.PodGroup;
import io.berth.kube.object.PodGroupVersion;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.stream.DocumentStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The objects of a cluster, as commands such as {@code kubectl get nodes,pods -A -o json} print them: lists, or one after another, of all
 * kinds mixed, in any number of files. Of an object that comes twice, the last counts.
 */
public final class Dump {
    private final DumpNotes notes;
    private final PodDump reading;
    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, DumpedPod> pods = new LinkedHashMap<>();
    private final Map<String, PodGroup> groups = new LinkedHashMap<>();
    private final Map<String, Namespace> namespaces = new LinkedHashMap<>();
    private final Owners owners;
    private final DumpedQueues queues;
    private final Map<String, Long> others = new TreeMap<>();
    private final List<String> files = new ArrayList<>();

    public Dump(DumpKind kind, DumpNotes notes) {
        this.notes = notes;
        this.reading = new PodDump(kind, notes);
        this.owners = new Owners(kind, notes);
        this.queues = new DumpedQueues(kind);
    }

    /**
     * Takes in what {@code in} has.
     *
     * @param name what errors call it
     * @throws InputException where it is neither JSON nor YAML, or no object of Kubernetes
     */
    public void read(String name, InputStream in) {
        files.add(name);
        Listed listed = new Listed();
        DocumentStream.read(name, in, listed);
        if (listed.objects == 0) {
            throw new InputException(
                    name, "holds no object of Kubernetes, such as kubectl get nodes,pods -A -o json prints");
        }
    }

    /** The kinds of objects that nobody here reads, by name, with their numbers. */
    public Map<String, Long> others() {
        return others;
    }

    /**
     * All that was read, put together.
     *
     * @throws InputException where there is no node
     */
    DumpedCluster cluster() {
        if (nodes.isEmpty()) {
            throw new InputException(
                    String.join(", ", files), "hold no node, such as kubectl get nodes,pods -A -o json prints");
        }
        List<DumpedPod> all = owners.owned(List.copyOf(pods.values()), reading);
        List<DumpedPod> queued = all.stream().map(queues::in).toList();
        queues.notes().forEach(notes::say);
        return new DumpedCluster(List.copyOf(nodes.values()), named(queued), List.copyOf(groups.values()), queues);
    }

    /** With the namespaces that their rules mean, where it is said which there are. */
    private List<DumpedPod> named(List<DumpedPod> all) {
        if (namespaces.isEmpty()) {
            notes.count(
                    "pods that ask for labels of namespaces, which are not there, and count where they ran",
                    all.stream().filter(pod -> pod.pod().asksNamespaces()).count());
            return all;
        }
        Namespaces known = new Namespaces();
        known.all(List.copyOf(namespaces.values()));
        return all.stream().map(pod -> pod.as(known.named(pod.pod()))).toList();
    }

    /** Takes the objects of one file. */
    private final class Listed implements DocumentStream.Sink {
        /** Items that do not say what they are, until their list does. */
        private final List<Tree> nameless = new ArrayList<>();

        private long objects;

        @Override
        public void item(Tree.Map before, Tree item) {
            if (Branches.at(item, "kind") != null) {
                object(item, text(item, "kind"), text(item, "apiVersion"));
            } else if (Branches.at(before, "kind") != null) {
                object(item, ofList(text(before, "kind")), text(before, "apiVersion"));
            } else {
                nameless.add(item);
            }
        }

        @Override
        public void document(Tree rest, int items) {
            String kind = text(rest, "kind");
            String version = text(rest, "apiVersion");
            nameless.forEach(item -> object(item, ofList(kind), version));
            nameless.clear();
            if (items < 0 && !rest.isNull()) {
                object(rest, kind, version);
            } else if (items == 0) {
                objects++;
            }
        }

        /** An answer of the server to a list says once what its items are. */
        private static String ofList(String kind) {
            return kind.endsWith("List") ? kind.substring(0, kind.length() - "List".length()) : kind;
        }

        private static String text(Tree tree, String key) {
            return Branches.at(tree, key) instanceof Tree.Scalar scalar ? scalar.text() : "";
        }

        private void object(Tree object, String kind, String version) {
            try {
                if (kind.isEmpty()) {
                    throw InputException.at(object, "is no object of Kubernetes: it says no kind");
                }
                objects++;
                take(object, kind, version);
            } catch (InputException e) {
                notes.malformed(e);
            }
        }
    }

    private void take(Tree object, String kind, String version) {
        String group = version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
        switch (group + "/" + kind) {
            case "/Pod" -> {
                DumpedPod pod = reading.read(object);
                pods.put(pod.uid(), pod);
            }
            case "/Node" -> {
                Node node = JsonMessage.read(object, ObjectForms.NODE, Node::read);
                nodes.put(node.meta().name(), node);
            }
            case "/Namespace" -> {
                Namespace namespace = JsonMessage.read(object, ObjectForms.NAMESPACE, Namespace::read);
                namespaces.put(namespace.meta().name(), namespace);
                queues.take(namespace);
            }
            case "scheduling.k8s.io/PodGroup" -> {
                PodGroup read = version.endsWith("/v1alpha2")
                        ? JsonMessage.read(object, ObjectForms.POD_GROUP_V1ALPHA2, PodGroupVersion.V1ALPHA2::read)
                        : JsonMessage.read(object, ObjectForms.POD_GROUP_V1BETA1, PodGroupVersion.V1BETA1::read);
                groups.put(read.meta().key().text(), read);
            }
            default -> {
                String called = group + "/" + kind;
                if (!queues.take(object, called) && !owners.take(object, called)) {
                    others.merge(kind, 1L, Long::sum);
                }
            }
        }
    }
}
