package io.berth.app.kube.extend;

import io.berth.kube.extend.Victims;
import io.berth.kube.object.ObjectKey;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What kube-scheduler asks (k8s.io/kube-scheduler, extender/v1): whatever is wrong with it is an {@link InputException}. */
record Question(Tree document) {
    /** A thousand nodes as a whole, each of 8 kB, with some room. */
    static final int MOST_BYTES = 16 << 20;

    private static final int MOST_VALUES = 2_000_000;

    static Question read(byte[] body) {
        Source source = Source.text("the body", new String(body, StandardCharsets.UTF_8));
        Tree document = JsonReader.read(source, MOST_VALUES, MOST_BYTES);
        // One that is no map is refused here.
        document.entries();
        return new Question(document);
    }

    /** The pod, by what tells it apart; everything else of it is known of the API server. */
    ObjectKey pod() {
        Tree meta = document.require("Pod").require("metadata");
        Tree namespace = given(meta, "namespace");
        return new ObjectKey(
                namespace == null ? "" : namespace.text(),
                meta.require("name").text(),
                meta.require("uid").text());
    }

    /** The pod of {@code ExtenderBindingArgs}. */
    ObjectKey podToBind() {
        return new ObjectKey(
                document.require("PodNamespace").text(),
                document.require("PodName").text(),
                document.require("PodUID").text());
    }

    String nodeToBind() {
        return document.require("Node").text();
    }

    /** The nodes as a whole, by name; null where they came by their names alone. */
    @Nullable
    Map<String, Tree> nodes() {
        Tree nodes = given(document, "Nodes");
        if (nodes == null) {
            return null;
        }
        Map<String, Tree> byName = new LinkedHashMap<>();
        Tree items = given(nodes, "items");
        for (Tree node : items == null ? List.<Tree>of() : items.items()) {
            byName.put(node.require("metadata").require("name").text(), node);
        }
        return byName;
    }

    /** The names of the nodes. */
    List<String> nodeNames() {
        Map<String, Tree> whole = nodes();
        if (whole != null) {
            return List.copyOf(whole.keySet());
        }
        return document.require("NodeNames").items().stream().map(Tree::text).toList();
    }

    /** Who may be preempted, by the name of the node. */
    Map<String, Victims> victims() {
        Tree byName = given(document, "NodeNameToMetaVictims");
        return byName == null
                ? victims(
                        document.require("NodeNameToVictims"),
                        pod -> pod.require("metadata").require("uid"))
                : victims(byName, pod -> pod.require("UID"));
    }

    private static Map<String, Victims> victims(Tree byName, Function<Tree, Tree> uid) {
        Map<String, Victims> victims = new LinkedHashMap<>();
        for (Tree.Entry entry : byName.entries()) {
            List<String> uids = new ArrayList<>();
            Tree pods = given(entry.value(), "Pods");
            for (Tree pod : pods == null ? List.<Tree>of() : pods.items()) {
                uids.add(uid.apply(pod).text());
            }
            Tree violations = given(entry.value(), "NumPDBViolations");
            victims.put(entry.key(), new Victims(uids, violations == null ? 0 : violations.whole()));
        }
        return victims;
    }

    private static @Nullable Tree given(Tree map, String key) {
        Tree value = map.get(key);
        return value == null || value.isNull() ? null : value;
    }
}
