package io.berth.kube.rehearsal;

import io.berth.kube.api.ApiServer;
import io.berth.kube.http.Identity;
import io.berth.kube.http.Tls;
import io.berth.kube.http.Trust;
import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.Message;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Nodes and pods of a rehearsal: lists, watches, bindings. Whatever else is asked for is there and empty, whatever else is said is done. */
public final class RehearsedCluster implements AutoCloseable {
    /** As an API server has it. */
    private static final int MOST_AT_ONCE = 250;

    private static final String GPU = "nvidia.com/gpu";
    private static final int GPUS = 8;

    private final Http2Server server;
    private final Tls tls;
    private final List<Fields> nodes = new ArrayList<>();
    private final Map<String, Member> pods = new HashMap<>();
    private final Map<String, List<ServedCall>> watches = new HashMap<>();
    private long version = 1;
    private int bound;

    /** @param node empty where it waits */
    private record Member(String name, int gpus, String scheduler, String node) {}

    /** A cluster of so many nodes of 8 GPUs, whose server proves who it is by {@code key}. */
    public RehearsedCluster(Identity key, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            nodes.add(node("node-" + i));
        }
        tls = new Tls(Trust.of(key.chain()), null);
        server = new Http2Server(key, MOST_AT_ONCE, this::answer);
    }

    /** How it is reached. */
    public ApiServer address() {
        return new ApiServer(server.address(), tls, () -> "rehearsal");
    }

    /** Adds pods for {@code scheduler}, named by {@code wave}. */
    public synchronized void add(String wave, int count, int gpus, String scheduler) {
        for (int i = 0; i < count; i++) {
            Member pod = new Member(wave + "-" + i, gpus, scheduler, "");
            pods.put(pod.name, pod);
            tell("pods", "ADDED", "Pod", pod(pod));
        }
    }

    /** Waits until so many were bound since the beginning; false where {@code millis} pass before. */
    public synchronized boolean awaitBound(int count, long millis) throws InterruptedException {
        long until = System.nanoTime() + millis * 1_000_000;
        while (bound < count) {
            long left = (until - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** Deletes all pods of {@code wave}. */
    public synchronized void delete(String wave) {
        pods.values().stream()
                .filter(pod -> pod.name.startsWith(wave + "-"))
                .toList()
                .forEach(pod -> {
                    pods.remove(pod.name);
                    tell("pods", "DELETED", "Pod", pod(pod));
                });
    }

    @Override
    public void close() {
        server.close();
    }

    private synchronized void answer(ServedCall call) {
        String path = call.path();
        int query = path.indexOf('?');
        String[] parts = (query < 0 ? path : path.substring(0, query)).split("/");
        String kind = parts[parts.length - 1];
        switch (call.method()) {
            case "GET" -> {
                if (path.contains("watch=true")) {
                    call.begin(200, Envelope.WATCH_TYPE, 0);
                    watches.computeIfAbsent(kind, _ -> new ArrayList<>()).add(call);
                } else if (parts.length == 3) {
                    // No group of its own is served.
                    call.reply(404, Envelope.TYPE, sealed("Status", new Fields()));
                } else {
                    call.reply(200, Envelope.TYPE, sealed("List", list(kind)));
                }
            }
            case "POST" -> {
                if (kind.equals("binding")) {
                    bind(parts[parts.length - 2], call.body());
                }
                call.reply(201, Envelope.TYPE, sealed("Status", new Fields()));
            }
            default -> call.reply(200, Envelope.TYPE, sealed("Status", new Fields()));
        }
    }

    private void bind(String name, byte[] binding) {
        String node = Envelope.open(binding, RehearsedCluster::target);
        Member pod = pods.get(name);
        if (pod != null && pod.node.isEmpty()) {
            Member placed = new Member(name, pod.gpus, pod.scheduler, node);
            pods.put(name, placed);
            tell("pods", "MODIFIED", "Pod", pod(placed));
            bound++;
            notifyAll();
        }
    }

    private Fields list(String kind) {
        Fields list = new Fields().message(1, new Fields().text(2, Long.toString(version)));
        if (kind.equals("nodes")) {
            nodes.forEach(node -> list.message(2, node));
        }
        return list;
    }

    private void tell(String kind, String type, String name, Fields object) {
        byte[] frame = new Fields()
                .text(1, type)
                .message(2, new Fields().data(1, sealed(name, object)))
                .bytes();
        byte[] framed = ByteBuffer.allocate(4 + frame.length)
                .putInt(frame.length)
                .put(frame)
                .array();
        watches.getOrDefault(kind, List.of()).forEach(watch -> watch.write(framed));
    }

    /** The node that a {@code Binding} names. */
    private static String target(Message binding) {
        String node = "";
        for (int field = binding.next(); field != 0; field = binding.next()) {
            if (field == 2) {
                node = binding.message(target -> target.only(3));
            } else {
                binding.skip();
            }
        }
        return node;
    }

    private Fields meta(String namespace, String name) {
        return new Fields()
                .text(1, name)
                .text(3, namespace)
                .text(5, "uid-" + name)
                .text(6, Long.toString(++version))
                .moment(8, System.currentTimeMillis() * 1_000_000);
    }

    private Fields node(String name) {
        Fields status = new Fields();
        Map.of(GPU, Integer.toString(GPUS), "cpu", "64", "memory", "512Gi", "pods", "110")
                .forEach((resource, quantity) ->
                        status.message(1, amount(resource, quantity)).message(2, amount(resource, quantity)));
        return new Fields()
                .message(
                        1,
                        meta("", name)
                                .message(
                                        11,
                                        new Fields()
                                                .text(1, "kubernetes.io/hostname")
                                                .text(2, name)))
                .message(2, new Fields())
                .message(3, status);
    }

    private Fields pod(Member pod) {
        Fields requests = new Fields()
                .message(2, amount("cpu", "1"))
                .message(2, amount("memory", "1Gi"))
                .message(2, amount(GPU, Integer.toString(pod.gpus)));
        return new Fields()
                .message(1, meta("rehearsal", pod.name))
                .message(
                        2,
                        new Fields()
                                .message(2, new Fields().text(1, "main").message(8, requests))
                                .text(10, pod.node)
                                .text(19, pod.scheduler))
                .message(3, new Fields().text(1, "Pending"));
    }

    private static Fields amount(String resource, String quantity) {
        return new Fields().text(1, resource).message(2, new Fields().text(1, quantity));
    }

    private static byte[] sealed(String kind, Fields object) {
        return Envelope.seal("v1", kind, object);
    }
}
