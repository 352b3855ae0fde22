package io.berth.app.kube;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.mirror.Listing;
import io.berth.kube.object.Pod;
import io.berth.kube.wire.Envelope;
import io.berth.spec.input.InputException;
import io.berth.spec.input.NearestName;
import io.berth.spec.input.Quote;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

/** Asks an API server for what a question about a pod needs. */
record PodLookup(ApiClient client, Consumer<String> notes) {
    /**
     * The pod of that name.
     *
     * @throws InputException where there is none, with the nearest name
     */
    Pod pod(String namespace, String name) {
        String place = namespace + "/" + name;
        Answer answer;
        try {
            answer = client.get("/api/v1/namespaces/" + namespace + "/pods/" + name)
                    .join();
        } catch (CompletionException e) {
            throw failed(new IOException(ApiClient.why(e), e));
        }
        if (answer.code() == Answer.NOT_FOUND) {
            throw new InputException("pod " + place, "there is no such pod" + nearest(namespace, name));
        }
        if (!answer.ok()) {
            throw failed(new IOException(answer.why()));
        }
        return Envelope.open(answer.body(), Pod::read);
    }

    /** All nodes and pods. */
    Listing listing() {
        try {
            return Listing.of(client, notes);
        } catch (IOException e) {
            throw failed(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(new IOException("interrupted", e));
        }
    }

    /** Of the same name in another namespace, else of a name like it in this one. */
    private String nearest(String namespace, String name) {
        Map<String, Pod> here = new TreeMap<>();
        List<String> elsewhere;
        try {
            List<Pod> all = Listing.of(client, notes).pods();
            all.stream()
                    .filter(pod -> pod.meta().key().namespace().equals(namespace))
                    .forEach(pod -> here.put(pod.meta().name(), pod));
            elsewhere = all.stream()
                    .filter(pod -> pod.meta().name().equals(name))
                    .map(pod -> pod.meta().key().namespace())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
        if (!elsewhere.isEmpty()) {
            return "; there is one in the namespace " + String.join(", ", elsewhere) + ": -n names it";
        }
        String like = NearestName.of(name, here.keySet());
        return like.isEmpty() ? "" : "; did you mean " + Quote.of(like) + "?";
    }

    private UncheckedIOException failed(IOException e) {
        return new UncheckedIOException(
                "cannot ask the API server at " + client.address() + ": "
                        + (e.getMessage() == null ? ApiClient.why(e) : e.getMessage()),
                e);
    }
}
