package io.berth.kube.mirror;

import io.berth.kube.api.ApiClient;
import io.berth.kube.object.KubeObject;
import io.berth.kube.object.Node;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Envelope;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * The cluster at one moment, for a question and no longer: needs the right to list, and nothing is watched.
 *
 * @param nodes by name
 * @param pods of all namespaces, the oldest first
 */
public record Listing(List<Node> nodes, List<Pod> pods) {
    private static final Comparator<Pod> OLDEST_FIRST = Comparator.comparingLong(
                    (Pod pod) -> pod.meta().createdSeconds())
            .thenComparing(pod -> pod.meta().key().text());

    public Listing {
        nodes = nodes.stream()
                .sorted(Comparator.comparing(node -> node.meta().name()))
                .toList();
        pods = pods.stream().sorted(OLDEST_FIRST).toList();
    }

    /**
     * Asks for both.
     *
     * @param notes hear what could not be read, and is left out
     * @throws io.berth.kube.api.RefusedException where the server answers that it does not
     */
    public static Listing of(ApiClient client, Consumer<String> notes) throws IOException, InterruptedException {
        return new Listing(all(client, Resource.NODES, notes), all(client, Resource.PODS, notes));
    }

    private static <T extends KubeObject> List<T> all(ApiClient client, Resource<T> resource, Consumer<String> notes)
            throws IOException, InterruptedException {
        try (InputStream body = client.stream(resource.path(), Envelope.TYPE)) {
            ListAnswer<T> answer = Envelope.open(body, message -> ListAnswer.read(message, resource.reading()));
            answer.problems()
                    .forEach(problem -> notes.accept("one of the " + resource.name() + " is left out: " + problem));
            return answer.items();
        }
    }

    /** A mirror that has all of it. */
    public Mirror mirror() {
        Mirror mirror = new Mirror(_ -> true);
        mirror.nodeSink().all(nodes);
        mirror.podSink().all(pods);
        return mirror;
    }
}
