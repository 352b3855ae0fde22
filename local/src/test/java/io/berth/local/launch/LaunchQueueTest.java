package io.berth.local.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.edge.metric.Metrics;
import io.berth.local.launch.folder.TaskKey;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class LaunchQueueTest {
    @Test
    void tasksWaitUntilTheirLaunchBegins() throws InterruptedException {
        List<TaskKey> keys = IntStream.range(0, 5)
                .mapToObj(task -> new TaskKey(1, task, 1, 0, 0))
                .toList();
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(keys.size());
        try (LaunchQueue queue = new LaunchQueue(2)) {
            Metrics metrics = new Metrics(List.of(queue));
            queue.add(keys, _ -> {
                begun.countDown();
                await(go);
                done.countDown();
            });
            begun.await();
            assertThat(metrics.text()).endsWith("\nberth_launches_waiting 3\n");
            go.countDown();
            done.await();
            assertThat(metrics.text()).endsWith("\nberth_launches_waiting 0\n");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
