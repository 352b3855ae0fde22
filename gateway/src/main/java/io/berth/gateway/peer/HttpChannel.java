package io.berth.gateway.peer;

import io.berth.gateway.setting.Sharing.Peering;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Each gateway asks each other one, by HTTP. One that does not answer is taken for gone. For any thread. */
public final class HttpChannel implements Channel {
    /** By which one of them proves that it is. */
    public static final String HEADER = "x-berth-peer";

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Peering peering;
    private final Consumer<String> note;
    private final TreeSet<String> silent = new TreeSet<>();
    /** Those that were asked and have not answered: they are not asked again meanwhile. */
    private final Set<String> asked = ConcurrentHashMap.newKeySet();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private volatile @Nullable Ends ends;

    /** @param note told when one is silent and when it answers again */
    public HttpChannel(Peering peering, Consumer<String> note) {
        this.peering = peering;
        this.note = note;
    }

    /** Whether {@code secret} is what they share; null for none. */
    public static boolean knows(Peering peering, @Nullable String secret) {
        return secret != null
                && MessageDigest.isEqual(
                        secret.getBytes(StandardCharsets.UTF_8),
                        peering.secret().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void open(Ends wanted) {
        ends = wanted;
    }

    @Override
    public void round(Topic topic) {
        peering.peers().forEach(peer -> ask(peer, topic));
    }

    @Override
    public void close() {
        ends = null;
        client.shutdownNow();
    }

    private void ask(URI peer, Topic topic) {
        String name = peer.getAuthority();
        String question = name + topic.path();
        if (!asked.add(question)) {
            return;
        }
        HttpRequest request = HttpRequest.newBuilder(peer.resolve(topic.path()))
                .header(HEADER, peering.secret())
                .timeout(PATIENCE)
                .build();
        client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).whenComplete((response, problem) -> {
            asked.remove(question);
            if (problem != null) {
                said(name, problem.toString());
            } else {
                answered(name, topic, response);
            }
        });
    }

    private void answered(String name, Topic topic, HttpResponse<String> response) {
        if (response.statusCode() != 200 && topic != Topic.TENANTS) {
            // One of an earlier version, which tells of tenants alone; what else is wrong these say.
            return;
        }
        Ends told = ends;
        try {
            if (response.statusCode() != 200) {
                said(name, "status " + response.statusCode());
            } else if (told != null) {
                told.heard(topic, name, response.body());
                said(name, null);
            }
        } catch (RuntimeException e) {
            said(name, e.toString());
        }
    }

    private synchronized void said(String peer, @Nullable String problem) {
        if (ends != null && (problem == null ? silent.remove(peer) : silent.add(peer))) {
            note.accept(
                    problem == null
                            ? "peer " + peer + " shares quotas and load again"
                            : "peer " + peer + " shares no quotas and load for now: " + problem);
        }
    }
}
