package io.berth.gateway.setting;

import io.berth.core.dispatch.ServerSpec;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is told of servers beside where they are.
 *
 * @param slots 0 where that is not known
 * @param models empty where they are asked
 * @param key what they are asked with; null for what clients send
 * @param region where they are; empty where that is not said
 * @param engine null where that is found out
 */
public record ServerTraits(
        int speedMilli,
        int slots,
        int weight,
        List<String> models,
        @Nullable String key,
        String region,
        @Nullable EngineKind engine) {
    /** So many slots have those of which it is not known how many they have. */
    public static final int UNTOLD_SLOTS = 1 << 20;

    private static final int MILLI = 1000;

    public ServerTraits {
        models = List.copyOf(models);
    }

    static ServerTraits read(Fields server) {
        return new ServerTraits(
                Math.max(1, (int) Math.round(server.number("speed") * MILLI)),
                server.has("slots") ? server.integer("slots") : 0,
                server.integer("weight"),
                server.has("models")
                        ? server.items("models").stream().map(Tree::text).toList()
                        : List.of(),
                server.has("api_key") ? server.text("api_key") : null,
                server.text("region", ""),
                server.has("engine") ? EngineKind.of(server.text("engine")) : null);
    }

    /** The same, but what {@code server} does not say is as {@code usual}; null for as it is. */
    ServerTraits or(@Nullable ServerTraits usual, Fields server) {
        if (usual == null) {
            return this;
        }
        return new ServerTraits(
                server.has("speed") ? speedMilli : usual.speedMilli,
                server.has("slots") ? slots : usual.slots,
                server.has("weight") ? weight : usual.weight,
                server.has("models") ? models : usual.models,
                server.has("api_key") ? key : usual.key,
                server.has("region") ? region : usual.region,
                server.has("engine") ? engine : usual.engine);
    }

    /** The same with another share. */
    public ServerTraits weighing(int other) {
        return new ServerTraits(speedMilli, slots, other, models, key, region, engine);
    }

    /** Such a server, at {@code host} and {@code port}, called by these. */
    public Server at(String host, int port) {
        return at(authority(host, port), host, port);
    }

    /** Such a server, at {@code host} and {@code port}. */
    public Server at(String name, String host, int port) {
        return server(new Backend(name, new InetSocketAddress(host, port), authority(host, port), "", key));
    }

    /** As URLs have it: an address of IPv6 in brackets. */
    static String authority(String host, int port) {
        boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
        return (bare ? "[" + host + "]" : host) + ":" + port;
    }

    Server server(Backend backend) {
        int most = slots == 0 ? UNTOLD_SLOTS : slots;
        int capacity = (int) Math.min(Integer.MAX_VALUE, (long) most * speedMilli);
        ServerSpec spec = new ServerSpec(backend.name(), speedMilli, most, capacity, weight, 0, Nanos.NEVER, 0);
        return new Server(backend, spec, models, region, engine, null);
    }
}
