package io.berth.kube.server;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import io.kubernetes.client.proto.Meta.ObjectMeta;
import io.kubernetes.client.proto.V1;

/** Pods and nodes as merge patches of their annotations leave them. */
final class Annotated {
    private Annotated() {}

    static V1.Node node(V1.Node node, String patch) {
        return node.toBuilder().setMetadata(meta(node.getMetadata(), patch)).build();
    }

    static V1.Pod pod(V1.Pod pod, String patch) {
        return pod.toBuilder().setMetadata(meta(pod.getMetadata(), patch)).build();
    }

    private static ObjectMeta meta(ObjectMeta meta, String patch) {
        ObjectMeta.Builder now = meta.toBuilder();
        Tree annotations =
                JsonReader.read(Source.text("patch", patch)).require("metadata").get("annotations");
        if (annotations != null) {
            for (Tree.Entry entry : annotations.entries()) {
                if (entry.value().isNull()) {
                    now.removeAnnotations(entry.key());
                } else {
                    now.putAnnotations(entry.key(), entry.value().text());
                }
            }
        }
        return now.build();
    }
}
