package io.berth.kube.server;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.berth.kube.api.ApiServer;
import io.berth.kube.http.Tls;
import io.kubernetes.client.proto.Meta.APIGroup;
import io.kubernetes.client.proto.Meta.GroupVersionForDiscovery;
import io.kubernetes.client.proto.Meta.ListMeta;
import io.kubernetes.client.proto.Meta.Status;
import io.kubernetes.client.proto.Runtime.TypeMeta;
import io.kubernetes.client.proto.Runtime.Unknown;
import io.kubernetes.client.proto.V1;
import io.kubernetes.client.proto.V1Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An API server with nodes and pods in memory, which does as the real one where Berth asks: lists, watches from a version on, bindings
 * that are refused where the pod is bound or another of its name, and errors on demand.
 */
public final class FakeServer implements AutoCloseable {
    private static final String CLAIMS = "resourceclaims";

    private static final byte[] MAGIC = {'k', '8', 's', 0};

    private static final APIGroup DEVICES = APIGroup.newBuilder()
            .setName("resource.k8s.io")
            .addVersions(GroupVersionForDiscovery.newBuilder().setGroupVersion("resource.k8s.io/v1"))
            .build();

    private static final APIGroup GROUPS = APIGroup.newBuilder()
            .setName("scheduling.k8s.io")
            .addVersions(GroupVersionForDiscovery.newBuilder().setGroupVersion("scheduling.k8s.io/v1beta1"))
            .build();

    private final HttpServer http;
    private final TreeMap<String, V1.Pod> pods = new TreeMap<>();
    private final TreeMap<String, V1.Node> nodes = new TreeMap<>();
    private final OtherObjects others = new OtherObjects();

    private final History history = new History();
    private final ArrayDeque<Refusal> refusals = new ArrayDeque<>();
    private BiPredicate<String, String> refused = (_, _) -> false;
    private final ArrayDeque<Refusal> claimRefusals = new ArrayDeque<>();
    private final List<String> bindings = new ArrayList<>();
    private final List<String> patches = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final Leases leases = new Leases();
    private final ReentrantLock binding = new ReentrantLock();
    private long uids;

    /**
     * What the next binding is answered instead.
     *
     * @param done true where it is done all the same
     */
    private int looksToRefuse;

    private record Refusal(int code, boolean done) {}

    public FakeServer() {
        try {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        http.createContext("/", this::handle);
        http.start();
    }

    /** How it is reached. */
    public ApiServer address() {
        return new ApiServer(URI.create("http://127.0.0.1:" + http.getAddress().getPort()), Tls.SYSTEM, () -> "");
    }

    public synchronized void add(V1.Node node) {
        V1.Node.Builder added = node.toBuilder();
        added.getMetadataBuilder().setUid("node-" + ++uids).setResourceVersion(Long.toString(history.next()));
        nodes.put(node.getMetadata().getName(), added.build());
        history.add("nodes", "ADDED", added.build());
    }

    public synchronized void change(String name, UnaryOperator<V1.Node> change) {
        V1.Node.Builder changed = change.apply(nodes.get(name)).toBuilder();
        changed.getMetadataBuilder().setResourceVersion(Long.toString(history.next()));
        nodes.put(name, changed.build());
        history.add("nodes", "MODIFIED", changed.build());
    }

    public synchronized void deleteNode(String name) {
        V1.Node.Builder gone = nodes.remove(name).toBuilder();
        gone.getMetadataBuilder().setResourceVersion(Long.toString(history.next()));
        history.add("nodes", "DELETED", gone.build());
    }

    public synchronized void add(V1.Pod pod) {
        V1.Pod.Builder added = pod.toBuilder();
        added.getMetadataBuilder().setUid("pod-" + ++uids).setResourceVersion(Long.toString(history.next()));
        pods.put(pod.getMetadata().getName(), added.build());
        history.add("pods", "ADDED", added.build());
    }

    public synchronized void changePod(String name, UnaryOperator<V1.Pod> change) {
        V1.Pod.Builder changed = change.apply(pods.get(name)).toBuilder();
        changed.getMetadataBuilder().setResourceVersion(Long.toString(history.next()));
        pods.put(name, changed.build());
        history.add("pods", "MODIFIED", changed.build());
    }

    public synchronized void deletePod(String name) {
        V1.Pod gone = pods.remove(name);
        if (gone != null) {
            V1.Pod.Builder told = gone.toBuilder();
            told.getMetadataBuilder().setResourceVersion(Long.toString(history.next()));
            history.add("pods", "DELETED", told.build());
        }
    }

    /** Adds or changes something of a {@code kind} such as {@code persistentvolumes}; {@code versioned} makes it, of a version. */
    public synchronized void put(String kind, String name, Function<String, MessageLite> versioned) {
        MessageLite object = versioned.apply(Long.toString(history.next()));
        history.add(kind, others.put(kind, name, object) ? "ADDED" : "MODIFIED", object);
    }

    /** The node of each pod by name; empty where it is not bound. */
    public synchronized TreeMap<String, String> where() {
        TreeMap<String, String> where = new TreeMap<>();
        pods.forEach((name, pod) -> where.put(name, pod.getSpec().getNodeName()));
        return where;
    }

    /** The annotations of a pod or node. @param kind {@code pods} or {@code nodes} */
    public synchronized Map<String, String> annotations(String kind, String name) {
        return kind.equals("pods")
                ? pods.get(name).getMetadata().getAnnotationsMap()
                : nodes.get(name).getMetadata().getAnnotationsMap();
    }

    /** The labels of a pod. */
    public synchronized Map<String, String> labels(String pod) {
        return pods.get(pod).getMetadata().getLabelsMap();
    }

    /** The pods that were bound, in turn, each time they were. */
    public synchronized List<String> bindings() {
        return List.copyOf(bindings);
    }

    /** What was changed in statuses: the paths and the texts. */
    public synchronized List<String> patches() {
        return List.copyOf(patches);
    }

    /** The reasons and notes of events. */
    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    /** Answers the next binding with {@code code}, or with nothing at all where that is 0; {@code done} says whether it binds. */
    public synchronized void refuse(int code, boolean done) {
        refusals.add(new Refusal(code, done));
    }

    /** Answers each binding with 422 of whose pod and node {@code which} is true, by their names. */
    public synchronized void refuse(BiPredicate<String, String> which) {
        refused = which;
    }

    /** The same for the next claim of devices that is made. */
    public synchronized void refuseClaim(int code, boolean done) {
        claimRefusals.add(new Refusal(code, done));
    }

    /** How many of those are still to come. */
    public synchronized int claimsToRefuse() {
        return claimRefusals.size();
    }

    /** The names of the claims of devices. */
    public synchronized Set<String> claims() {
        return others.names(CLAIMS);
    }

    /** Refuses so many questions for one pod. */
    public synchronized void refuseLooks(int count) {
        looksToRefuse = count;
    }

    /** Its leases. */
    public Leases leases() {
        return leases;
    }

    /** Ends all watches; {@code forgotten} says whether what came before can still be asked for. */
    public void dropWatches(boolean forgotten) {
        history.drop(forgotten);
    }

    /** Answers nobody until {@link #resume}. */
    public void pause() {
        history.pause(true);
        history.drop(false);
    }

    public void resume() {
        history.pause(false);
    }

    /** How many bindings came and wait while {@link #holdBindings} runs. */
    public int heldBindings() {
        return binding.getQueueLength();
    }

    /** Answers no binding while {@code work} runs. */
    public void holdBindings(Runnable work) {
        binding.lock();
        try {
            work.run();
        } finally {
            binding.unlock();
        }
    }

    @Override
    public void close() {
        history.drop(false);
        http.stop(0);
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI uri = exchange.getRequestURI();
            String[] path = uri.getPath().substring(1).split("/");
            String query = uri.getQuery() == null ? "" : uri.getQuery();
            String kind = path[path.length - 1];
            byte[] body = exchange.getRequestBody().readAllBytes();
            history.awaitRunning();
            if (uri.getPath().contains("/leases")) {
                Leases.Reply reply = leases.answer(exchange.getRequestMethod(), body.length == 0 ? body : opened(body));
                answer(
                        exchange,
                        reply.code(),
                        reply.lease() == null ? status(reply.code(), "") : sealed(reply.lease()));
                return;
            }
            switch (exchange.getRequestMethod()) {
                case "GET" -> {
                    if (query.contains("watch=true")) {
                        watch(exchange, kind, query);
                    } else if (kind.equals("pods") || kind.equals("nodes") || OtherObjects.KINDS.contains(kind)) {
                        answer(exchange, 200, list(kind));
                    } else if (uri.getPath().equals("/apis/resource.k8s.io")) {
                        answer(exchange, 200, sealed(DEVICES));
                    } else if (uri.getPath().equals("/apis/scheduling.k8s.io")) {
                        answer(exchange, 200, sealed(GROUPS));
                    } else if (!uri.getPath().contains("/pods/")) {
                        answer(exchange, 404, status(404, "not found"));
                    } else if (refusesLook()) {
                        answer(exchange, 409, status(409, "refused on demand"));
                    } else {
                        V1.Pod pod = pod(kind);
                        answer(exchange, pod == null ? 404 : 200, pod == null ? status(404, "not found") : sealed(pod));
                    }
                }
                case "POST" -> post(exchange, path, body);
                case "PATCH" -> {
                    boolean outdated = outdated(uri.getPath(), body);
                    byte[] object = outdated ? status(409, "the node is another") : patched(uri.getPath(), body);
                    answer(exchange, outdated ? 409 : 200, object);
                }
                case "DELETE" -> {
                    delete(path);
                    answer(exchange, 200, status(200, ""));
                }
                default -> answer(exchange, 405, status(405, "not known here"));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void delete(String[] path) {
        String name = path[path.length - 1];
        MessageLite claim = path[path.length - 2].equals(CLAIMS) ? others.remove(CLAIMS, name) : null;
        if (claim == null) {
            deletePod(name);
        } else {
            history.next();
            history.add(CLAIMS, "DELETED", claim);
        }
    }

    private synchronized boolean refusesLook() {
        return looksToRefuse-- > 0;
    }

    private synchronized V1.@Nullable Pod pod(String name) {
        return pods.get(name);
    }

    /** What becomes of it, tests say themselves, but of a claim that was made here; who asks gets the object as it was. */
    private synchronized byte[] patched(String path, byte[] body) {
        String patch = new String(body, StandardCharsets.UTF_8);
        patches.add(path + " " + patch);
        annotate(path, patch);
        if (path.endsWith("/status")
                && others.at(path) instanceof V1Resource.ResourceClaim claim
                && claim.getMetadata().hasGenerateName()) {
            V1Resource.ResourceClaim now = OtherObjects.allocated(claim, patch, history.next());
            others.put(CLAIMS, claim.getMetadata().getName(), now);
            history.add(CLAIMS, "MODIFIED", now);
        }
        V1.Pod told = path.contains("/pods/") ? pods.get(path.split("/")[6]) : null;
        MessageLite object = told == null ? others.at(path) : ServedPod.told(told);
        return object == null ? status(200, "") : sealed(object);
    }

    /** True for a patch of a version of a node that is no more. */
    private synchronized boolean outdated(String path, byte[] body) {
        V1.Node node = nodes.get(path.substring(path.lastIndexOf('/') + 1));
        return node != null
                && path.startsWith("/api/v1/nodes/")
                && !new String(body, StandardCharsets.UTF_8)
                        .contains("\"resourceVersion\":\"" + node.getMetadata().getResourceVersion() + "\"");
    }

    /** A merge patch of the annotations of a pod or node is done. */
    private void annotate(String path, String patch) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (path.equals("/api/v1/nodes/" + name) && nodes.containsKey(name)) {
            change(name, node -> Annotated.node(node, patch));
        } else if (path.endsWith("/pods/" + name) && pods.containsKey(name)) {
            changePod(name, pod -> Annotated.pod(pod, patch));
        }
    }

    private void post(HttpExchange exchange, String[] path, byte[] body) throws IOException {
        if (path[path.length - 1].equals("events")) {
            event(body);
            answer(exchange, 201, status(201, ""));
            return;
        }
        if (path[path.length - 1].equals(CLAIMS)) {
            make(exchange, OtherObjects.named(opened(body), history.next()));
            return;
        }
        binding.lock();
        Answered answered;
        try {
            answered = bind(path[path.length - 2], opened(body));
        } finally {
            binding.unlock();
        }
        if (answered.code() == 0) {
            return;
        }
        if (answered.code() == 429) {
            exchange.getResponseHeaders().set("Retry-After", "0");
        }
        answer(exchange, answered.code(), status(answered.code(), answered.text()));
    }

    private synchronized void make(HttpExchange exchange, V1Resource.ResourceClaim claim) throws IOException {
        Refusal refusal = claimRefusals.poll();
        if (refusal == null || refusal.done()) {
            others.put(CLAIMS, claim.getMetadata().getName(), claim);
            history.add(CLAIMS, "ADDED", claim);
        }
        int code = refusal == null ? 201 : refusal.code();
        answer(exchange, code, refusal == null ? sealed(claim) : status(code, "refused on demand"));
    }

    private record Answered(int code, String text) {}

    private synchronized Answered bind(String name, byte[] body) throws InvalidProtocolBufferException {
        V1.Binding binding = V1.Binding.parseFrom(body);
        Refusal refusal = refusals.poll();
        if (refusal != null && !refusal.done()) {
            return new Answered(refusal.code(), "refused on demand");
        }
        if (refused.test(name, binding.getTarget().getName())) {
            return new Answered(422, "refused by whom one asked");
        }
        Answered answered = bound(name, binding);
        return refusal == null ? answered : new Answered(refusal.code(), "done, but nobody is told");
    }

    private Answered bound(String name, V1.Binding binding) {
        V1.Pod pod = pods.get(name);
        if (pod == null) {
            return new Answered(404, "pods \"" + name + "\" not found");
        }
        if (!pod.getMetadata().getUid().equals(binding.getMetadata().getUid())) {
            return new Answered(409, "another pod of that name");
        }
        if (!pod.getSpec().getNodeName().isEmpty()) {
            return new Answered(
                    409, "pod is already assigned to node " + pod.getSpec().getNodeName());
        }
        bindings.add(name);
        changePod(name, before -> ServedPod.bound(before, binding.getTarget().getName()));
        return new Answered(201, "");
    }

    private synchronized void event(byte[] body) throws InvalidProtocolBufferException {
        io.kubernetes.client.proto.V1Events.Event event =
                io.kubernetes.client.proto.V1Events.Event.parseFrom(opened(body));
        events.add(event.getReason() + " " + event.getNote());
    }

    private synchronized byte[] list(String kind) {
        if (!kind.equals("pods") && !kind.equals("nodes")) {
            return sealed(others.list(
                    kind,
                    ListMeta.newBuilder()
                            .setResourceVersion(Long.toString(history.version()))
                            .build()));
        }
        ListMeta meta = ListMeta.newBuilder()
                .setResourceVersion(Long.toString(history.version()))
                .build();
        return kind.equals("pods")
                ? sealed(V1.PodList.newBuilder()
                        .setMetadata(meta)
                        .addAllItems(pods.values())
                        .build())
                : sealed(V1.NodeList.newBuilder()
                        .setMetadata(meta)
                        .addAllItems(nodes.values())
                        .build());
    }

    private void watch(HttpExchange exchange, String kind, String query) throws IOException, InterruptedException {
        String version = query.replaceAll(".*resourceVersion=([0-9]*).*", "$1");
        long from = Long.parseLong(version);
        if (history.forgot(from)) {
            answer(exchange, 410, status(410, "too old resource version"));
            return;
        }
        exchange.sendResponseHeaders(200, 0);
        history.follow(kind, from, exchange.getResponseBody());
    }

    private static void answer(HttpExchange exchange, int code, byte[] body) throws IOException {
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    private static byte[] status(int code, String message) {
        return sealed(Status.newBuilder()
                .setStatus(code < 300 ? "Success" : "Failure")
                .setMessage(message)
                .setCode(code)
                .build());
    }

    static byte[] sealed(MessageLite object) {
        return ByteString.copyFrom(MAGIC)
                .concat(Unknown.newBuilder()
                        .setTypeMeta(TypeMeta.newBuilder().setApiVersion("v1"))
                        .setRaw(object.toByteString())
                        .build()
                        .toByteString())
                .toByteArray();
    }

    private static byte[] opened(byte[] body) throws InvalidProtocolBufferException {
        return Unknown.parseFrom(ByteString.copyFrom(body).substring(MAGIC.length))
                .getRaw()
                .toByteArray();
    }
}
