package io.berth.kube.endpoint;

import io.berth.kube.watch.Reflector;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Ends watches of which nothing has been heard for so long that their connections may be dead; bookmarks come each minute. */
final class Silence implements AutoCloseable {
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(3);
    private static final long LOOK_SECONDS = 30;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-kube-silence").factory());

    Silence(Supplier<List<? extends Reflector<?>>> reflectors) {
        thread.scheduleWithFixedDelay(
                () -> reflectors.get().forEach(reflector -> reflector.breakSilence(LONGEST_NANOS)),
                LOOK_SECONDS,
                LOOK_SECONDS,
                TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
