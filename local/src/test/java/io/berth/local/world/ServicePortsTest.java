package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.workload.Service;
import io.berth.local.launch.folder.TaskKey;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServicePortsTest {
    private static final Service ANY = new Service("chat", 0, "/health", 0);
    private static final TaskKey FIRST = new TaskKey(1, 0, 7, 10, 20);

    @TempDir
    Path state;

    @Test
    void eachStartHasAPortOfItsOwnThatALaterBerthKnows() {
        ServicePorts ports = new ServicePorts(state);
        int port = ports.give(FIRST, ANY);
        assertThat(ports.give(FIRST, ANY)).isEqualTo(port);
        TaskKey sameNumbers = new TaskKey(2, 0, 7 + ServicePorts.PORTS, 10, 20);
        assertThat(ports.give(sameNumbers, ANY)).isNotEqualTo(port);
        assertThat(ports.of(new TaskKey(3, 0, 1))).isZero();

        ServicePorts later = new ServicePorts(state);
        assertThat(later.of(FIRST)).isEqualTo(port);
        later.keep(FIRST);
        assertThat(later.give(new TaskKey(4, 0, 7, 30, 40), ANY)).isNotEqualTo(port);
    }

    @Test
    void whereSomebodyListensNobodyIsSent() throws IOException {
        try (ServerSocket other = new ServerSocket(0)) {
            Service named = new Service("chat", other.getLocalPort(), "/health", 0);
            assertThatThrownBy(() -> new ServicePorts(state).give(FIRST, named))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the port " + other.getLocalPort() + " of service chat is in use");
        }
    }

    @Test
    void aReplicaIsAskedToEndOnceNobodySendsToItOrItsTimeIsOver() throws InterruptedException {
        List<TaskKey> stopped = new ArrayList<>();
        CountDownLatch timed = new CountDownLatch(1);
        TaskKey late = new TaskKey(9, 0, 9);
        try (Draining draining = new Draining(key -> {
            stopped.add(key);
            if (key.equals(late)) {
                timed.countDown();
            }
        })) {
            draining.begin(FIRST, TimeUnit.HOURS.toNanos(1));
            assertThat(draining.waits(FIRST)).isTrue();
            assertThat(stopped).isEmpty();
            draining.end(FIRST);
            draining.end(FIRST);
            assertThat(stopped).containsExactly(FIRST);
            assertThat(draining.waits(FIRST)).isFalse();

            TaskKey gone = new TaskKey(2, 0, 8);
            draining.begin(gone, TimeUnit.HOURS.toNanos(1));
            draining.forget(gone);
            draining.end(gone);
            TaskKey none = new TaskKey(3, 0, 8);
            draining.begin(none, 0);
            draining.begin(late, 1);
            assertThat(timed.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(stopped).containsExactly(FIRST, none, late);
        }
    }
}
