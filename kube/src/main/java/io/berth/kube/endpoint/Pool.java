package io.berth.kube.endpoint;

import io.berth.kube.wire.MalformedException;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Of an InferencePool, which pods it selects and where these take requests.
 *
 * @param selector as queries have it
 * @param ports of each pod
 * @param version of the object
 */
record Pool(String selector, List<Integer> ports, String version) {
    /**
     * {@code inference.networking.k8s.io/v1}, or the older form of {@code v1alpha2}.
     *
     * @throws MalformedException where it is none
     */
    static Pool read(String json) {
        try {
            return read(JsonReader.read(Source.text("InferencePool", json)));
        } catch (InputException e) {
            throw new MalformedException("an InferencePool that cannot be: " + e.getMessage());
        }
    }

    static Pool read(Tree object) {
        Tree spec = object.require("spec");
        Tree selector = spec.require("selector");
        Tree labels = selector.get("matchLabels");
        List<String> parts = new ArrayList<>();
        for (Tree.Entry label : (labels == null ? selector : labels).entries()) {
            parts.add(label.key() + "=" + label.value().text());
        }
        List<Integer> ports = new ArrayList<>();
        Tree older = spec.get("targetPortNumber");
        if (older == null) {
            spec.require("targetPorts")
                    .items()
                    .forEach(port ->
                            ports.add(Math.toIntExact(port.require("number").whole())));
        } else {
            ports.add(Math.toIntExact(older.whole()));
        }
        return new Pool(
                URLEncoder.encode(String.join(",", parts), StandardCharsets.UTF_8),
                ports,
                object.require("metadata").require("resourceVersion").text());
    }

    /** Whether it is as {@code other}, but for its version. */
    boolean like(Pool other) {
        return selector.equals(other.selector) && ports.equals(other.ports);
    }
}
