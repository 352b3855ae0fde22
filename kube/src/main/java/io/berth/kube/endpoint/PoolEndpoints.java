package io.berth.kube.endpoint;

import io.berth.kube.api.Answer;
import io.berth.kube.api.ApiClient;
import io.berth.kube.api.RefusedException;
import io.berth.kube.watch.Reflector;
import io.berth.kube.watch.Resource;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The ready pods that an InferencePool of the Gateway API Inference Extension selects: the pool is followed in JSON, which is all that the
 * server has of such kinds, its pods as those of other kinds.
 */
public final class PoolEndpoints implements AutoCloseable {
    private static final String JSON = "application/json";
    private static final List<String> VERSIONS =
            List.of("inference.networking.k8s.io/v1", "inference.networking.x-k8s.io/v1alpha2");
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;
    private static final int WATCH_SECONDS = 300;

    private final ApiClient client;
    private final NamedObject pool;
    private final Consumer<List<Endpoint>> heard;
    private final Consumer<String> notes;
    private final Thread thread;
    private final Silence silence;
    private volatile @Nullable Reflector<PodAddress> pods;
    private volatile @Nullable InputStream open;
    private volatile boolean closed;
    private volatile @Nullable Pool known;
    private String told = "";

    /**
     * @param client closed with this
     * @param heard told of all that are ready, after each change
     * @param notes told of what goes wrong
     */
    public PoolEndpoints(ApiClient client, NamedObject pool, Consumer<List<Endpoint>> heard, Consumer<String> notes) {
        this.client = client;
        this.pool = pool;
        this.heard = heard;
        this.notes = notes;
        thread = Thread.ofPlatform()
                .daemon()
                .name("berth-kube-pool-" + pool.name())
                .unstarted(this::run);
        silence = new Silence(() -> {
            Reflector<PodAddress> now = pods;
            return now == null ? List.of() : List.of(now);
        });
    }

    /** Begins. */
    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        silence.close();
        thread.interrupt();
        Reflector<PodAddress> now = pods;
        if (now != null) {
            now.close();
        }
        InputStream watched = open;
        if (watched != null) {
            try {
                watched.close();
            } catch (IOException e) {
                // It is of no use any more.
            }
        }
        client.close();
    }

    private void run() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!closed) {
            try {
                String path = find();
                pause = FIRST_PAUSE_MILLIS;
                told = "";
                watch(path);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            } catch (IOException | RuntimeException e) {
                pause = rest(e, pause);
            }
        }
    }

    private long rest(Exception e, long pause) {
        String why = "cannot read the InferencePool " + pool.namespace() + "/" + pool.name() + ": "
                + (e instanceof IOException ? ApiClient.why(e) : e.getMessage());
        if (!closed && !why.equals(told)) {
            told = why;
            notes.accept(why);
        }
        try {
            Thread.sleep(pause);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            closed = true;
        }
        return Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }

    /** The path of all pools of the namespace, in the version that has this one; what it says now holds. */
    private String find() throws IOException, InterruptedException {
        RefusedException absent = null;
        for (String version : VERSIONS) {
            String path = "/apis/" + version + "/namespaces/" + pool.namespace() + "/inferencepools";
            try (InputStream body = client.stream(path + "/" + pool.name(), JSON)) {
                follow(Pool.read(new String(body.readAllBytes(), StandardCharsets.UTF_8)));
                return path;
            } catch (RefusedException e) {
                if (e.answer().code() != Answer.NOT_FOUND) {
                    throw e;
                }
                absent = e;
            }
        }
        throw absent == null ? new IOException("there is none") : absent;
    }

    /** Until the server ends it, or the pool is gone. */
    private void watch(String path) throws IOException, InterruptedException {
        Pool from = known;
        String query = path + "?watch=true&fieldSelector=metadata.name%3D" + pool.name() + "&timeoutSeconds="
                + WATCH_SECONDS + "&resourceVersion=" + (from == null ? "" : from.version());
        try (InputStream body = client.stream(query, JSON);
                BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
            open = body;
            for (String line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
                if (!taken(line)) {
                    return;
                }
            }
        } finally {
            open = null;
        }
    }

    /** False where what is there must be read anew. */
    private boolean taken(String line) {
        try {
            Tree event = JsonReader.read(Source.text("a watch", line));
            String type = event.require("type").text();
            if (type.equals("DELETED")) {
                heard.accept(List.of());
            }
            if (!type.equals("ADDED") && !type.equals("MODIFIED")) {
                return false;
            }
            follow(Pool.read(event.require("object")));
            return true;
        } catch (InputException e) {
            return false;
        }
    }

    private void follow(Pool now) {
        Pool before = known;
        known = now;
        if (before != null && before.like(now) && pods != null) {
            return;
        }
        Reflector<PodAddress> old = pods;
        if (old != null) {
            old.close();
        }
        Resource<PodAddress> selected = new Resource<>(
                "/api/v1/namespaces/" + pool.namespace() + "/pods?labelSelector=" + now.selector(),
                "pods of the pool " + pool.name(),
                PodAddress::read);
        Reflector<PodAddress> next = new Reflector<>(
                client,
                List.of(selected),
                new Followed<>(all -> endpoints(all, now.ports()), all -> tell(now, all)),
                Reflector.Need.ALWAYS,
                notes);
        pods = next;
        next.start();
    }

    /** What a reflector of an earlier pool still says counts no more. */
    private void tell(Pool from, List<Endpoint> all) {
        Pool now = known;
        if (now != null && now.like(from) && !closed) {
            heard.accept(all);
        }
    }

    private static List<Endpoint> endpoints(List<PodAddress> all, List<Integer> ports) {
        List<Endpoint> endpoints = new ArrayList<>();
        for (PodAddress pod : all) {
            if (pod.ready() && !pod.address().isEmpty()) {
                for (int port : ports) {
                    String name =
                            ports.size() == 1 ? pod.meta().name() : pod.meta().name() + ":" + port;
                    endpoints.add(new Endpoint(name, pod.address(), port));
                }
            }
        }
        return endpoints;
    }
}
