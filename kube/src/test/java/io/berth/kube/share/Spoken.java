package io.berth.kube.share;

import io.berth.kube.ProtoText;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import io.kubernetes.client.proto.V1;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** Pods and nodes that say something of shares. */
final class Spoken {
    /** Three V100, the last of which is ill. */
    static final String HAMI_NODE =
            "[" + hami("GPU-a", 0, true) + "," + hami("GPU-b", 1, true) + "," + hami("GPU-c", 2, false) + "]";

    private Spoken() {}

    private static String hami(String id, int index, boolean health) {
        return "{\"id\":\"" + id + "\",\"index\":" + index + ",\"count\":10,\"devmem\":32768,\"devcore\":100,"
                + "\"type\":\"NVIDIA-Tesla V100-PCIE-32GB\",\"mode\":\"hami-core\",\"health\":" + health + "}";
    }

    static Node node(String name, Map<String, String> annotations) {
        return ProtoText.node(
                "metadata { name: '" + name + "' uid: 'u-" + name + "' " + entries("annotations", annotations) + "}");
    }

    /** An object {@code Device} of Koordinator for the node of {@code name}. */
    static Tree device(String name, String devices) {
        return JsonReader.read(Source.text(
                "Device", "{\"metadata\":{\"name\":\"" + name + "\"},\"spec\":{\"devices\":[" + devices + "]}}"));
    }

    static Node labelled(String name, String gpus, Map<String, String> labels) {
        return ProtoText.node("metadata { name: '" + name + "' " + entries("labels", labels) + "} status { "
                + ProtoText.amount("allocatable", "nvidia.com/gpu", gpus) + "}");
    }

    static Pod pod(Map<String, String> asks) {
        return pod(asks, Map.of());
    }

    /** A pod of one container. */
    static Pod pod(Map<String, String> asks, Map<String, String> annotations) {
        return pod("p", List.of(asks), annotations);
    }

    static Pod pod(String name, List<Map<String, String>> asks, Map<String, String> annotations) {
        StringBuilder containers = new StringBuilder();
        for (int i = 0; i < asks.size(); i++) {
            String requests = asks.get(i).entrySet().stream()
                    .map(ask -> ProtoText.amount("requests", ask.getKey(), ask.getValue()))
                    .collect(Collectors.joining());
            containers.append("containers { name: 'c" + i + "' resources { " + requests + "} } ");
        }
        String text = "metadata { name: '" + name + "' namespace: 'team' uid: 'u-" + name + "' "
                + entries("annotations", annotations) + "} spec { " + containers + "}";
        return ProtoText.read(V1.Pod.getDefaultInstance(), text, Pod::read);
    }

    /** {@code pod} on {@code node}. */
    static Pod bound(Pod pod, String node) {
        return pod.on(node);
    }

    /** The models that will do for {@code pod}. */
    static List<String> models(Shares shares, Pod pod) {
        return Objects.requireNonNull(shares.needs(pod).shared()).devices().of().models();
    }

    private static String entries(String field, Map<String, String> entries) {
        return entries.entrySet().stream()
                .map(entry -> field + " { key: '" + entry.getKey() + "' value: '" + quoted(entry.getValue()) + "' } ")
                .collect(Collectors.joining());
    }

    private static String quoted(String text) {
        return text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n");
    }

    /** Pairs of names and values, but for those without a value. */
    static Map<String, String> some(String... pairs) {
        Map<String, String> some = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            if (!pairs[i + 1].isEmpty()) {
                some.put(pairs[i], pairs[i + 1]);
            }
        }
        return some;
    }

    /** {@code a=1 b=2} as a map. */
    static Map<String, String> words(String text) {
        Map<String, String> words = new LinkedHashMap<>();
        for (String word : text.split(" ")) {
            words.put(word.split("=")[0], word.split("=")[1]);
        }
        return words;
    }
}
