package io.berth.app.gateway;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.Reply;
import io.berth.app.home.BerthHome;
import io.berth.edge.scale.DemandDocument;
import io.berth.gateway.fleet.discovery.PolledSource;
import io.berth.gateway.fleet.discovery.ServerSource;
import io.berth.gateway.setting.Server;
import io.berth.gateway.setting.SourceSpec;
import io.berth.spec.input.Tree;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The replicas of a service of a Berth, asked twice a second. A replica comes when it is ready, and stays until it is to be stopped or is gone:
 * how it does meanwhile the gateway sees for itself. Each question says which replicas this gateway has something to do with, so that Berth
 * does not stop one that has requests of it.
 */
final class BerthServers implements ServerSource {
    private static final long EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int NOT_FOUND = 404;
    private static final int FOLLOWER_BYTES = 8;

    /** Where Berth says that its replicas are. */
    private static final String LOCAL = "127.0.0.1";

    /** The most that it says of, which is more than a machine has replicas. */
    private static final int MOST_HELD = 1000;

    private final SourceSpec.Berth spec;
    private final Map<String, String> environment;
    private final String host;
    private final String path;
    private final PolledSource polled;
    private volatile @Nullable Heard heard;
    private Set<String> told = Set.of();
    private boolean absent;
    /** How many requests at once a replica is to have, as Berth said last; 0 where it does not say. */
    private int each;

    /**
     * @param environment where the home may be named
     * @throws io.berth.spec.input.InputException where what it says can be no Berth
     */
    BerthServers(SourceSpec.Berth spec, Map<String, String> environment) {
        this.spec = spec;
        this.environment = environment;
        if (spec.url().isEmpty()) {
            host = "";
        } else {
            remote();
            host = URI.create(spec.url()).getHost();
        }
        byte[] name = new byte[FOLLOWER_BYTES];
        new SecureRandom().nextBytes(name);
        path = Api.ROOT + "/services/" + Api.encoded(spec.service()) + "/followers/gateway-"
                + HexFormat.of().formatHex(name);
        polled = new PolledSource("berth", EVERY_NANOS, this::ask);
    }

    @Override
    public void start(Heard to) {
        heard = to;
        polled.start(to);
    }

    @Override
    public void close() {
        polled.close();
    }

    /** A Berth that starts again has another address, so it is looked for each time. */
    private Client client() {
        Path socket = spec.socket();
        if (!spec.url().isEmpty()) {
            return remote();
        }
        return socket == null
                ? HomeOption.local(BerthHome.of(spec.home(), environment), spec.home() != null)
                : HomeOption.shared(socket);
    }

    private Client remote() {
        Path file = spec.tokens().file();
        String token = file == null ? spec.tokens().token() : HomeOption.read(file, "token_file");
        return HomeOption.at(spec.url(), token, "url of " + spec.name());
    }

    private @Nullable List<Server> ask() {
        Heard to = heard;
        if (to == null) {
            return null;
        }
        Reply reply = client().ask(
                        "PUT", path, Map.of("holds", held(to.held()), "demand", DemandDocument.of(to.demand(each))));
        if (reply.status() == NOT_FOUND && reply.body().contains("no-service")) {
            told = Set.of();
            if (!absent) {
                absent = true;
                to.none(reply.detail());
            }
            return null;
        }
        absent = false;
        Tree service = reply.checked().tree();
        Tree scale = service.get("scale");
        each = scale == null || scale.isNull()
                ? 0
                : (int) Math.max(1, scale.require("target").number());
        List<Server> servers = new ArrayList<>();
        Set<String> listed = new TreeSet<>();
        for (Tree replica : service.require("replicas").items()) {
            Server server = server(replica);
            if (server != null) {
                servers.add(server);
                listed.add(start(replica));
            }
        }
        told = listed;
        return servers;
    }

    /** As Berth calls them, those of {@code all} that may be its replicas. */
    private List<String> held(Set<String> all) {
        List<String> held = new ArrayList<>();
        for (String address : all) {
            int colon = address.lastIndexOf(':');
            boolean here = host.isEmpty() || address.substring(0, colon).equals(host);
            if (here && held.size() < MOST_HELD) {
                held.add(host.isEmpty() ? address : LOCAL + address.substring(colon));
            }
        }
        return held;
    }

    private @Nullable Server server(Tree replica) {
        Tree address = replica.get("address");
        boolean takes = switch (replica.require("state").text()) {
            case "ready" -> true;
            case "starting", "unready" -> told.contains(start(replica));
            default -> false;
        };
        if (!takes || address == null || address.isNull()) {
            return null;
        }
        String at = address.text();
        int colon = at.lastIndexOf(':');
        return spec.traits()
                .at(
                        spec.service() + "-" + replica.require("job").text(),
                        host.isEmpty() ? at.substring(0, colon) : host,
                        Integer.parseInt(at.substring(colon + 1)));
    }

    private static String start(Tree replica) {
        return replica.require("job").text() + "-" + replica.require("start").text();
    }
}
