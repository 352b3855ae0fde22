package io.berth.gateway.tenant;

import io.berth.gateway.setting.TenantSettings.Peering;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Other gateways with the same tenants: each asks the others every second what they let in, and counts that as its own. So together they
 * let in what one may; what several let in within the same second is owed afterwards. One that does not answer counts for nothing more.
 * For any thread.
 */
public final class Peers implements AutoCloseable {
    /** Where a gateway tells others what it let in. */
    public static final String PATH = "/berth/tenants";

    /** By which one of them proves that it is. */
    public static final String HEADER = "x-berth-peer";

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Peering peering;
    private final Accounts accounts;
    private final Consumer<String> note;
    private final long life;
    private final TreeSet<String> silent = new TreeSet<>();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-gateway-peers").factory());

    /**
     * @param life of this process; another after each start
     * @param note told when one is silent and when it answers again
     */
    Peers(Peering peering, Accounts accounts, long life, Consumer<String> note) {
        this.peering = peering;
        this.accounts = accounts;
        this.life = life;
        this.note = note;
    }

    /** Begins to ask them. */
    void start() {
        rounds.scheduleAtFixedRate(() -> peering.peers().forEach(this::ask), 0, 1, TimeUnit.SECONDS);
    }

    /** Whether {@code secret} is what they share; null for none. */
    public boolean knows(@Nullable String secret) {
        return secret != null
                && MessageDigest.isEqual(
                        secret.getBytes(StandardCharsets.UTF_8),
                        peering.secret().getBytes(StandardCharsets.UTF_8));
    }

    /** What others are told, as JSON. */
    public String told() {
        List<Map<String, Object>> tenants = new ArrayList<>();
        for (Account account : accounts.all()) {
            tenants.add(document(account.name(), account.share(life)));
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("life", life);
        document.put("tenants", tenants);
        return Json.line(document);
    }

    /** {@code peer} told {@code text}. */
    void heard(String peer, String text) {
        Tree document = JsonReader.read(Source.inline(peer, text));
        long theirs = document.require("life").whole();
        for (Tree tenant : document.require("tenants").items()) {
            Account account = accounts.find(tenant.require("name").text());
            if (account != null) {
                account.heard(peer, share(theirs, tenant));
            }
        }
    }

    @Override
    public void close() {
        rounds.shutdownNow();
        client.shutdownNow();
    }

    private void ask(URI peer) {
        HttpRequest request = HttpRequest.newBuilder(peer.resolve(PATH))
                .header(HEADER, peering.secret())
                .timeout(PATIENCE)
                .build();
        client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).whenComplete((response, problem) -> {
            String name = peer.getAuthority();
            try {
                if (problem == null && response.statusCode() == 200) {
                    heard(name, response.body());
                    said(name, null);
                } else {
                    said(name, problem == null ? "status " + response.statusCode() : problem.toString());
                }
            } catch (RuntimeException e) {
                said(name, e.toString());
            }
        });
    }

    private synchronized void said(String peer, @Nullable String problem) {
        if (problem == null ? silent.remove(peer) : silent.add(peer)) {
            note.accept(
                    problem == null
                            ? "peer " + peer + " shares quotas again"
                            : "peer " + peer + " shares no quotas for now: " + problem);
        }
    }

    private static Map<String, Object> document(String name, Share share) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        document.put("requests", share.minute().requests());
        document.put("tokens", share.minute().tokens());
        document.put("requests_left", share.minute().requestsLeft());
        document.put("tokens_left", share.minute().tokensLeft());
        document.put("day", share.day());
        document.put("day_requests", share.dayRequests());
        document.put("day_tokens", share.dayTokens());
        document.put("day_cost", share.dayCost());
        document.put("month_cost", share.monthCost());
        return document;
    }

    private static Share share(long life, Tree tenant) {
        Share.Minute minute = new Share.Minute(
                tenant.require("requests").whole(),
                tenant.require("tokens").whole(),
                tenant.require("requests_left").whole(),
                tenant.require("tokens_left").whole());
        return new Share(
                life,
                minute,
                tenant.require("day").whole(),
                tenant.require("day_requests").whole(),
                tenant.require("day_tokens").whole(),
                tenant.require("day_cost").whole(),
                tenant.require("month_cost").whole());
    }
}
