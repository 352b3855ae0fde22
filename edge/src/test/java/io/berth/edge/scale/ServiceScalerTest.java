package io.berth.edge.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.scale.Demand;
import io.berth.core.scale.rule.ScaleSpec;
import io.berth.core.scale.rule.ScaleSpec.Policy;
import io.berth.core.time.Nanos;
import io.berth.edge.scale.ServiceScaler.Standing;
import io.berth.edge.scale.ServiceScaler.Verdict;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ServiceScalerTest {
    private static final long EVERY = 10 * Nanos.SECOND;

    private final SortedMap<String, Told> told = new TreeMap<>();

    @Test
    void asManyAsLetRequestsWaitShortEnough() {
        ServiceScaler scaler = new ServiceScaler(spec(Policy.REACTIVE), 0);
        says("one", 1000, 3, 0);
        assertThat(scaler.decide(new Standing(1, 1, 0), told, EVERY - 1)).isNull();
        assertThat(decide(scaler, new Standing(1, 1, 0), EVERY).reason()).startsWith("a gateway has just come");

        // Six a second of a second each keep six slots busy; four a replica make two or three.
        says("one", 1060, 4, 0);
        Verdict verdict = decide(scaler, new Standing(1, 1, 0), 2 * EVERY);
        assertThat(verdict.replicas()).isBetween(2, 4);
        assertThat(verdict.perSecond()).isEqualTo(6);
        assertThat(verdict.reason())
                .isEqualTo("6 requests/s came of 1 s each: with " + verdict.replicas() + " 95 % wait 500ms at most");
    }

    @Test
    void ofSeveralGatewaysAllCounts() {
        ServiceScaler scaler = new ServiceScaler(spec(Policy.REACTIVE), 0);
        says("one", 0, 0, 0);
        says("two", 500, 0, 0);
        decide(scaler, new Standing(1, 1, 0), EVERY);
        says("one", 60, 4, 0);
        says("two", 620, 4, 0);
        assertThat(decide(scaler, new Standing(1, 1, 0), 2 * EVERY).perSecond()).isEqualTo(18);
    }

    @Test
    void whileNobodySaysWhatComesTheReplicasStay() {
        ServiceScaler scaler = new ServiceScaler(spec(Policy.TARGET_UTILISATION), 0);
        assertThat(decide(scaler, new Standing(5, 5, 0), EVERY))
                .isEqualTo(new Verdict(5, 0, "no gateway says what comes, so the replicas stay"));
        says("one", 0, 0, 0);
        decide(scaler, new Standing(5, 5, 0), 2 * EVERY);
        says("one", 0, 0, ServiceScaler.SILENT_NANOS + 1);
        assertThat(decide(scaler, new Standing(5, 5, 0), 3 * EVERY))
                .isEqualTo(new Verdict(5, 0, "one is silent, so the replicas stay"));
        // What came while it was silent counts as its mean.
        says("one", 120, 8, 0);
        assertThat(decide(scaler, new Standing(5, 5, 0), 4 * EVERY).perSecond()).isEqualTo(6);
    }

    @Test
    void afterAGatewayHasGoneThereAreNoFewerForAWhile() {
        ServiceScaler scaler = new ServiceScaler(spec(Policy.REACTIVE), 0);
        says("busy", 0, 20, 0);
        says("idle", 0, 0, 0);
        decide(scaler, new Standing(5, 5, 0), EVERY);
        says("busy", 200, 20, 0);
        says("idle", 1, 0, 0);
        decide(scaler, new Standing(5, 5, 0), 2 * EVERY);
        told.remove("busy");
        Verdict held = decide(scaler, new Standing(5, 5, 0), 3 * EVERY);
        assertThat(held.replicas()).isEqualTo(5);
        assertThat(held.reason())
                .isEqualTo(
                        "0 requests/s came of 1 s each: with 1 95 % wait 500ms at most; 5 stay for a while, as so many were right lately");
        assertThat(decide(scaler, new Standing(5, 5, 0), 9 * EVERY).reason())
                .startsWith("a gateway has gone, so there are no fewer yet; else 0 requests/s came");
        long later = 9 * EVERY;
        while (later < 3 * EVERY + ServiceScaler.GONE_NANOS) {
            later += EVERY;
            held = decide(scaler, new Standing(5, 5, 0), later);
        }
        assertThat(held.replicas()).isEqualTo(1);
    }

    @Test
    void thereAreNeverMoreThanMayBe() {
        ServiceScaler scaler = new ServiceScaler(spec(Policy.FORECAST), 0);
        says("one", 0, 0, 0);
        decide(scaler, new Standing(1, 1, 0), EVERY);
        says("one", 5000, 4, 900);
        Verdict most = decide(scaler, new Standing(1, 1, 0), 2 * EVERY);
        assertThat(most.replicas()).isEqualTo(6);
        assertThat(most.reason()).endsWith("more than 6 are not allowed");
    }

    @Test
    void aForecastReachesAsFarAsAStartWasSeenToTake() {
        ServiceScaler scaler = new ServiceScaler(spec(Policy.FORECAST), 0);
        long now = EVERY;
        says("one", 0, 0, 0);
        decide(scaler, new Standing(1, 1, 0), now);
        Verdict verdict = null;
        for (long arrived = 30; arrived <= 600; arrived += 30) {
            now += EVERY;
            says("one", arrived, 2, 0);
            verdict = decide(scaler, new Standing(1, 1, arrived < 600 ? 0 : 45_210_000_000L), now);
        }
        assertThat(verdict).isNotNull();
        assertThat(verdict.reason()).contains("may come within 56s (a start took 46s) of 1 s each");
    }

    @Test
    void requestsAtOnceAgainstTheTarget() {
        ServiceScaler scaler = new ServiceScaler(spec(Policy.TARGET_UTILISATION), 0);
        says("one", 0, 0, 0);
        decide(scaler, new Standing(2, 2, 0), EVERY);
        says("one", 60, 14, 0);
        assertThat(decide(scaler, new Standing(2, 2, 0), 2 * EVERY))
                .isEqualTo(new Verdict(4, 6, "14 requests at once at 2 ready replicas, which should have 4 each"));
    }

    private void says(String name, long arrived, long running, long waitingOrAge) {
        boolean silent = waitingOrAge > ServiceScaler.SILENT_NANOS;
        told.put(
                name,
                new Told(new Demand(arrived, running, silent ? 0 : waitingOrAge, 1, 1, 1), silent ? waitingOrAge : 0));
    }

    private Verdict decide(ServiceScaler scaler, Standing standing, long nowNanos) {
        Verdict verdict = scaler.decide(standing, told, nowNanos);
        assertThat(verdict).isNotNull();
        return verdict;
    }

    private static ScaleSpec spec(Policy policy) {
        return new ScaleSpec(
                policy,
                1,
                6,
                20 * Nanos.SECOND,
                EVERY,
                4,
                new ScaleSpec.Kubernetes(0.1, 30 * Nanos.SECOND),
                new ScaleSpec.Ahead(0.9, Nanos.SECOND / 2, 0.95, 0, 20 * Nanos.SECOND));
    }
}
