package io.berth.app.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.edge.metric.Metrics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class KubeHealthTest {
    private long now = Long.MAX_VALUE - 7;
    private final AtomicBoolean listed = new AtomicBoolean();
    private final AtomicBoolean leads = new AtomicBoolean();
    private final KubeHealth health = new KubeHealth("berth", () -> now);

    @Test
    void one_that_waits_is_ready_when_all_was_listed() {
        assertThat(health.unready()).isEqualTo("the cluster was not listed yet");
        health.watching(listed::get, leads::get);
        assertThat(health.unready()).isEqualTo("the cluster was not listed yet");
        assertThat(health.dead()).isNull();
        listed.set(true);
        assertThat(health.unready()).isNull();
        assertThat(health.role()).isEqualTo("waits for the lease");
        leads.set(true);
        assertThat(health.role()).isEqualTo("schedules");
        assertThat(new Metrics(List.of(health)).text())
                .contains("berth_kube_leads{name=\"berth\"} 1\n", "berth_kube_listed 1\n");
    }

    @Test
    void one_that_ends_is_not_ready_and_has_time_to_do_so() {
        listed.set(true);
        health.watching(listed::get, leads::get);
        health.over();
        assertThat(health.unready()).isEqualTo("it is about to end");
        now += KubeHealth.ENDING_NANOS;
        health.over();
        assertThat(health.dead()).isNull();
        now++;
        assertThat(health.dead()).isEqualTo("it should have ended by now");
    }

    @Test
    void an_engine_that_does_not_answer_for_long_is_dead_and_is_asked_once_meanwhile() {
        AtomicInteger asked = new AtomicInteger();
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        health.scheduling(() -> asked.incrementAndGet() == 1 ? answer : CompletableFuture.completedFuture(true));
        assertThat(health.dead()).isNull();
        now += KubeHealth.STUCK_NANOS;
        assertThat(health.dead()).isNull();
        now++;
        assertThat(health.dead()).isEqualTo("the engine does not answer");
        assertThat(asked).hasValue(1);
        answer.complete(true);
        assertThat(health.dead()).isNull();
        now += KubeHealth.STUCK_NANOS + 1;
        assertThat(health.dead()).isNull();
        assertThat(asked).hasValue(3);
    }
}
