package io.berth.kube.bind;

import io.berth.kube.api.ApiClient;
import io.berth.kube.object.ObjectKey;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Binds pods that somebody else found a node for, each by itself. From any thread. */
public final class PodBinder implements AutoCloseable {
    private static final long LONGEST_FINISH_MILLIS = 5_000;

    private final Map<String, Under> under = new ConcurrentHashMap<>();
    private final Binder binder;

    /** A binding that is under way, and what will come of it. */
    private record Under(String node, CompletableFuture<String> bound) {}

    /**
     * @param name by which figures call it
     * @param notes hear which right is missing
     */
    public PodBinder(ApiClient client, String name, Consumer<String> notes) {
        binder = new Binder(client, () -> true, new KubeMetrics(name), new MissingRights(notes), new Outcomes());
    }

    /**
     * Binds {@code pod} to {@code node}; the error in the words of the server, empty where it is bound. Who asks again while that is under way
     * hears what comes of it.
     */
    public CompletableFuture<String> bind(ObjectKey pod, String node) {
        Under asked = new Under(node, new CompletableFuture<>());
        Under before = under.putIfAbsent(pod.uid(), asked);
        if (before == null) {
            binder.bind(new BindOrder(0, 0, 0, pod, node, System.nanoTime(), false));
            return asked.bound;
        }
        return before.node.equals(node)
                ? before.bound
                : CompletableFuture.completedFuture("it is being bound to " + before.node);
    }

    /** Sends nothing more, and waits for what was sent. */
    @Override
    public void close() {
        try {
            binder.finish(LONGEST_FINISH_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        under.keySet().forEach(uid -> end(uid, "Berth stops"));
    }

    private void end(String uid, String error) {
        Under over = under.remove(uid);
        if (over != null) {
            over.bound.complete(error);
        }
    }

    private final class Outcomes implements BindOutcomes {
        @Override
        public void bound(BindOrder order) {
            end(order.pod().uid(), "");
        }

        @Override
        public void failed(BindOrder order, String why) {
            end(order.pod().uid(), why.isEmpty() ? "the server did not say why" : why);
        }

        @Override
        public void forbidden(BindOrder order, String why) {
            failed(order, why);
        }
    }
}
