package io.berth.gateway.setting;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.schema.Fields;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway shares with others of its deployment, and how.
 *
 * @param peering the others, which are asked over HTTP; null for none
 * @param redis where they keep and tell things together; null for nowhere
 */
public record Sharing(@Nullable Peering peering, @Nullable RedisSpec redis) {
    /** Nothing. */
    public static final Sharing NONE = new Sharing(null, null);

    /** Characters: one that is drawn at random cannot be guessed then. */
    private static final int LEAST_SECRET = 16;

    /**
     * Gateways that ask one another.
     *
     * @param peers the others
     * @param secret by which they know one another
     */
    public record Peering(List<URI> peers, String secret) {
        public Peering {
            peers = List.copyOf(peers);
        }
    }

    /** Where answers are kept beside the memory of this gateway; null for nowhere. */
    public @Nullable RedisSpec redisForAnswers() {
        return redis != null && redis.answers() ? redis : null;
    }

    /** By which gateways tell one another what they do; null where they do not. */
    public @Nullable RedisSpec redisForGateways() {
        return redis != null && redis.gateways() ? redis : null;
    }

    /** @param folder that the file is in */
    static Sharing read(Fields file, Path folder) {
        Peering peering = file.has("peers") ? peering(file) : null;
        RedisSpec redis = file.has("redis") ? RedisSpec.read(file, folder) : null;
        if (peering != null && redis != null && redis.gateways()) {
            throw InputException.at(
                    file.value("peers"),
                    "the gateways tell one another by redis already; leave out peers, or say use: [cache] in redis");
        }
        return new Sharing(peering, redis);
    }

    private static Peering peering(Fields file) {
        List<URI> peers = new ArrayList<>();
        for (Tree item : file.items("peers")) {
            URI url = url(item);
            if (!Set.of("http", "https").contains(String.valueOf(url.getScheme())) || url.getHost() == null) {
                throw InputException.at(
                        item, "must be http://HOST:PORT or https://HOST:PORT, but is \"" + item.text() + "\"");
            }
            peers.add(url);
        }
        if (file.text("peer_secret").length() < LEAST_SECRET) {
            throw InputException.at(file.value("peer_secret"), "must have at least " + LEAST_SECRET + " characters");
        }
        return new Peering(peers, file.text("peer_secret"));
    }

    static URI url(Tree item) {
        try {
            return new URI(item.text());
        } catch (URISyntaxException e) {
            throw InputException.at(item, "is no URL: " + e.getReason());
        }
    }
}
