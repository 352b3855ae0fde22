package io.berth.kube.lease;

import static io.berth.kube.server.Await.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.api.ApiClient;
import io.berth.kube.server.FakeServer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LeaderElectionTest {
    private static final LeaderElection.Times SHORT = new LeaderElection.Times(2, 1_000, 100);

    private final FakeServer server = new FakeServer();
    private final ApiClient client = new ApiClient(server.address());
    private final List<String> notes = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void oneLeadsAndGivesItBackWhenItStops() throws Exception {
        LeaderElection first = election("first");
        LeaderElection second = election("second");
        first.acquire();
        assertThat(first.leads()).isTrue();
        assertThat(server.leases().holder()).isEqualTo("first");
        CompletableFuture<Void> taken = acquired(second);
        assertThat(second.leads()).isFalse();
        assertThat(taken).isNotDone();
        until("the other waits", () -> notes.contains("first leads; waits for the lease kube-system/berth"));
        first.close();
        taken.get(30, TimeUnit.SECONDS);
        assertThat(first.leads()).isFalse();
        assertThat(second.leads()).isTrue();
        assertThat(server.leases().holder()).isEqualTo("second");
        second.close();
        assertThat(server.leases().holder()).isEmpty();
    }

    @Test
    void whoCannotRenewStopsBeforeAnotherBegins() throws Exception {
        LeaderElection first = election("first");
        LeaderElection second = election("second");
        first.acquire();
        server.leases().refuse(true);
        CompletableFuture<Boolean> stillLedThen = first.lost().thenApply(_ -> first.leads());
        CompletableFuture<Void> taken = acquired(second);
        assertThat(stillLedThen.get(30, TimeUnit.SECONDS)).isFalse();
        assertThat(taken).isNotDone();
        server.leases().refuse(false);
        taken.get(30, TimeUnit.SECONDS);
        assertThat(server.leases().holder()).isEqualTo("second");
        assertThat(server.leases().changes()).isEqualTo(1);
        first.close();
        assertThat(server.leases().holder()).isEqualTo("second");
        second.close();
    }

    @Test
    void whoLostItAsksForItAgain() throws Exception {
        try (Candidacy first = candidacy("first");
                Candidacy second = candidacy("second")) {
            first.start();
            until("it leads", first::leads);
            second.start();
            server.leases().refuse(true);
            until("it does not any more", () -> !first.leads());
            server.leases().refuse(false);
            until("one leads again", () -> first.leads() || second.leads());
            (first.leads() ? first : second).close();
            until("then the other", () -> first.leads() || second.leads());
        }
        assertThat(server.leases().holder()).isEmpty();
    }

    private Candidacy candidacy(String holder) {
        return new Candidacy(client, new LeaseName("kube-system", "berth", holder), SHORT, notes::add);
    }

    private LeaderElection election(String holder) {
        return new LeaderElection(client, new LeaseName("kube-system", "berth", holder), SHORT, notes::add);
    }

    private static CompletableFuture<Void> acquired(LeaderElection election) {
        CompletableFuture<Void> acquired = new CompletableFuture<>();
        Thread.ofPlatform().daemon().start(() -> {
            try {
                election.acquire();
                acquired.complete(null);
            } catch (InterruptedException e) {
                acquired.completeExceptionally(e);
            }
        });
        return acquired;
    }
}
