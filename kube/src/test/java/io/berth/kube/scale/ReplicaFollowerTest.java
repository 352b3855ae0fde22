package io.berth.kube.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.scale.Demand;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.scale.rule.ScaleSpec.Policy;
import io.berth.core.time.Nanos;
import io.berth.edge.scale.ScaleRow;
import io.berth.edge.scale.Told;
import io.berth.kube.api.ApiClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ReplicaFollowerTest {
    private static final long EVERY = 10 * Nanos.SECOND;
    private static final ScaleTarget LLAMA = new ScaleTarget("apps/v1", "Deployment", "models", "llama");

    private final ScaleServer server = new ScaleServer(1);
    private final ApiClient client = new ApiClient(server.address());
    private final List<String> notes = new ArrayList<>();
    private final SortedMap<String, Told> demand = new TreeMap<>();
    private final Set<String> ready = new TreeSet<>(Set.of("10.0.0.1"));
    private final List<ScaleRow> rows = new ArrayList<>();
    private boolean leads = true;
    private long now;

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void asManyAsTheRequestsOfAllGatewaysNeed() {
        ReplicaFollower follower = follower(LLAMA, Nanos.NEVER);
        says("one", 100, 0, 0);
        says("two", 900, 0, 0);
        next(follower);
        assertThat(rows.getLast().reason()).isEqualTo("a gateway has just come, so the replicas stay");

        // Twelve requests at once, of which a replica shall have four.
        says("one", 130, 4, 2);
        says("two", 910, 0, 6);
        next(follower);
        assertThat(server.written()).containsExactly(3);
        ScaleRow row = rows.getLast();
        assertThat(row.replicas()).isEqualTo(3);
        assertThat(row.ready()).isEqualTo(1);
        assertThat(row.figures().wanted()).isEqualTo(3);
        assertThat(row.figures().perSecond()).isEqualTo(4);
        assertThat(row.figures().ups()).isEqualTo(1);
        assertThat(row.reason()).isEqualTo("12 requests at once at 1 ready replicas, which should have 4 each");

        now += 20 * Nanos.SECOND;
        ready.addAll(Set.of("10.0.0.2", "10.0.0.3"));
        says("one", 130, 0, 0);
        says("two", 910, 0, 0);
        next(follower);
        assertThat(rows.getLast().figures().startNanos()).isEqualTo(30 * Nanos.SECOND);
        // Fewer only once no larger number was right for a while.
        assertThat(server.replicas()).isEqualTo(3);
        now += Nanos.HOUR;
        next(follower);
        assertThat(server.written()).containsExactly(3, 1);
        assertThat(rows.getLast().figures().downs()).isEqualTo(1);
        assertThat(notes).isEmpty();
    }

    @Test
    void onlyWhoLeadsWritesAndTheOthersKnowWhatTheyWould() {
        ReplicaFollower follower = follower(LLAMA, Nanos.NEVER);
        leads = false;
        says("one", 0, 0, 0);
        next(follower);
        says("one", 9, 4, 5);
        next(follower);
        assertThat(server.written()).isEmpty();
        assertThat(rows.getLast().figures().wanted()).isEqualTo(3);
        assertThat(rows.getLast().reason()).endsWith("; whoever has the lease scales it");
        leads = true;
        next(follower);
        assertThat(server.written()).containsExactly(3);
    }

    @Test
    void noneOnceNothingCameAndOneAtOnceWhenSomethingDoes() {
        ReplicaFollower follower = follower(LLAMA, 60 * Nanos.SECOND);
        says("one", 7, 0, 0);
        next(follower);
        for (int i = 0; i < 6; i++) {
            next(follower);
            assertThat(server.written()).isEmpty();
        }
        next(follower);
        assertThat(server.written()).containsExactly(0);
        assertThat(rows.getLast().reason()).isEqualTo("nothing came for 1m");
        ready.clear();
        next(follower);

        // Long before it is time to decide.
        now += Nanos.SECOND;
        says("one", 8, 0, 1);
        follower.look(now);
        assertThat(server.written()).containsExactly(0, 1);
        assertThat(rows.getLast().reason()).isEqualTo("a request came while there was none");
        follower.look(++now);
        next(follower);
        assertThat(server.written()).containsExactly(0, 1);
        assertThat(notes).isEmpty();
    }

    @Test
    void aRequestThatDidNotWaitWakesAsWell() {
        server.replicas(0);
        ready.clear();
        ReplicaFollower follower = follower(LLAMA, 60 * Nanos.SECOND);
        says("one", 7, 0, 0);
        next(follower);
        says("one", 8, 0, 0);
        follower.look(++now);
        assertThat(server.written()).containsExactly(1);
    }

    @Test
    void noneThatSomebodyElseAskedForTurnsItOff() {
        server.replicas(0);
        ready.clear();
        ReplicaFollower follower = follower(LLAMA, Nanos.NEVER);
        says("one", 0, 0, 0);
        next(follower);
        says("one", 9, 0, 9);
        next(follower);
        assertThat(server.written()).isEmpty();
        assertThat(rows.getLast().reason())
                .endsWith("; somebody asked for none, which turns it off until there is one");
    }

    @Test
    void aHorizontalPodAutoscalerOfTheSameObjectIsLeftAlone() {
        server.rival("Deployment", "apps/v1beta1", "llama");
        ReplicaFollower follower = follower(LLAMA, Nanos.NEVER);
        says("one", 0, 0, 0);
        next(follower);
        says("one", 9, 4, 5);
        next(follower);
        next(follower);
        assertThat(server.written()).isEmpty();
        assertThat(notes)
                .containsExactly(
                        "HorizontalPodAutoscaler models/its-hpa scales Deployment models/llama too, so this one leaves it"
                                + " to that");
        assertThat(rows.getLast().reason()).endsWith("; HorizontalPodAutoscaler models/its-hpa scales it");
        // One of another object, and of another group, is none.
        server.rival("Deployment", "apps/v1", "llama-2");
        now += Rivals.FRESH_NANOS;
        next(follower);
        assertThat(server.written()).containsExactly(3);
    }

    @Test
    void rightsThatAreMissingAreNamedOnceAndStopNothing() {
        server.forbid("GET " + ScaleServer.RIVALS);
        ReplicaFollower follower = follower(LLAMA, Nanos.NEVER);
        says("one", 0, 0, 0);
        next(follower);
        says("one", 9, 4, 5);
        next(follower);
        assertThat(server.written()).containsExactly(3);
        server.forbid("PATCH");
        says("one", 99, 4, 50);
        next(follower);
        next(follower);
        assertThat(notes).hasSize(2);
        assertThat(notes.get(0))
                .contains("cannot be seen: 403: User \"it\" cannot get resource at " + ScaleServer.RIVALS);
        assertThat(notes.get(1))
                .isEqualTo("cannot scale Deployment models/llama: 403: User \"it\" cannot patch resource at "
                        + ScaleServer.SCALE);
        assertThat(rows.getLast().replicas()).isEqualTo(3);
        server.forbid("none");
        next(follower);
        assertThat(server.replicas()).isGreaterThan(3);
    }

    @Test
    void whoChangesItMeanwhileWinsAndWhoDoesOftenIsTold() {
        ReplicaFollower follower = follower(LLAMA, Nanos.NEVER);
        says("one", 0, 0, 0);
        next(follower);
        server.hurry(true);
        says("one", 9, 4, 5);
        next(follower);
        assertThat(server.written()).isEmpty();
        assertThat(rows.getLast().reason()).endsWith("; somebody changed it meanwhile");
        server.hurry(false);
        for (int i = 0; i < 4; i++) {
            next(follower);
            server.replicas(5 + i);
        }
        assertThat(notes).singleElement().asString().contains("just now from 6 to 7: where two scale");
    }

    @Test
    void whatCannotBeScaledIsTold() {
        says("one", 0, 0, 0);
        next(follower(new ScaleTarget("apps/v1", "ControllerRevision", "models", "llama"), Nanos.NEVER));
        next(follower(new ScaleTarget("apps/v1", "Deploiment", "models", "llama"), Nanos.NEVER));
        next(follower(new ScaleTarget("x.io/v1", "Replicator", "models", "llama"), Nanos.NEVER));
        next(follower(new ScaleTarget("apps/v1", "Deployment", "models", "lama"), Nanos.NEVER));
        assertThat(notes)
                .containsExactly(
                        "ControllerRevision of apps/v1 cannot be scaled: it has no scale subresource",
                        "the API server has no kind Deploiment in apps/v1",
                        "the API server does not serve x.io/v1, which Replicator llama is to be of",
                        "cannot read the scale of Deployment models/lama: 404: the server has no"
                                + " /apis/apps/v1/namespaces/models/deployments/lama/scale");
    }

    private ReplicaFollower follower(ScaleTarget target, long idleNanos) {
        ScaleSpec spec = new ScaleSpec(
                Policy.TARGET_UTILISATION,
                1,
                8,
                60 * Nanos.SECOND,
                EVERY,
                4,
                new ScaleSpec.Kubernetes(0.1, 300 * Nanos.SECOND),
                new ScaleSpec.Ahead(0.9, Nanos.SECOND, 0.95, 0, 60 * Nanos.SECOND));
        Sides sides = new Sides() {
            @Override
            public SortedMap<String, Told> demand() {
                return demand;
            }

            @Override
            public Set<String> ready() {
                return ready;
            }

            @Override
            public void decided(ScaleRow row) {
                rows.add(row);
            }
        };
        ReplicaFollower follower =
                new ReplicaFollower(client, new ScaleWish(target, spec, idleNanos), sides, () -> leads, notes::add);
        follower.look(now);
        return follower;
    }

    private void next(ReplicaFollower follower) {
        now += EVERY;
        follower.look(now);
    }

    private void says(String gateway, long arrived, long running, long waiting) {
        demand.put(gateway, new Told(new Demand(arrived, running, waiting, 1, 1, 1), 0));
    }
}
