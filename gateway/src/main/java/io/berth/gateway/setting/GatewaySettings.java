package io.berth.gateway.setting;

import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.time.Nanos;
import io.berth.gateway.http.Backend;
import io.berth.gateway.http.Limits;
import io.berth.spec.fleet.DispatchReader;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway is to be.
 *
 * @param servers its servers, in the order of their numbers
 * @param retries how often a request is sent to another server where one fails it
 * @param threads event loops
 */
public record GatewaySettings(
        List<Server> servers,
        DispatchSpec dispatch,
        Listen listen,
        Health health,
        Limits limits,
        int retries,
        int threads) {
    /** So many slots have those of which it is not known how many they have. */
    private static final int UNTOLD_SLOTS = 1 << 20;

    private static final int MILLI = 1000;
    private static final int HTTP_PORT = 80;

    /**
     * A server.
     *
     * @param backend where it is
     * @param spec what balancers know of it
     * @param models that it has; empty where it is asked
     */
    public record Server(Backend backend, ServerSpec spec, List<String> models) {
        public Server {
            models = List.copyOf(models);
        }
    }

    /**
     * Where clients connect.
     *
     * @param port 0 for any that is free
     * @param keys for TLS; null for none
     * @param drainNanos what requests have to end in when it stops
     * @param picker where Envoy connects; null for nowhere
     */
    public record Listen(
            String host,
            int port,
            @Nullable Keys keys,
            long drainNanos,
            @Nullable Picker picker) {}

    /**
     * Where Envoy asks for servers.
     *
     * @param port 0 for any that is free
     * @param keys for TLS; null for none
     * @param fallbacks how many servers are named after the one that was picked
     */
    public record Picker(String host, int port, @Nullable Keys keys, int fallbacks) {}

    /** Where the files are by which the gateway proves itself. */
    public record Keys(Path certificates, Path key) {}

    /**
     * How it is seen whether servers are there.
     *
     * @param path what is asked
     * @param failures in a row until a server gets no more requests
     * @param metricsNanos how often a server is asked how many requests it has; 0 for never
     */
    public record Health(String path, long intervalNanos, int failures, long metricsNanos) {}

    /**
     * Reads the file of {@code --config}, which is in {@code folder}.
     *
     * @throws InputException where something of it cannot be
     */
    public static GatewaySettings read(Tree file, Path folder, DispatchReader strategies) {
        Fields fields = GatewaySchema.FILE.read(file);
        DispatchSpec dispatch = strategies.of(fields);
        List<Server> servers = servers(fields, dispatch.waiting() == DispatchSpec.Wait.GATEWAY);
        Fields health = fields.section("health");
        Fields limits = fields.section("limits");
        int threads = fields.integer("threads");
        return new GatewaySettings(
                servers,
                dispatch,
                new Listen(
                        fields.text("host"),
                        fields.integer("port"),
                        keys(fields, folder),
                        limits.nanos("drain"),
                        picker(fields, folder, servers)),
                new Health(
                        health.text("path"),
                        positive(health, "interval"),
                        health.integer("failures"),
                        health.nanos("metrics")),
                new Limits(
                        limits.bytes("body"),
                        small(limits, "headers"),
                        small(limits, "buffer"),
                        small(limits, "prompt"),
                        positive(limits, "headers_within"),
                        positive(limits, "idle"),
                        positive(limits, "request")),
                limits.integer("retries"),
                threads == 0 ? Runtime.getRuntime().availableProcessors() : threads);
    }

    /** The same at another port. */
    public GatewaySettings withPort(int port) {
        return new GatewaySettings(
                servers,
                dispatch,
                new Listen(listen.host, port, listen.keys, listen.drainNanos, listen.picker),
                health,
                limits,
                retries,
                threads);
    }

    private static @Nullable Keys keys(Fields fields, Path folder) {
        return fields.has("certificate")
                ? new Keys(fields.path("certificate", folder), fields.path("key", folder))
                : null;
    }

    private static @Nullable Picker picker(Fields fields, Path folder, List<Server> servers) {
        if (!fields.has("picker")) {
            return null;
        }
        for (Server server : servers) {
            Backend backend = server.backend();
            if (backend.address().isUnresolved() || !backend.path().isEmpty()) {
                throw InputException.at(
                        fields.value("picker"),
                        "names servers to Envoy by IP address and port alone, but \"" + backend.name() + "\" "
                                + (backend.path().isEmpty()
                                        ? "has no IP address: give one, or a name that has one"
                                        : "has a path, " + backend.path() + ": give its url without it"));
            }
        }
        Fields picker = fields.section("picker");
        return new Picker(
                picker.text("host", fields.text("host")),
                picker.integer("port"),
                keys(picker, folder),
                picker.integer("fallbacks"));
    }

    private static List<Server> servers(Fields fields, boolean needSlots) {
        List<Server> servers = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>();
        for (Tree item : fields.items("servers")) {
            Fields server = GatewaySchema.SERVER.read(item);
            Backend backend = backend(server);
            if (!names.add(backend.name())) {
                throw InputException.at(
                        item, "there are two servers \"" + backend.name() + "\"; give one another name");
            }
            if (needSlots && !server.has("slots")) {
                throw InputException.at(item, "needs slots, as requests wait at the gateway until a server has one");
            }
            List<String> models = server.has("models")
                    ? server.items("models").stream().map(Tree::text).toList()
                    : List.of();
            servers.add(new Server(backend, spec(backend.name(), server), models));
        }
        if (servers.isEmpty()) {
            throw InputException.at(fields.value("servers"), "must name at least one server");
        }
        return servers;
    }

    private static ServerSpec spec(String name, Fields server) {
        int speed = Math.max(1, (int) Math.round(server.number("speed") * MILLI));
        int slots = server.has("slots") ? server.integer("slots") : UNTOLD_SLOTS;
        int capacity = (int) Math.min(Integer.MAX_VALUE, (long) slots * speed);
        return new ServerSpec(name, speed, slots, capacity, server.integer("weight"), 0, Nanos.NEVER, 0);
    }

    private static Backend backend(Fields server) {
        Tree written = server.value("url");
        URI url;
        try {
            url = new URI(written.text());
        } catch (URISyntaxException e) {
            throw InputException.at(written, "is no URL: " + e.getMessage());
        }
        if (!"http".equals(url.getScheme()) || url.getHost() == null) {
            throw InputException.at(written, "must be http://HOST:PORT, but is \"" + written.text() + "\"");
        }
        int port = url.getPort() < 0 ? HTTP_PORT : url.getPort();
        String authority = url.getHost() + ":" + port;
        String path = url.getRawPath() == null ? "" : url.getRawPath();
        return new Backend(
                server.text("name", authority),
                new InetSocketAddress(url.getHost(), port),
                authority,
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                server.has("api_key") ? server.text("api_key") : null);
    }

    private static long positive(Fields fields, String key) {
        long nanos = fields.nanos(key);
        if (nanos <= 0) {
            throw InputException.at(fields.value(key), "must be above 0");
        }
        return nanos;
    }

    private static int small(Fields fields, String key) {
        long bytes = fields.bytes(key);
        if (bytes < 1024 || bytes > 1L << 30) {
            throw InputException.at(fields.value(key), "must be from 1Ki to 1Gi");
        }
        return (int) bytes;
    }
}
